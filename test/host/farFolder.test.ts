import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type BatchId, orderId } from '../../src/calls/ports/ids.ts';
import { commandIds } from '../../src/contributions.ts';
import { saveText } from '../../src/ui/usage/exportUsage.ts';
import { AnsweringWindow } from './answers.ts';
import { acceptingFirst, eventually, theExtension } from './extension.ts';
import { FarFolder } from './farFolder.ts';
import { after, before, describe, it } from './harness.ts';
import { aBatch, isOver, type PersonRow } from './plantedPerson.ts';

/** Of this suite alone: the orders that come of them stay, and other suites would not be sent theirs. */
const people: readonly PersonRow[] = [
  ['KL00FR0031', 'Farida Koshy', ''],
  ['KL00FR0032', 'Farida Koshy', 'a second one'],
  ['KL00FR0033', 'Binu Koshy', ''],
];

let far: FarFolder;
let answering: AnsweringWindow;
let order: string;

const said = (wanted: RegExp): Promise<string> =>
  eventually(String(wanted), () => answering.asked.find((one) => wanted.test(one)));

function names(): string[] {
  return [...far.entries.keys()].filter((path) => path !== '/').sort();
}

describe('a folder that VS Code alone reaches', () => {
  before(async () => {
    await theExtension();
    far = new FarFolder();
    const done = await vscode.commands.executeCommand<{ id: string }>(commandIds.quickLookup, {
      operation: 'rc-advanced',
      fields: { rc_number: 'XX00NR0422' },
    });
    order = orderId(done.id);
    answering = new AnsweringWindow({
      type: () => [],
      saveAs: (name) => far.uri(name),
      open: () => undefined,
    });
  });
  after(() => {
    answering.dispose();
    far.dispose();
  });

  it('gets orders in every format, each whole under its name and nothing beside it', async () => {
    for (const name of ['.ndjson', '.csv', '.ndjson', '-bodies']) {
      far.entries.clear();
      far.entries.set('/', 'folder');
      await vscode.commands.executeCommand(commandIds.exportOrders, order);
      const [first] = names();
      assert.ok(first?.endsWith(name), `${first} for ${name}`);
      assert.equal(names().length, name === '-bodies' ? 3 : 1, names().join());
    }
    const [, request] = names().filter((path) => path.endsWith('request') || path.endsWith('bodies'));
    assert.match(far.text(request?.slice(1) ?? '') ?? '', /XX00NR0422/);
    await said(/^1 order exported to far-folder:\/orders-/);
  });

  it('is left as it was by an export that cannot be written', async () => {
    far.entries.clear();
    far.broken = true;
    try {
      await assert.rejects(
        async () => vscode.commands.executeCommand(commandIds.exportOrders, order),
        /Nothing was written: .*the other side is gone/,
      );
    } finally {
      far.broken = false;
    }
    assert.deepEqual(names(), []);
  });

  it('gets counts as CSV', async () => {
    const { services } = await theExtension();
    await saveText(services, 'Export Usage', 'usage', 'day,calls\r\n');
    const [file] = names();
    assert.match(file ?? '', /^\/usage-.*\.csv$/);
    assert.equal(far.text(file?.slice(1) ?? ''), 'day,calls\r\n');
    await said(/^Saved to far-folder:\/usage-/);
  });

  it('gets an order as a request file', async () => {
    far.entries.clear();
    answering.dispose();
    const { showSaveDialog } = vscode.window;
    Object.assign(vscode.window, { showSaveDialog: async () => far.uri('one.verify.json') });
    try {
      await acceptingFirst(commandIds.saveRequestFile, order);
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
    }
    assert.match(far.text('one.verify.json') ?? '', /"operation": "rc-advanced"/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    answering = new AnsweringWindow({
      type: () => [],
      saveAs: (name) => far.uri(name),
      open: () => undefined,
    });
  });

  describe('with the results of a batch', () => {
    const run = async (id: BatchId): Promise<void> => {
      await vscode.commands.executeCommand(commandIds.resumeBatch, id);
    };

    it('holds each row once, and the columns of the rows', async () => {
      const id = await aBatch('far.csv', far.uri('far-results.csv').toString(), people);
      await run(id);
      await isOver(id);
      const lines = await eventually('every row', () => {
        const found = (far.text('far-results.csv') ?? '').trimEnd().split('\r\n');
        return found.length === 4 ? found : undefined;
      });
      const header = (lines[0] ?? '').split(',');
      assert.deepEqual(header.slice(0, 4), ['Owner', 'Aadhaar', 'row', 'line']);
      assert.deepEqual(
        lines
          .slice(1)
          .map((line) => line.split(',')[header.indexOf('row')])
          .sort(),
        ['1', '2', '3'],
      );
    });

    it('sends nothing where it refuses to be written', async () => {
      const { services } = await theExtension();
      const { batches } = await services.ledger();
      const id = await aBatch('refused.csv', far.uri('refused.csv').toString(), people);
      const idle = await eventually('no batch is running', async () => {
        far.broken = true;
        return run(id).then(
          () => true,
          () => undefined,
        );
      });
      assert.ok(idle);
      await said(/^The results file could not be written, so nothing was sent: .*the other side is gone/);
      far.broken = false;
      const batch = await batches.get(id, services.session, services.now());
      assert.ok(batch?.tally.every(({ state }) => state === 'waiting'));
      assert.equal(batch?.heldElsewhere, false);
      assert.ok(await batches.erase(id, services.session, services.now()));
    });
  });
});
