import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvCells } from '../../../src/calls/batch/csvText.ts';
import { Planner } from '../../../src/calls/batch/planner.ts';
import { identityOf, originOf, placeOf } from '../../../src/calls/environments/environments.ts';
import type { OwnColumn, ResultsTarget } from '../../../src/calls/ports/batchPorts.ts';
import type { Ledger, Transport } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { ResultsFile } from '../../../src/ui/batch/resultsFile.ts';
import { acme } from '../../support/simulatedPorts.ts';
import { aRun, b, SimulatedClock, verified } from '../calls/batch/aRun.ts';
import { aLedger, bytes, filesHolding, noon } from './aLedger.ts';

const rc = operationById('rc-advanced');
const columns: readonly OwnColumn[] = [
  { name: 'Customer', mask: null },
  { name: 'Plate', mask: 'first2last2' },
];
const cells = [
  ['Ann of Nowhere', 'XX00AA1000'],
  ['Ben', 'xx00 aa1000'],
  ['Cy', 'XX00AA1001'],
  ['Di', 'XX00AA1002'],
] as const;

const anyFile: ResultsTarget = { file: '/nowhere/rows.results.csv', format: 'csv', masked: true };

/** The third row was left out by the user; the second repeats the first. */
async function planned(
  ledger: Ledger,
  own = columns,
  results: ResultsTarget | null = anyFile,
): Promise<void> {
  const place = placeOf(acme);
  await ledger.batches.create({
    ...{ id: b, operation: rc.id, environment: acme.name, identity: identityOf(acme), kind: acme.kind },
    ...{ origin: originOf(acme), baseUrl: acme.baseUrl, source: 'rows.csv', createdAt: noon },
    ...{ fields: rc.requestFields, columns: own },
  });
  const planner = new Planner(
    {
      store: ledger.batches,
      fingerprint: (of, body) => ledger.fingerprint(of, body),
      inputPrint: (of, body) => ledger.inputPrint(of, body),
    },
    { batch: b, operation: rc, place, map: { rc_number: { column: 1 } }, width: 2, chunk: 1 },
  );
  for (const [index, own] of cells.entries()) {
    const left = index === 2 ? ({ why: 'left', sameAs: null } as const) : null;
    await planner.add({ line: index + 2, cells: own }, [], { own, left });
  }
  await planner.end();
  await ledger.batches.start(b, { sendFlawed: true, sendPaid: false, results, insteadOf: null });
}

test('own cells are kept sealed with their row, and come along when it leaves', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await planned(ledger);
  const { batches } = ledger;
  assert.deepEqual((await batches.get(b, 'w', noon))?.columns, columns);
  const kept = await batches.inputs(b, [0, 1, 2, 3]);
  assert.deepEqual(
    [...kept.values()].map(({ own }) => own),
    cells,
  );
  assert.deepEqual([...(await batches.fields(b, [0, 1, 2, 3])).keys()], [0, 3]);
  const call = await batches.nextCall(b, 0);
  assert.deepEqual(call?.rows, [{ row: 0, fields: { rc_number: 'XX00AA1000' }, own: cells[0] }]);
  assert.notDeepEqual(filesHolding(folder, bytes(acme.baseUrl)), [], 'what is not sealed is found');
  for (const word of ['Ann of Nowhere', 'Customer'])
    assert.deepEqual(filesHolding(folder, bytes(word)), [], word);
  await batches.forgetLeft(b);
  assert.deepEqual([...(await batches.inputs(b, [0, 1, 2, 3])).keys()], [0, 3]);
});

test('without a results file no cells of rows that never leave are kept: nothing would ever ask for them', async (t) => {
  const { ledger } = await aLedger(t);
  await planned(ledger, columns, null);
  const kept = await ledger.batches.inputs(b, [0, 1, 2, 3]);
  assert.deepEqual([...kept.keys()], [0, 3]);
  assert.equal((await ledger.batches.nextCall(b, 0))?.rows.length, 1);
});

/** Sends all of the batch; each answer comes to another window, which reads the file for what it holds. */
async function runInWindows(
  ledger: Ledger,
  file: string,
  own: readonly OwnColumn[],
  answers: readonly string[],
): Promise<Record<string, string>[]> {
  const target = { file, format: 'csv', masked: true } as const;
  let sent = 0;
  const transport: Transport = {
    send: async () => {
      const body = new TextDecoder().decode(verified.kind === 'answered' ? verified.body : bytes(''));
      return { ...verified, body: bytes(body.replace('"result":{}', `"result":${answers[sent]}`)) };
    },
  };
  const { run } = await aRun(ledger, new SimulatedClock(), transport, {
    ended: async (call, { settlement }) => {
      const results = await ResultsFile.open(ledger, { operation: rc, batch: b, own }, target, sent === 0);
      await results.complete();
      await results.add(call, settlement);
      await results.close();
      sent += 1;
    },
  });
  await run.run();
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  const names = csvCells(header);
  for (const line of lines) assert.equal(csvCells(line).length, names.length, line);
  return lines
    .map((line) => Object.fromEntries(csvCells(line).map((cell, at) => [names[at] ?? '', cell])))
    .toSorted((one, other) => Number(one.row) - Number(other.row));
}

test('the results stand beside the user’s columns; a field met late gets its column at the end', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await planned(ledger);
  const rows = await runInWindows(ledger, join(folder, 'results.csv'), columns, [
    '{"color":"blue"}',
    '{"color":"red","late":{"field":"=1"}}',
  ]);
  assert.deepEqual(
    rows.map(({ Customer, row, why, 'result.color': color, 'result.late.field': late }) => [
      ...[Customer, row, why, color, late],
    ]),
    [
      ['Ann of Nowhere', '1', '', 'blue', ''],
      ['Ben', '2', 'duplicate', '', ''],
      ['Cy', '3', 'left', '', ''],
      ['Di', '4', '', 'red', "'=1"],
    ],
  );
  assert.ok(rows.every(({ Plate }) => Plate?.startsWith('XX•') || Plate?.startsWith('xx•')));
});

test('a results file whose rows are run again keeps its columns, and the new results theirs, in every window', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const own: readonly OwnColumn[] = [
    { name: 'result.color', mask: null },
    { name: 'Plate', mask: 'first2last2' },
  ];
  await planned(ledger, own);
  const rows = await runInWindows(ledger, join(folder, 'results.csv'), own, [
    '{"color":"blue"}',
    '{"color":"red","late":"2026"}',
  ]);
  assert.deepEqual(
    rows.map((row) => [row['result.color'], row['result.color_2'], row['result.late']]),
    [
      ['Ann of Nowhere', 'blue', ''],
      ['Ben', '', ''],
      ['Cy', '', ''],
      ['Di', 'red', '2026'],
    ],
  );
  assert.deepEqual(
    Object.keys(rows[0] ?? {}).filter((name) => name.startsWith('result.color')),
    ['result.color', 'result.color_2'],
  );
});
