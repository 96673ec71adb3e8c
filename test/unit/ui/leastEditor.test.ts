import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { commandIds, viewIds } from '../../../src/contributions.ts';
import { removeFolder, root } from '../../support/paths.ts';
import { read, sourceFiles } from '../house/sources.ts';
import { leastApi, startIn, wholeApi } from './leastEditor.ts';

const views = [
  `createTreeView ${viewIds.orders}`,
  `createTreeView ${viewIds.spend}`,
  `createTreeView ${viewIds.operations}`,
];

/** What an editor may lack, as the log names it. */
const optional = [
  'window.registerFileDecorationProvider',
  'window.registerWebviewPanelSerializer',
  'window.onDidChangeVisibleTextEditors',
  'window.visibleTextEditors',
  'workspace.onDidGrantWorkspaceTrust',
  'workspace.registerFileSystemProvider',
  'languages.registerHoverProvider',
  'languages.registerCompletionItemProvider',
  'languages.registerCodeLensProvider',
  'languages.registerCodeActionsProvider',
  'languages.createLanguageStatusItem',
  ...['Information', 'Warning', 'Error'].map((name) => `LanguageStatusSeverity.${name}`),
  'l10n.t',
];

const registering = optional
  .map((name) => name.split('.')[1] ?? '')
  .filter((name) => name.startsWith('register'));

/** With what a press on a row of a tree runs. */
const registered = [
  ...Object.values(commandIds),
  ...Object.values(viewIds).map((id) => `_${id}.press`),
].toSorted();

describe('an editor made from VS Code', () => {
  before(() => {
    assert.ok(
      existsSync(join(root, 'dist/extension.js')),
      'Nothing is built: run "npm run build -- --production" first.',
    );
  });

  it('that lacks whatever can be lacked still gets views and commands, and answers a lookup from the sandbox', async () => {
    const { did, storage, stop } = await startIn(leastApi);
    try {
      assert.deepEqual([...did.commands.keys()].toSorted(), registered);
      for (const view of views) assert.ok(did.called.includes(view), view);
      assert.ok(did.called.includes('createStatusBarItem environment'));
      const named = did.logged.filter((line) => line.startsWith('This editor lacks'));
      assert.deepEqual(named, [`This editor lacks, and the extension does without: ${optional.join(', ')}`]);
      const look = did.commands.get(commandIds.quickLookup) ?? assert.fail('no lookup');
      const answer = await look({ operation: 'rc-advanced', fields: { rc_number: 'MH00AB1234' } });
      assert.ok(typeof answer === 'object' && answer !== null && 'outcome' in answer && 'orderId' in answer);
      assert.equal(answer.outcome, 'verified');
      assert.match(String(answer.orderId), /^sandbox-order-/);
    } finally {
      await stop();
      removeFolder(storage);
    }
  });

  it('that lacks one thing alone does without that one', async () => {
    for (const lacked of optional) {
      const [space = '', name = ''] = lacked.split('.');
      const { did, storage, stop } = await startIn((made) => {
        const { [space]: whole, ...others } = wholeApi(made);
        const kept = Object.entries(whole ?? {}).filter(([key]) => key !== name);
        return { ...others, [space]: Object.fromEntries(kept) };
      });
      try {
        const others = registering.filter((one) => one !== name);
        assert.deepEqual(
          registering.filter((one) => did.called.includes(one)),
          others,
          lacked,
        );
        assert.deepEqual(did.logged, [`This editor lacks, and the extension does without: ${lacked}`]);
        assert.equal(did.commands.size, registered.length);
      } finally {
        await stop();
        removeFolder(storage);
      }
    }
  });

  it('that lacks nothing gets everything, and no word of it', async () => {
    const { did, storage, stop } = await startIn(wholeApi);
    try {
      for (const view of views) assert.ok(did.called.includes(view), view);
      const names = optional.map((name) => name.split('.')[1] ?? '');
      const registered = names.filter((name) => name.startsWith('register'));
      assert.deepEqual(
        registered.filter((name) => !did.called.includes(name)),
        [],
      );
      assert.deepEqual(did.logged, []);
    } finally {
      await stop();
      removeFolder(storage);
    }
  });

  it('is asked for none of the spaces that forks leave out, such as those of chats, models and accounts', () => {
    const common = ['commands', 'env', 'extensions', 'l10n', 'languages', 'version', 'window', 'workspace'];
    const named = sourceFiles().flatMap((file) => {
      const text = read(file);
      const taken = [...text.matchAll(/\{([^{}]*)\} = vscode;/g)].flatMap(([, names = '']) =>
        names.split(','),
      );
      const used = [...text.matchAll(/(?<![\w.'"`:-])vscode\.([a-z]\w*)/g)].map(([, space = '']) => space);
      return [...taken.map((name) => name.trim()), ...used].filter((name) => /^[a-z]/.test(name));
    });
    assert.ok(named.includes('languages') && named.includes('window'));
    assert.deepEqual(
      [...new Set(named)].filter((name) => !common.includes(name)),
      [],
    );
  });
});
