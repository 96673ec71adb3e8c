import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandIds, contextKeys, rowCommands } from '../../../src/contributions.ts';
import {
  type Contributed,
  contributed,
  contributionsFile,
  contributionsPage,
  palette,
  states,
} from '../../support/contributions.ts';
import { type Context, holds, keysOf } from '../../support/when.ts';
import { read } from './sources.ts';

const all = contributed();
const { menus, keybindings, commands } = all.contributes;
const words: Readonly<Record<string, string>> = JSON.parse(read('package.nls.json'));

function contextOf(name: string): Context {
  const found = states.find((state) => state.name === name);
  assert.ok(found !== undefined, name);
  return found.context;
}

function hidden(name: string): readonly string[] {
  const shown = palette(all, contextOf(name));
  return palette(all, contextOf('before anything is known')).filter((command) => !shown.includes(command));
}

describe('conditions', () => {
  it('are read as VS Code reads them', () => {
    const context = { a: true, b: false, name: 'x.verify.json', view: 'v.one' };
    const cases: readonly (readonly [string | undefined, boolean])[] = [
      [undefined, true],
      ['a', true],
      ['!a', false],
      ['unset', false],
      ['!unset', true],
      ['false', false],
      ['b || a && unset', false],
      ['a || b && unset', true],
      ['(a || b) && unset', false],
      ['a && !(b || unset)', true],
      ["view == 'v.one' && a", true],
      ['view == v.one', true],
      ['view != v.one', false],
      ['name =~ /\\.verify\\.json$/', true],
      ['name =~ /^(csv|tsv)$/ || b', false],
    ];
    for (const [when, expected] of cases) assert.equal(holds(when, context), expected, when);
  });

  it('are refused where they are not understood', () => {
    for (const when of ['a &&', 'a b', '(a', 'a =~ b', 'a > 1', "'a'", '&& a']) {
      assert.throws(() => holds(when, {}), /not understood/, when);
    }
  });
});

describe('the menus of rows', () => {
  const namesIn = (menu: string): Set<string> =>
    new Set(menus[menu]?.map(({ command = '' }) => command.replace('verificationExplorer.', '')));
  const [ofRows, ofTitles] = [namesIn('view/item/context'), namesIn('view/title')];

  it('share with the titles of views only what asks where it is handed nothing, or takes nothing', () => {
    const both = [...ofRows].filter((name) => ofTitles.has(name)).sort();
    assert.deepEqual(both, ['eraseBatch', 'learnFromHistory', 'openBatch', 'resumeBatch']);
  });

  it('are otherwise known to the commands, which work on no other row', () => {
    const own = [...ofRows].filter((name) => !ofTitles.has(name)).sort();
    assert.deepEqual([...rowCommands].sort(), own);
  });
});

describe('the list of contributions', () => {
  it('is what its script makes of package.json', () => {
    assert.equal(read(contributionsFile), contributionsPage(), 'run: node test/support/contributions.ts');
  });

  it('counts a made-up palette as VS Code would', () => {
    const made: Contributed = {
      ...all,
      contributes: {
        ...all.contributes,
        commands: ['one', 'two', 'three'].map((command) => ({ command, title: command })),
        menus: {
          commandPalette: [
            { command: 'one', when: 'false' },
            { command: 'two', when: '!lacks' },
          ],
        },
      },
    };
    assert.deepEqual(palette(made, {}), ['two', 'three']);
    assert.deepEqual(palette(made, { lacks: true }), ['three']);
  });
});

