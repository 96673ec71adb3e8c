import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { csvCells } from '../../../../src/calls/batch/csvText.ts';
import { csvLine } from '../../../../src/calls/orders/exportRows.ts';
import type { OwnColumn } from '../../../../src/calls/ports/batchPorts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { aBatch, aRow, b } from '../../ledger/aBatch.ts';
import { aLedger } from '../../ledger/aLedger.ts';

/** A service that is asked whether it is to mask what it answers: the field is called so. */
async function ofMasked(
  t: TestContext,
  format: 'csv' | 'ndjson' = 'csv',
  own: readonly string[] = [],
  more = {},
) {
  const read = readRequestFields({
    'rc-advanced': [
      { name: 'rc_number', required: true, check: 'registration', confirmed: true },
      { name: 'masked', type: 'boolean', confirmed: true },
      ...Object.keys(more).map((name) => ({ name })),
    ],
  });
  assert.deepEqual(read.problems, []);
  const operation = withRequestFields(operationById('rc-advanced'), read);
  const { ledger, folder } = await aLedger(t);
  const columns: OwnColumn[] = own.map((name) => ({ name, mask: null }));
  await ledger.batches.create({ ...aBatch, fields: operation.requestFields, columns });
  const file = join(folder, `results.${format}`);
  let rows = 0;
  /** One more row has come to its end, and the file is opened anew. */
  const write = async (): Promise<void> => {
    const fields = { rc_number: `XX00AA100${rows}`, masked: 'true', ...more };
    const left = { call: null, state: 'skipped', why: 'left', fingerprint: null } as const;
    await ledger.batches.addRows(b, [aRow(rows, { ...left, fields, own: own.map((name) => `own ${name}`) })]);
    const target = { file, format, masked: false };
    const results = await ResultsFile.open(ledger, { operation, batch: b, own: columns }, target, rows === 0);
    rows += 1;
    await results.complete();
    await results.close();
  };
  const text = () => readFileSync(file, 'utf8');
  const lines = () => text().trimEnd().split('\r\n').map(csvCells);
  /** What its user, or a version before, made of it. */
  const touch = (touched: (cells: readonly string[], at: number) => readonly string[]): void =>
    writeFileSync(
      file,
      lines()
        .map((cells, at) => csvLine(touched(cells, at)))
        .join(''),
    );
  return { write, text, lines, touch };
}

/** As the version before named them. */
const alike = (cells: readonly string[]) =>
  cells.map((cell) => cell.replace(/^input_masked(?:_\d+)*$/, 'input_masked'));

const shown = (row: number) => `XX••••••0${row}`;

test('each column has a name of its own, and the file is gone on with after a restart', async (t) => {
  const { write, lines } = await ofMasked(t, 'csv', [], { masked_2: 'x' });
  await write();
  await write();
  const [header = [], ...rows] = lines();
  assert.equal(new Set(header).size, header.length, header.join());
  const names = ['input_masked', 'input_rc_number', 'input_masked_3', 'input_masked_2'];
  assert.deepEqual(header.slice(2, 6), names);
  assert.deepEqual(
    rows.map((cells) => cells.slice(2, 6)),
    [0, 1].map((row) => [shown(row), `XX00AA100${row}`, 'true', 'x']),
  );
});

test('a file that the version before began, with two columns alike, is gone on with under its header', async (t) => {
  for (const own of [[], ['Remark'], ['input_masked']]) {
    const { write, lines, touch } = await ofMasked(t, 'csv', own);
    await write();
    const at = own.length + 2;
    const name = lines()[0]?.[at] ?? '';
    touch((cells, line) => (line === 0 ? cells.with(at + 2, name) : cells));
    const before = lines()[0];
    await write();
    assert.deepEqual(lines()[0], before);
    const [first, second] = lines().slice(1);
    assert.equal(first?.length, second?.length);
    assert.deepEqual(second?.slice(0, at), [...own.map((one) => `own ${one}`), '2', '3']);
    assert.deepEqual(second?.slice(at, at + 3), [shown(1), 'XX00AA1001', 'true'], own.join());
  }
});

test('where its user has moved one of the two, nobody knows which it is, and nothing is written under it', async (t) => {
  const { write, lines, touch } = await ofMasked(t);
  await write();
  touch((cells, line) => {
    const [row = '', number = '', masked = '', plate = '', ...rest] = line === 0 ? alike(cells) : cells;
    return [row, number, plate, masked, ...rest];
  });
  const before = lines();
  await assert.rejects(write(), /does not name its columns as they were written/);
  assert.deepEqual(lines(), before);
});

test('a line of NDJSON has each value under a key of its own', async (t) => {
  const { write, text } = await ofMasked(t, 'ndjson');
  await write();
  const keys = [...text().matchAll(/[{,]"([a-z_\d]+)":/g)].map(([, key]) => key);
  assert.equal(new Set(keys).size, keys.length, text());
  assert.deepEqual(
    [JSON.parse(text())].map((line) => [line.input_masked, line.input_masked_2]),
    [[shown(0), 'true']],
  );
});
