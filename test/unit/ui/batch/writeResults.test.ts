import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { runAll } from './aResults.ts';

const { writeResults } = await import('../../../../src/ui/batch/writeResults.ts');

const plates = ['XX00AA1000', 'XX00AA1001', 'XX00AA1002'];
const forms = { maskedCsv: 0, wholeCsv: 1, wholeNdjson: 3 } as const;

beforeEach(reset);

/** A batch of which so many calls have come to an end. */
async function aBatchOf(t: TestContext, calls: number) {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  if (calls > 0) await runAll(ledger, calls);
  const batches = {
    services: { ledger: async () => ledger, now: () => noon, session: 's' },
    store: async () => ledger.batches,
    get: async () => ledger.batches.get(b, 's', noon),
    all: async () => ledger.batches.list('s', noon),
    operationFor: () => operationById('rc-advanced'),
  };
  const file = join(folder, 'again.csv');
  const write = async (form: number): Promise<string> => {
    world.choices.push(
      ([items]) => (items as readonly unknown[])[form],
      () => plainVscode.Uri.file(file),
    );
    await writeResults(batches as never, 'b');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  return { ledger, file, write };
}

const told = () => world.shown.at(-1)?.given[0];

test('what was written masked is had with its values, and again in another form, over what stood there', async (t) => {
  const { file, write } = await aBatchOf(t, 3);
  writeFileSync(file, 'what its user agreed to replace');
  const masked = await write(forms.maskedCsv);
  assert.equal(masked.split('\r\n').length, 1 + 3 + 1);
  assert.doesNotMatch(masked, /XX00AA100/);
  const whole = await write(forms.wholeCsv);
  for (const plate of plates) assert.ok(whole.includes(plate), whole);
  assert.equal(told(), `Results written: ${file}`);
  const lines = (await write(forms.wholeNdjson)).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).input_rc_number),
    plates,
  );
});

test('of a batch that is not over every row is written as it stands, and those that wait do so as before', async (t) => {
  const { ledger, write } = await aBatchOf(t, 1);
  const before = await ledger.batches.rows(b, null, 9);
  const states = async (): Promise<unknown[]> =>
    (await write(forms.wholeNdjson))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).state);
  assert.deepEqual(await states(), ['done', 'waiting', 'waiting']);
  assert.deepEqual(await ledger.batches.rows(b, null, 9), before);
  await runAll(ledger);
  assert.deepEqual(await states(), ['done', 'done', 'done']);
});

test('what is no longer kept is said, and stays empty', async (t) => {
  const { ledger, write } = await aBatchOf(t, 3);
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + 1);
  assert.equal((await write(forms.wholeCsv)).split('\r\n').length, 1 + 3 + 1);
  assert.match(String(told()), /^Results written: .* · answers no longer kept: 3$/);
});

test('before anything has come to an end nothing is asked or written', async (t) => {
  const { write } = await aBatchOf(t, 0);
  await assert.rejects(write(forms.wholeCsv), {
    message: 'No row of the batch of rows.csv has come to an end yet.',
  });
  assert.deepEqual(world.shown, []);
});

test('the file of a batch that goes on is left to it', async (t) => {
  const { ledger, file, write } = await aBatchOf(t, 1);
  const list = ledger.batches.list.bind(ledger.batches);
  ledger.batches.list = async (...given) =>
    (await list(...given)).map((one) => ({ ...one, results: { file, format: 'csv', masked: true } }));
  await assert.rejects(
    write(forms.wholeCsv),
    /^Error: A batch that is not over yet writes its results to this file/,
  );
  assert.equal(existsSync(file), false);
});