describe('the palette', () => {
  it('has each command once: VS Code lists one anew for every condition that holds', () => {
    const named = (menus.commandPalette ?? []).map(({ command }) => command);
    assert.deepEqual(
      named.filter((one, index) => named.indexOf(one) < index),
      [],
    );
  });

  it('hides nothing for what is not known yet: conditions on what is kept are negative', () => {
    const positive = (menus.commandPalette ?? []).flatMap(({ when }) => {
      const lacks = Object.values(contextKeys).filter((key) => /\.no[A-Z]/.test(key));
      return keysOf(when).filter((key) => lacks.some((one) => one === key) && !when?.includes(`!${key}`));
    });
    assert.deepEqual(positive, []);
    // With every key of ours unset, what hides a command is what stands in front, never what is kept.
    const before = palette(all, contextOf('before anything is known'));
    for (const command of [commandIds.openOrder, commandIds.openBatch, commandIds.removeEnvironment]) {
      assert.ok(before.includes(command), command);
    }
  });

  it('offers what needs orders, batches, environments or own fields only where there are some', () => {
    const nothing = hidden('nothing used yet');
    for (const name of ['openOrder', 'eraseOrder', 'exportOrders', 'repeatLastLookup', 'openUsage'] as const)
      assert.ok(nothing.includes(commandIds[name]), name);
    for (const name of ['resumeBatch', 'eraseBatch', 'removeEnvironment'] as const)
      assert.ok(nothing.includes(commandIds[name]), name);
    // A key may be kept although its environment is in the settings no longer.
    for (const name of [
      'removeApiKey',
      'addEnvironment',
      'setApiKey',
      'restoreOrders',
      'runBatch',
      'quickLookup',
    ] as const)
      assert.ok(!nothing.includes(commandIds[name]), name);
    const sandbox = hidden('sandbox only');
    assert.ok(!sandbox.includes(commandIds.openOrder));
    assert.ok(sandbox.includes(commandIds.recordOutcome) && sandbox.includes(commandIds.resumeBatch));
    assert.deepEqual(hidden('live, with a batch'), [commandIds.resetRequestFields]);
  });

  it('sends a request file in a trusted workspace only, and a form from a form', () => {
    const file = { resourceFilename: 'a.verify.json' };
    const offers = (name: string, more: Context, command: string) =>
      palette(all, { ...contextOf(name), ...more }).includes(command);
    assert.equal(offers('live, with a batch', file, commandIds.sendRequestFile), true);
    assert.equal(offers('untrusted', file, commandIds.sendRequestFile), false);
    assert.equal(offers('untrusted', file, commandIds.openRequestFileInForm), true);
    const page = { activeWebviewPanelId: 'verificationExplorer.page' };
    assert.equal(offers('untrusted', page, commandIds.sendRequest), true);
    assert.equal(offers('untrusted', {}, commandIds.sendRequest), false);
  });
});

describe('keys', () => {
  const bound = (command: string) => keybindings.filter((one) => one.command === command);

  it('hold no Ctrl+Alt, which types letters on many keyboards, and none that VS Code has', () => {
    const keys = keybindings.flatMap(({ key, mac }) => [key, mac ?? '']);
    assert.deepEqual(
      keys.filter((key) => /(ctrl|cmd)\+alt|alt\+(ctrl|cmd)/.test(key)),
      [],
    );
    // See docs/decisions.md for what was looked at.
    assert.deepEqual(
      bound(commandIds.quickLookup).map(({ key, when }) => [key, when]),
      [['ctrl+k ctrl+g', undefined]],
    );
  });

  it('send a form from its page alone: not from a box, a view, a terminal or another editor', () => {
    const [send, ...more] = bound(commandIds.sendRequest);
    assert.deepEqual([send?.key, send?.mac, more.length], ['ctrl+enter', 'cmd+enter', 0]);
    const page = { activeWebviewPanelId: 'verificationExplorer.page' };
    const review = { activeWebviewPanelId: 'verificationExplorer.batchReview' };
    assert.deepEqual([holds(send?.when, page), holds(send?.when, review)], [true, true]);
    assert.equal(holds(send?.when, { activeWebviewPanelId: 'verificationExplorer.orders' }), false);
    assert.equal(holds(send?.when, { activeWebviewPanelId: 'markdown.preview' }), false);
    for (const focus of [
      'inputFocus',
      'sideBarFocus',
      'auxiliaryBarFocus',
      'panelFocus',
      'notificationFocus',
    ])
      assert.equal(holds(send?.when, { ...page, [focus]: true }), false, focus);
  });

  it('erase and copy rows of the history alone, not text typed into its find box', () => {
    const inHistory = { focusedView: 'verificationExplorer.orders', listFocus: true };
    for (const command of [commandIds.eraseOrder, commandIds.copyOrderId]) {
      const [row] = bound(command);
      assert.deepEqual(row?.args, { rows: 'focused' });
      assert.equal(holds(row?.when, inHistory), true);
      assert.equal(holds(row?.when, { ...inHistory, inputFocus: true }), false);
      assert.equal(holds(row?.when, { ...inHistory, focusedView: 'workbench.explorer.fileView' }), false);
    }
  });
});

