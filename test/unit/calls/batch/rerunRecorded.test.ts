import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rerunGroups, rerunOf } from '../../../../src/calls/batch/rerun.ts';
import { Review } from '../../../../src/calls/batch/review.ts';
import { noChoices } from '../../../../src/calls/batch/reviewChoices.ts';
import { placeOf } from '../../../../src/calls/environments/environments.ts';
import { type OrderId, orderId } from '../../../../src/calls/ports/ids.ts';
import type { Exchange } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { answer, aRun, b, SimulatedClock, startRows } from './aRun.ts';

const cut: Exchange = {
  ...{
    kind: 'failed',
    sent: 'maybe',
    code: 'reset',
    what: { text: 'The connection was cut.' },
    cause: 'ECONNRESET',
  },
  ...{
    head: null,
    partialBody: null,
    timing: { connectedMs: 1, firstByteMs: null, totalMs: 3 },
  },
};

/** README: *Re-run Failed Rows of a Batch…* "says what is free to repeat and what would be billed again". */
for (const [outcome, again] of [
  ['verified', []],
  ['negative', ['billed']],
  ['refunded', ['free']],
  ['not-billed', ['free']],
  ['no-result', ['billed']],
] as const)
  test(`a row of unknown outcome whose user recorded it as ${outcome} is run again as that says`, async (t) => {
    const { ledger } = await aLedger(t);
    await startRows(ledger, 'b', ['XX00AA1000']);
    const clock = new SimulatedClock();
    const { run } = await aRun(ledger, clock, { send: async () => cut });
    await run.run();
    const [row] = (await ledger.batches.rows(b, null, 10)).rows;
    assert.deepEqual([row?.state, row?.outcome], ['undecided', 'unknown']);
    const order = orderId(String(row?.order));
    await ledger.resolve(order, {
      at: clock.at + 60_000,
      outcome,
      note: 'the dashboard says so',
      pasted: null,
    });
    const [after] = (await ledger.batches.rows(b, null, 10)).rows;
    assert.equal(after?.state, 'done', 'the batch has taken the word');
    const groups = rerunGroups(await ledger.batches.outcomes(b));
    assert.deepEqual(
      groups.map((group) => group.again),
      again,
      // Chosen with others of unknown outcome it would pass its own order, and nobody would ask once more.
      JSON.stringify(after === undefined ? null : rerunOf(after, groups)),
    );
  });

test('a row of a pending order whose user recorded it as refunded may be run again, free of doubt', async (t) => {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', ['XX00AA1000']);
  const clock = new SimulatedClock();
  const { run } = await aRun(ledger, clock, {
    send: async () => answer('ACCEPTED', 202, true),
  });
  await run.run();
  assert.deepEqual(
    rerunGroups(await ledger.batches.outcomes(b)),
    [],
    'while it is open it is not sent beside its order',
  );
  const [row] = (await ledger.batches.rows(b, null, 10)).rows;
  const refunded = {
    at: clock.at + 60_000,
    outcome: 'refunded',
    note: '',
    pasted: null,
  } as const;
  await ledger.resolve(orderId(String(row?.order)), refunded);
  const groups = rerunGroups(await ledger.batches.outcomes(b));
  assert.deepEqual(
    groups.map(({ again }) => again),
    ['free'],
  );
});

test('a row that was recorded as refunded passes its own order, which is a twin all the same, and no other', async (t) => {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', ['XX00AA1000']);
  const clock = new SimulatedClock();
  const { run } = await aRun(ledger, clock, { send: async () => cut });
  await run.run();
  const order = orderId(String((await ledger.batches.rows(b, null, 10)).rows[0]?.order));
  const at = clock.at + 60_000;
  await ledger.resolve(order, { at, outcome: 'refunded', note: '', pasted: null });
  const [row] = (await ledger.batches.rows(b, null, 10)).rows;
  assert.ok(row !== undefined);
  assert.deepEqual(
    [row.outcome, row.billing, row.resolved],
    ['unknown', 'unknown', 'refunded'],
    'what the service said of it stays',
  );
  const groups = rerunGroups(await ledger.batches.outcomes(b));
  assert.deepEqual(rerunOf(row, groups)?.accepted, [order]);
  const sent = async (accepted: readonly OrderId[]) => {
    const means = {
      fingerprint: (...of: Parameters<typeof ledger.fingerprint>) => ledger.fingerprint(...of),
      inputPrint: (...of: Parameters<typeof ledger.inputPrint>) => ledger.inputPrint(...of),
      twins: (...of: Parameters<typeof ledger.batches.twins>) => ledger.batches.twins(...of),
      turn: async () => undefined,
    };
    const options = {
      ...{ operation: operationById('rc-advanced'), place: placeOf(acme), map: { rc_number: { column: 0 } } },
      ...{ width: 1, chunk: 1, bills: true, sendsWrong: true, accepted: new Map([[0, accepted]]) },
    };
    const rows = [{ line: 2, cells: ['XX00AA1000'] }];
    const review = await Review.of(means, options, rows, noChoices, () => true);
    return review?.rows.map((one) => review.isSent(one));
  };
  assert.deepEqual([await sent([]), await sent([order])], [[false], [true]]);
  await ledger.resolve(order, { at: at + 1, outcome: 'still-open', note: '', pasted: null });
  const [open] = (await ledger.batches.rows(b, null, 10)).rows;
  assert.equal(open?.state, 'undecided');
  assert.deepEqual(open && rerunOf(open, groups), null, 'it is in no group that was chosen before');
});
