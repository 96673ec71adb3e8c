import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import type { BatchCall, ResultsTarget } from '../../../../src/calls/ports/batchPorts.ts';
import { draftOfBatch } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsElsewhere } from '../../../../src/ui/batch/resultsElsewhere.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { ResultsOnDisk } from '../../../../src/ui/batch/resultsText.ts';
import { b, startRows } from '../../calls/batch/aRun.ts';
import { aLedger, aSettlement } from '../../ledger/aLedger.ts';
import { runAll } from './aResults.ts';

/** The third says what the first does, and is never sent. */
const plates = ['XX00AA1000', 'XX00AA1001', 'xx00aa1000', 'XX00AA1002', 'XX00AA1003'];
const callOfRow = [0, 1, null, 2, 3];

function aCall(row: number): BatchCall {
  const call = callOfRow[row] ?? 0;
  const rows = [{ row, fields: { rc_number: plates[row] ?? '' } }];
  return {
    ...{ batch: b, call, draftId: draftOfBatch(b, call), fingerprint: null, rows },
    ...{ acceptedPaid: [], acceptedOpen: [] },
  };
}

/** A settlement whose answer has these result fields. */
function answered(result: Readonly<Record<string, string>> = {}) {
  const { answer } = aSettlement();
  const body = new TextEncoder().encode(JSON.stringify({ data: { result } }));
  return aSettlement({ answer: { ...answer, body } });
}

/** A batch all of whose calls have come to their ends, and its results file. */
async function ended(t: TestContext, form: Partial<ResultsTarget> = {}) {
  const { ledger, folder } = await aLedger(t);
  await startRows(ledger, 'b', plates);
  await runAll(ledger);
  const target = { file: join(folder, 'results'), format: 'csv', masked: true, ...form } as const;
  const of = { operation: operationById('rc-advanced'), batch: b };
  const open = (isNew: boolean, text = new ResultsOnDisk(target.file)) =>
    ResultsFile.open(ledger, of, target, isNew, text);
  return { ledger, file: target.file, open };
}

function rowsOf(text: string, row = 0): string[] {
  const lines = text.replace(/^\ufeff/, '').trimEnd();
  return lines.startsWith('{')
    ? lines.split('\n').map((line) => String(JSON.parse(line).row))
    : lines
        .split(/\r\n/)
        .slice(1)
        .map((line) => csvCells(line)[row] ?? '');
}

const read = (file: string): string => readFileSync(file, 'utf8');

for (const format of ['csv', 'ndjson'] as const)
  for (const masked of [true, false])
    test(`rows of ${format}, ${masked ? 'masked' : 'whole'}, stand as they came while the batch runs, and as in the input once it has ended`, async (t) => {
      const { file, open } = await ended(t, { format, masked });
      const results = await open(true);
      for (const row of [3, 0]) await results.add(aCall(row), answered());
      assert.deepEqual(rowsOf(read(file)), ['4', '1']);
      await results.complete();
      await results.close();
      assert.deepEqual(rowsOf(read(file)), ['1', '2', '3', '4', '5']);
    });

test('what was written before a batch was resumed stands in the order of the input, too', async (t) => {
  const { file, open } = await ended(t);
  const first = await open(true);
  for (const row of [4, 1]) await first.add(aCall(row), answered());
  await first.close();
  assert.deepEqual(rowsOf(read(file)), ['2', '5']);
  const second = await open(false);
  await second.complete();
  await second.close();
  assert.deepEqual(rowsOf(read(file)), ['1', '2', '3', '4', '5']);
});

test('result fields that came late get their columns as the rows are put in order', async (t) => {
  const { file, open } = await ended(t, { masked: false });
  const results = await open(true);
  await results.add(aCall(3), answered({ colour: 'blue' }));
  await results.add(aCall(0), answered({ seats: '4' }));
  await results.complete();
  await results.close();
  const [header = [], ...rows] = read(file).trimEnd().split('\r\n').map(csvCells);
  const [seats, colour] = ['result.seats', 'result.colour'].map((name) => header.indexOf(name));
  assert.deepEqual(
    rows.map((cells) => [cells[0], cells[seats ?? -1], cells[colour ?? -1]]),
    [
      ['1', '4', ''],
      ['2', '', ''],
      ['3', '', ''],
      ['4', '', 'blue'],
      ['5', '', ''],
    ],
  );
});

for (const [name, end] of [
  ['LF', '\n'],
  ['CR', '\r'],
  ['CRLF', '\r\n'],
] as const)
  test(`a file whose lines its user saved with ${name} keeps them as it is added to and gets more columns`, async (t) => {
    const { file, open } = await ended(t, { masked: false });
    const first = await open(true);
    await first.add(aCall(3), answered({ colour: 'blue' }));
    await first.close();
    writeFileSync(file, read(file).replaceAll('\r\n', end));
    const second = await open(false);
    await second.add(aCall(0), answered({ seats: '4' }));
    await second.complete();
    await second.close();
    assert.deepEqual([...new Set(read(file).match(/\r\n|\r|\n/g))], [end]);
    const [header, ...rows] = read(file).trimEnd().split(end).map(csvCells);
    assert.ok(header?.includes('result.seats'));
    assert.deepEqual(
      rows.map(([row]) => row),
      ['1', '2', '3', '4', '5'],
    );
  });

