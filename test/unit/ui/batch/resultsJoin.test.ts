import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, draftId, orderId } from '../../../../src/calls/ports/ids.ts';
import type { Ledger, OrderPayloads } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { ResultsFile } from '../../../../src/ui/batch/resultsFile.ts';
import { aFolder, aSettlement, bytes } from '../../ledger/aLedger.ts';

const bulk = operationById('email-bulk');
const mails = ['a@x.invalid', 'b@x.invalid', 'c@x.invalid'];
const results = [{ email: mails[0], alias: mails[1] }, { email: mails[2] }];
const answer = { ...aSettlement().answer, body: bytes(JSON.stringify({ data: { result: { results } } })) };

function aRow(row: number): BatchRow {
  return {
    row,
    line: row + 1,
    call: 0,
    state: 'done',
    why: null,
    sameAs: null,
    masked: '',
    order: orderId('o'),
    outcome: 'verified',
    billing: 'billed',
    resolved: null,
    httpStatus: 200,
    messageCode: 'OK',
    failureCode: null,
    orderId: null,
    earlierOrderId: null,
    settledAt: 0,
  };
}

/** What a results file asks of a ledger with one call, read in pages that cut it. */
function oneCall(): Ledger {
  const payloads: OrderPayloads = {
    kind: 'open',
    requestBody: bytes(JSON.stringify({ emails: mails })),
    answer,
  };
  const asked: Pick<Ledger['batches'], 'rows' | 'inputs' | 'callRows' | 'forgetLeft'> = {
    rows: async (_batch, after) => {
      const row = after === null ? 0 : after + 1;
      return { rows: [aRow(row)], next: row + 1 < mails.length ? row : null };
    },
    inputs: async (_batch, rows) =>
      new Map(rows.map((row) => [row, { fields: { emails: mails[row] ?? '' }, own: null }])),
    forgetLeft: async () => undefined,
    callRows: async () => [aRow(0)],
  };
  return { batches: asked, payloads: async () => payloads } as unknown as Ledger;
}

const joined = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ result_of, result }) => [result_of, result]);

test('an item that names another address of the call is joined to nobody, though the rows are read apart', async (t) => {
  const target = { file: join(aFolder(t), 'results.ndjson'), format: 'ndjson', masked: false } as const;
  const file = await ResultsFile.open(oneCall(), { operation: bulk, batch: batchId('b') }, target, true);
  const rows = mails.map((emails, row) => ({ row, fields: { emails } }));
  const call = { batch: batchId('b'), call: 0, draftId: draftId('d'), fingerprint: null, rows };
  await file.add({ ...call, acceptedPaid: [], acceptedOpen: [] }, aSettlement({ answer }));
  await file.complete();
  await file.close();
  assert.deepEqual(joined(target.file), [
    ['call', ''],
    ['call', ''],
    ['row', results[1]],
  ]);
});
