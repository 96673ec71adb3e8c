import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { aFolder, aLedger, noon, place } from '../../ledger/aLedger.ts';

const { exportOrders } = await import('../../../../src/ui/history/exportOrders.ts');
const { saveText } = await import('../../../../src/ui/usage/exportUsage.ts');
const { tellWritten } = await import('../../../../src/ui/places/tellWritten.ts');

beforeEach(reset);

const settled = () => new Promise((resolve) => setImmediate(resolve));
const pressLast = (given: readonly unknown[]): unknown => given.at(-1);
const run = () => world.shown.filter(({ what }) => what === 'executeCommand').map(({ given }) => given);

/** What is asked and said of an export of one order in a format, whose last button is pressed at its end. */
async function exported(t: TestContext, label: string, local = true): Promise<string> {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a');
  const target = join(aFolder(t), 'all');
  world.choices.push((given) =>
    (given[0] as readonly { readonly label: string }[]).find((one) => one.label === label),
  );
  if (label !== 'CSV' && label !== 'NDJSON') world.choices.push(pressLast);
  world.choices.push(() => plainVscode.Uri.file(target), pressLast);
  const services = { ledger: async () => ledger, now: () => noon, operation: operationById, local };
  await exportOrders(services as never, { filter: {} });
  await settled();
  assert.ok(existsSync(target));
  return target;
}

test('a file that was exported opens from the message that says so', async (t) => {
  const target = await exported(t, 'CSV');
  assert.deepEqual(world.shown.at(-2)?.given, [`1 order exported to ${target}.`, 'Open']);
  assert.equal(String(run()[0]), `vscode.open,file://${target}`);
});

test('a folder of bodies is called one before, and is revealed from the message after', async (t) => {
  const target = await exported(t, 'Folder of raw bodies');
  const question = world.shown.find(({ what }) => what === 'showWarningMessage');
  const { detail } = (question?.given[1] ?? {}) as { readonly detail: string };
  assert.match(detail, /^The export will hold names/);
  assert.deepEqual(world.shown.at(-2)?.given, [`1 order exported to ${target}.`, 'Reveal']);
  assert.equal(String(run()[0]), `revealFileInOS,file://${target}`);
});

test('a folder is revealed where it can be: in the workspace, on this computer, or in a window on the other one', async () => {
  const folder = plainVscode.Uri.file('/opened/bodies');
  const far = plainVscode.Uri.parse('far-folder:/bodies');
  const revealed = async (local: boolean, where = folder): Promise<unknown> => {
    world.shown.length = 0;
    world.choices.push(pressLast);
    await tellWritten({ local }, 'Written.', where as never, true);
    return run()[0];
  };
  assert.deepEqual(String(await revealed(true)), `revealFileInOS,${folder}`);
  const window = { forceNewWindow: true };
  assert.deepEqual(await revealed(false), ['vscode.openFolder', folder, window]);
  assert.deepEqual(await revealed(true, far), ['vscode.openFolder', far, window]);
  world.folders.push(plainVscode.Uri.file('/opened'));
  assert.deepEqual(await revealed(false), ['revealInExplorer', folder]);
});

test('what is not pressed opens nothing, and what cannot be opened is said', async () => {
  await tellWritten({ local: true }, 'Written.', plainVscode.Uri.file('/opened/a.csv') as never);
  assert.deepEqual(run(), []);
  world.choices.push(pressLast, () => Promise.reject(new Error('It is gone.')));
  await tellWritten({ local: true }, 'Written.', plainVscode.Uri.file('/opened/a.csv') as never);
  assert.deepEqual(world.shown.at(-1), { what: 'showErrorMessage', given: ['It is gone.'] });
});

test('counts that were exported open, too', async (t) => {
  const target = join(aFolder(t), 'usage.csv');
  world.choices.push(() => plainVscode.Uri.file(target), pressLast);
  await saveText({ now: () => noon, local: true } as never, 'Export Usage', 'usage', 'day,calls\r\n');
  await settled();
  assert.equal(String(run()[0]), `vscode.open,file://${target}`);
});