test('a file whose rows are in order already is not written again', async (t) => {
  const { file, open } = await ended(t);
  class Once extends ResultsOnDisk {
    override exchange(): Promise<void> {
      assert.fail('written again');
    }
  }
  const results = await open(true, new Once(file));
  await results.complete();
  await results.close();
  assert.deepEqual(rowsOf(read(file)), ['1', '2', '3', '4', '5']);
});

test('what its user wrote below a row goes with it, byte by byte, and what stands above all stays there', async (t) => {
  const { file, open } = await ended(t);
  const results = await open(true);
  for (const row of [3, 0]) await results.add(aCall(row), answered());
  await results.close();
  const [header = '', first = '', fourth = ''] = read(file).trimEnd().split('\r\n');
  // As an old spreadsheet saves letters, with a cell of two lines, and no end of the last line.
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
  const remark = latin('"caf\xe9\nclosed",,,,\r\n');
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`\ufeff${header}\r\n`),
      Buffer.from(`${fourth}\r\n`),
      remark,
      Buffer.from(first),
    ]),
  );
  const again = await open(false);
  await again.complete();
  await again.close();
  const saved = readFileSync(file);
  const expected = Buffer.concat([
    Buffer.from(`\ufeff${header}\r\n${first}\r\n`),
    // The two that were added.
    saved.subarray(saved.indexOf('\r\n2,') + 2, saved.indexOf('\r\n4,') + 2),
    Buffer.from(`${fourth}\r\n`),
    remark,
    saved.subarray(saved.indexOf('\r\n5,') + 2),
  ]);
  assert.deepEqual(saved, expected);
});

test('rows of which the user moved the columns are put in order, too', async (t) => {
  const { file, open } = await ended(t);
  const results = await open(true);
  for (const row of [3, 0]) await results.add(aCall(row), answered());
  await results.close();
  const moved = read(file)
    .split('\r\n')
    .reverse()
    .filter((line) => line !== '')
    .map((line) => line.replace(/^([^,]*),([^,]*),/, '$2,$1,'));
  writeFileSync(file, [moved.at(-1), ...moved.slice(0, -1), ''].join('\r\n'));
  assert.deepEqual(rowsOf(read(file), 1), ['4', '1']);
  const again = await open(false);
  await again.complete();
  await again.close();
  assert.deepEqual(rowsOf(read(file), 1), ['1', '2', '3', '4', '5']);
});

test('a file that another program holds keeps every row as it came', async (t) => {
  const { file, open } = await ended(t);
  class Held extends ResultsOnDisk {
    override async exchange(): Promise<void> {
      throw new Error('held open');
    }
  }
  const results = await open(true, new Held(file));
  await results.add(aCall(3), answered());
  await results.complete();
  const before = read(file);
  await assert.rejects(results.close(), /held open/);
  assert.equal(read(file), before);
  assert.deepEqual(rowsOf(before), ['4', '1', '2', '3', '5']);
});

test('what others add as the rows are put in order stays', async (t) => {
  const { file, open } = await ended(t);
  class Meanwhile extends ResultsOnDisk {
    #added = false;
    override async exchange(lines: AsyncIterable<string>): Promise<void> {
      const others = (): void => {
        if (!this.#added) appendFileSync(file, 'seen by Ann\r\n');
        this.#added = true;
      };
      async function* all(): AsyncIterable<string> {
        yield* lines;
        others();
      }
      await super.exchange(all());
    }
  }
  const results = await open(true, new Meanwhile(file));
  await results.add(aCall(3), answered());
  await results.complete();
  await results.close();
  assert.deepEqual(rowsOf(read(file)), ['1', '2', '3', '4', '5', 'seen by Ann']);
});

test('a file that VS Code alone reaches has its rows in order, too', async (t) => {
  const { ledger } = await ended(t);
  let there: Uint8Array | null = null;
  const far = {
    read: async () => there,
    write: async (bytes: Uint8Array) => {
      there = Buffer.from(bytes);
    },
  };
  const most = { bytes: 1_000_000, error: () => new Error('too large') };
  const text = new ResultsElsewhere(
    far,
    () => 0,
    most,
    () => true,
  );
  const of = { operation: operationById('rc-advanced'), batch: b };
  const results = await ResultsFile.open(
    ledger,
    of,
    { file: 'far:/r.ndjson', format: 'ndjson', masked: true },
    true,
    text,
  );
  for (const row of [3, 0]) await results.add(aCall(row), answered());
  await results.complete();
  await results.close();
  assert.deepEqual(rowsOf(Buffer.from(there ?? []).toString()), ['1', '2', '3', '4', '5']);
});
