import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPackage } from '../support/package.ts';
import { root } from '../support/paths.ts';

export const extensionId = 'verification-tools.verification-api-explorer';
export const emptyId = 'bench.empty';
export const registeringId = 'bench.registering';

/** What the VSIX holds, unpacked: the extension as users have it, not as it lies in this checkout. */
export function stageExtension(folder: string): string {
  for (const file of listPackage()) {
    const to = join(folder, file);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, file), to);
  }
  return folder;
}

/** The same, but for what starts it with every window: what is to be measured must not have happened already. */
export function stageSleeping(folder: string): string {
  stageExtension(folder);
  const file = join(folder, 'package.json');
  const manifest: { activationEvents: readonly string[] } = JSON.parse(readFileSync(file, 'utf8'));
  const activationEvents = manifest.activationEvents.filter((one) => one !== 'onStartupFinished');
  writeFileSync(file, JSON.stringify({ ...manifest, activationEvents }));
  return folder;
}

/** The least an extension can be, to measure beside. */
export function stageEmpty(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: 'empty',
    publisher: 'bench',
    version: '0.0.1',
    engines: { vscode: '^1.123.0' },
    main: './extension.js',
    activationEvents: [],
    contributes: { commands: [{ command: 'bench.empty', title: 'Empty' }] },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'extension.js'),
    "'use strict';\nexports.activate = () => {};\nexports.deactivate = () => {};\n",
  );
  return folder;
}

/** What registers the commands, views and pages that we contribute, and does nothing with them. */
const registering = `'use strict';
const vscode = require('vscode');
const nothing = () => undefined;
const tree = { getChildren: () => [], getTreeItem: nothing };
exports.activate = ({ extension, subscriptions }) => {
  const { contributes, activationEvents } = extension.packageJSON;
  const { commands, window } = vscode;
  subscriptions.push(window.createOutputChannel('bench', { log: true }), window.createStatusBarItem('bench'));
  for (const { command } of contributes.commands) subscriptions.push(commands.registerCommand(command, nothing));
  for (const { id } of Object.values(contributes.views).flat())
    subscriptions.push(window.createTreeView(id, { treeDataProvider: tree }));
  for (const event of activationEvents) {
    const [kind, what] = event.split(':');
    if (kind === 'onWebviewPanel')
      subscriptions.push(window.registerWebviewPanelSerializer(what, { deserializeWebviewPanel: async () => undefined }));
  }
};
exports.deactivate = nothing;
`;

/** Our package.json with an extension that only registers: no way of writing ours could take less. */
export function stageRegistering(folder: string): string {
  stageSleeping(folder);
  const file = join(folder, 'package.json');
  const manifest: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(file, 'utf8'));
  const named = { ...manifest, publisher: 'bench', name: 'registering', main: './extension.js' };
  writeFileSync(file, JSON.stringify(named));
  writeFileSync(join(folder, 'extension.js'), registering);
  return folder;
}