describe('menus', () => {
  const inMenu = (menu: string, context: Context): readonly string[] =>
    (menus[menu] ?? []).flatMap(({ command, submenu, when }) =>
      holds(when, context) ? [command ?? submenu ?? ''] : [],
    );

  it('of rows offer whatever stands inline, and of several rows only what takes several', () => {
    const row = { view: 'verificationExplorer.orders', viewItem: 'order verified hasOrderId open' };
    const operation = { view: 'verificationExplorer.operations', viewItem: 'operation' };
    const rows = menus['view/item/context'] ?? [];
    for (const context of [row, operation]) {
      const offered = rows.filter(({ when }) => holds(when, context));
      const [inline, listed] = [true, false].map((isInline) =>
        offered
          .filter(({ group = '' }) => group.startsWith('inline') === isInline)
          .map(({ command }) => command),
      );
      assert.deepEqual(
        inline?.filter((command) => !listed?.includes(command)),
        [],
      );
    }
    const two = inMenu('view/item/context', { ...row, listMultiSelection: true, listDoubleSelection: true });
    const many = inMenu('view/item/context', { ...row, listMultiSelection: true });
    for (const command of [commandIds.openOrder, commandIds.sendAgain, commandIds.copyAs])
      assert.ok(!many.includes(command), command);
    assert.ok(two.includes(commandIds.compareOrders) && !many.includes(commandIds.compareOrders));
    assert.ok(many.includes(commandIds.eraseOrder) && many.includes(commandIds.copyOrderId));
  });

  it('of editors and files name us once, and hold nothing where nothing fits', () => {
    const csv = { resourceExtname: '.csv', resourceFilename: 'a.csv' };
    assert.deepEqual(inMenu('editor/context', { resourceExtname: '.ts' }), []);
    assert.deepEqual(inMenu('editor/context', csv), [commandIds.runBatchOnFile]);
    assert.deepEqual(inMenu('editor/context', { ...csv, editorHasSelection: true }), [
      'verificationExplorer.editorMenu',
    ]);
    assert.deepEqual(inMenu('explorer/context', csv), [commandIds.runBatchOnFile]);
    const file = { resourceFilename: 'a.verify.json', resourceExtname: '.json' };
    assert.deepEqual(inMenu('explorer/context', file), ['verificationExplorer.explorerMenu']);
    assert.deepEqual(inMenu('verificationExplorer.explorerMenu', {}), [commandIds.openRequestFileInForm]);
  });

  it('of pages offer the answer, the request and find', () => {
    const wanted = [commandIds.openOrderJson, commandIds.copyAs, commandIds.saveRequestFile];
    const inTitle = inMenu('editor/title', { activeWebviewPanelId: 'verificationExplorer.page' });
    assert.deepEqual(inTitle, [...wanted, commandIds.findInPage]);
    const page = { webviewId: 'verificationExplorer.page' };
    assert.deepEqual(inMenu('webview/context', { ...page, verificationAnswer: true }), inTitle);
    assert.deepEqual(inMenu('webview/context', page), inTitle.slice(1));
    for (const name of ['batchReview', 'usage', 'orders']) {
      const id = `verificationExplorer.${name}`;
      // The orders page holds only the rows in view, and has a search of its own.
      const found = name === 'orders' ? [] : [commandIds.findInPage];
      assert.deepEqual(inMenu('webview/context', { webviewId: id }), found, name);
      assert.deepEqual(inMenu('editor/title', { activeWebviewPanelId: id }), found, name);
    }
    assert.deepEqual(inMenu('webview/context', { webviewId: 'other' }), []);
  });
});

describe('titles', () => {
  it('are written as VS Code writes them', () => {
    const small = /^(a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)$/;
    const titles = commands.map(({ title }) => words[title.slice(1, -1)] ?? '');
    const odd = titles.filter((title) =>
      title
        .replaceAll(/[…,]/g, '')
        .split(' ')
        .some((word, index) => (index > 0 && small.test(word) ? false : !/^[A-Z]/.test(word))),
    );
    assert.deepEqual(odd, []);
  });
});
