import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { commandIds } from '../../../../src/contributions.ts';
import { contributed } from '../../../support/contributions.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { OfferedFailure } = await import('../../../../src/ui/base/both/tellFailure.ts');
const { registerCommands } = await import('../../../../src/ui/commands/start/register.ts');

/** As the extension host calls it for the workbench, whatever its classes are called. */
const host = {
  $executeContributedCommand: (id: string, ...args: readonly unknown[]): unknown =>
    vscode.commands.executeCommand(id, ...args),
};

let failure: Error;
let logged: unknown[] = [];
let opened = 0;
let found: Map<string, (...args: readonly unknown[]) => unknown>;
let registered: { dispose(): unknown };
const real = vscode.commands.registerCommand;

beforeEach(() => {
  told.shown.splice(0);
  told.answers.splice(0);
  logged = [];
  opened = 0;
  found = new Map();
  Object.assign(vscode.commands, {
    registerCommand: (id: string, run: (...args: readonly unknown[]) => unknown) => {
      found.set(id, run);
      return real(id, run);
    },
  });
  const handlers = new Proxy(
    {},
    {
      get: () => () => {
        throw failure;
      },
    },
  );
  registered = registerCommands(async () => handlers as never, {
    error: (...parts: readonly unknown[]) => void logged.push(parts),
    show: () => {
      opened += 1;
    },
  });
});
afterEach(() => {
  registered.dispose();
  Object.assign(vscode.commands, { registerCommand: real });
});

function byWorkbench(id: string, ...args: readonly unknown[]): unknown {
  const handler = found.get(id);
  assert.ok(handler !== undefined);
  const entrance = { $executeContributedCommand: () => handler(...args) };
  return entrance.$executeContributedCommand();
}

describe('a command that fails', () => {
  it('says one sentence to whoever ran it in the workbench, and is no error there', async () => {
    failure = new Error('A batch is running in this window.');
    assert.equal(await byWorkbench(commandIds.rerunFailed), undefined);
    assert.deepEqual(told.shown, [['A batch is running in this window.']]);
    assert.deepEqual(logged, []);
  });

  it('is an error for an extension that called it, which is told of by nobody else', async () => {
    failure = new Error('A batch is running in this window.');
    await assert.rejects(async () => vscode.commands.executeCommand(commandIds.rerunFailed), failure);
    // Also where that extension was itself called by the workbench.
    await assert.rejects(
      async () => host.$executeContributedCommand(commandIds.rerunFailed),
      /A batch is running/,
    );
    assert.deepEqual(told.shown, []);
  });

  it('offers what can be done about it at once, and says why that failed', async () => {
    let taken = 0;
    const take = async (): Promise<void> => {
      taken += 1;
      throw new Error('The file is gone.');
    };
    failure = new OfferedFailure('Line 2 cannot be read.', { label: 'Open at Line 2', take });
    await byWorkbench(commandIds.runBatch);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(taken, 0);
    told.answers.push('Open at Line 2');
    await byWorkbench(commandIds.runBatch);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(taken, 1);
    const asked = ['Line 2 cannot be read.', 'Open at Line 2'];
    assert.deepEqual(told.shown, [asked, asked, ['The file is gone.']]);
    assert.deepEqual(logged, []);
  });

  it('says the sentence alone where the error of another has something else of that name', async () => {
    for (const offer of [null, 'take it', { label: 'Take It' }, { label: 1, take: () => undefined }]) {
      told.shown.splice(0);
      failure = Object.assign(new Error('It is taken.'), { offer });
      await byWorkbench(commandIds.runBatch);
      assert.deepEqual(told.shown, [['It is taken.']]);
    }
  });

  it('leads to the log where it is a fault, which says where but quotes nothing', async () => {
    failure = new TypeError('ACXXX0202X is not a function');
    told.answers.push('Show Log');
    await byWorkbench(commandIds.openOrder);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(told.shown, [['ACXXX0202X is not a function', 'Show Log']]);
    assert.equal(opened, 1);
    const [name, where] = logged[0] as [string, string];
    assert.equal(name, 'openOrder');
    assert.match(where, /^TypeError\n\s+at .*register\.test/);
    assert.equal(where.includes('ACXXX'), false);
  });

  it('is an error as before where another extension spoils every stack', async () => {
    failure = new Error('The order is gone.');
    const before = Error.prepareStackTrace;
    for (const spoilt of [
      () => [],
      () => {
        throw new Error('spoilt');
      },
    ]) {
      Error.prepareStackTrace = spoilt;
      const run = Promise.resolve(byWorkbench(commandIds.openOrder)).then(
        () => 'told',
        (error: unknown) => error,
      );
      const came = await run;
      Error.prepareStackTrace = before;
      assert.equal(came, failure);
    }
    assert.deepEqual(told.shown, []);
  });

  it('of an argument that cannot be read is told likewise', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    await byWorkbench(commandIds.openOrder, proxy);
    assert.match(String(told.shown[0]), /an argument that cannot be read/);
  });
});

describe('a command chosen in the menu of a row', () => {
  const sentence = 'The list changed as you chose, so nothing was done. Choose again.';
  const row = { kind: 'order', order: { id: 'a' } };

  it('that VS Code has forgotten by then works on no other row', async () => {
    failure = new Error('It was run.');
    await byWorkbench(commandIds.eraseOrder, undefined, undefined);
    await byWorkbench(commandIds.exportOrders, undefined, [undefined, undefined]);
    // Rows come back one after another.
    await byWorkbench(commandIds.copyOrderId, row, [row, undefined]);
    assert.deepEqual(told.shown, [[sentence], [sentence], [sentence]]);
    assert.deepEqual(logged, []);
  });

  it('is no button of a view, which is handed the row that had the focus last, or none', async () => {
    failure = new Error('It was run.');
    const titles = contributed().contributes.menus['view/title'] ?? [];
    const pressed = titles
      .map(({ command }) => command ?? '')
      .filter((command) => command !== commandIds.showLog);
    for (const command of pressed) await byWorkbench(command, undefined, undefined);
    assert.ok(pressed.length > 20);
    assert.deepEqual(
      told.shown,
      pressed.map(() => ['It was run.']),
    );
  });

  it('is run on that row; from the palette, by a key and by a link it is run as ever', async () => {
    failure = new Error('It was run.');
    const all = [
      [row, undefined],
      [row, [row, row]],
      [],
      [undefined],
      [{ rows: 'focused' }],
      [null, 'sandbox'],
    ];
    for (const given of all) await byWorkbench(commandIds.eraseOrder, ...given);
    assert.deepEqual(
      told.shown,
      all.map(() => ['It was run.']),
    );
  });
});
