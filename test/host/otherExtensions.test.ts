// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of request files are written so

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Environment } from '../../src/calls/environments/environments.ts';
import { sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { commandIds, settingIds } from '../../src/contributions.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { readingMs } from './answers.ts';
import { acceptingFirst, theExtension } from './extension.ts';
import { after, before, describe, it } from './harness.ts';

const written: vscode.Uri[] = [];
let service: Sandbox;
let live: Environment;

interface Question {
  readonly headline: string;
  readonly detail: string;
  readonly modal: boolean;
}

/**
 * Does something while nobody presses a button but the one that is named; every question that stood is given back.
 * What VS Code shows cannot be pressed from here, as it cannot from another extension.
 */
async function askedWhile(work: () => Promise<unknown>, press?: string): Promise<readonly Question[]> {
  const { showWarningMessage } = vscode.window;
  const asked: Question[] = [];
  const show = async (
    headline: string,
    { modal = false, detail = '' }: vscode.MessageOptions = {},
    ...items: readonly (vscode.MessageItem | string)[]
  ): Promise<vscode.MessageItem | string | undefined> => {
    asked.push({ headline, detail, modal });
    const pressed = items.find((item) => (typeof item === 'string' ? item : item.title) === press);
    if (pressed !== undefined) await new Promise((read) => setTimeout(read, readingMs));
    return pressed;
  };
  Object.assign(vscode.window, { showWarningMessage: show });
  try {
    await work();
  } finally {
    Object.assign(vscode.window, { showWarningMessage });
  }
  return asked;
}

/** POSTs that came to the service, by its own book. */
const sent = (): number => service.books().entries.length;

/** A request file on disk, shown in an editor. */
async function file(name: string, body: unknown): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder !== undefined);
  const uri = vscode.Uri.joinPath(folder, `${name}.verify.json`);
  const text = JSON.stringify({ operation: 'rc-advanced', body });
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  written.push(uri);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
  return uri;
}

/** What the lens above a file would run, which VS Code tells whoever asks. */
async function lensOf(uri: vscode.Uri): Promise<readonly unknown[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    10,
  );
  const found = lenses.find(({ command }) => command?.command === commandIds.sendRequestFile);
  assert.ok(found?.command?.arguments !== undefined);
  return found.command.arguments;
}

async function send(...args: readonly unknown[]): Promise<void> {
  await vscode.commands.executeCommand(commandIds.sendRequestFile, ...args);
}

function confirmOnce(value: string | undefined): Thenable<void> {
  return vscode.workspace
    .getConfiguration()
    .update(settingIds.confirmLiveCalls, value, vscode.ConfigurationTarget.Global);
}

describe('what another extension starts in a live environment, in a session that was confirmed', () => {
  before(async () => {
    let ids = 0;
    const newId = (): string => {
      ids += 1;
      return `host-${ids}`;
    };
    service = await startSandbox({ now: Date.now, newId });
    live = { name: 'host-others', baseUrl: service.url, kind: 'live' };
    const { environments, keys } = (await theExtension()).services;
    await environments.add(live);
    assert.equal(await keys.store(live, 'sandbox-key-unlimited'), 'kept');
    await environments.choose(live);
    await confirmOnce('oncePerSession');
  });

  after(async () => {
    const { environments, keys } = (await theExtension()).services;
    await confirmOnce(undefined);
    await environments.choose(sandboxEnvironment);
    await keys.remove(live);
    await environments.remove(live);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of written) await vscode.workspace.fs.delete(uri);
    await service.close();
  });

  it('a file is asked about by its lens, too, also after one was confirmed: who asks for a lens can run it', async () => {
    const first = await file('others-first', { rc_number: 'XX00HA0001' });
    const asked = await askedWhile(async () => send(...(await lensOf(first))), 'Send');
    assert.deepEqual(
      asked.map(({ headline, modal }) => [headline, modal]),
      [['Send XX••••••01 to host-others (LIVE)?', true]],
    );
    assert.equal(sent(), 1);
    const second = await file('others-second', { rc_number: 'XX00HA0002' });
    const [question, ...more] = await askedWhile(async () => send(...(await lensOf(second))));
    assert.deepEqual([question?.modal, more.length], [true, 0]);
    assert.equal(sent(), 1);
  });

  it('sending a request file is asked about each time, and none leaves', async () => {
    const uri = await file('others-third', { rc_number: 'XX00HA0003' });
    const count = sent();
    for (let turn = 0; turn < 3; turn += 1) {
      const [question, ...more] = await askedWhile(() => send(uri, 'a proof that nobody gave'));
      assert.deepEqual([question?.modal, more.length], [true, 0]);
      assert.equal(question?.headline, 'Send XX••••••03 to host-others (LIVE)?');
      assert.match(
        question?.detail ?? '',
        /^Looks wrong: XX is not the code of a state or union territory\.\n\nRC Details Advanced · /,
      );
    }
    assert.equal(sent(), count);
  });

  it('a file that was written after its lens was drawn is asked about as it is now', async () => {
    const uri = await file('others-swapped', { rc_number: 'XX00HA0004' });
    const lens = await lensOf(uri);
    const other = JSON.stringify({ operation: 'rc-advanced', body: { rc_number: 'XX00HA0005' } });
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(other));
    const count = sent();
    const [question] = await askedWhile(() => send(...lens));
    assert.equal(question?.headline, 'Send XX••••••05 to host-others (LIVE)?');
    assert.equal(sent(), count);
  });

  it('a file that reads a variable names it in the question', async () => {
    const uri = await file('others-variable', { rc_number: 'XX00HA0006', path: '${env:PATH}' });
    const count = sent();
    const [question, ...more] = await askedWhile(async () => send(...(await lensOf(uri))));
    assert.equal(more.length, 0);
    // The server is a remote of its browser: a variable is its own.
    assert.match(question?.detail ?? '', /Reads PATH from \S+ \(remote\)\./);
    assert.equal(sent(), count);
  });

  it('lookups with given values, repeated, or accepted as they stand are asked about', async () => {
    const count = sent();
    const given = { operation: 'rc-advanced', fields: { rc_number: 'XX00HA0007' } };
    const document = await vscode.workspace.openTextDocument({ content: 'XX00HA0008' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 0, 10);
    const ways: readonly (readonly [what: string, work: () => Promise<unknown>])[] = [
      ['given', async () => vscode.commands.executeCommand(commandIds.quickLookup, given)],
      ['repeated', async () => vscode.commands.executeCommand(commandIds.repeatLastLookup)],
      ['selected', () => acceptingFirst(commandIds.lookUpSelection)],
    ];
    for (const [what, work] of ways) {
      const asked = await askedWhile(work);
      assert.deepEqual([what, asked.map(({ modal }) => modal)], [what, [true]]);
    }
    assert.equal(sent(), count);
  });
});
