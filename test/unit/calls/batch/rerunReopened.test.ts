import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { rerunGroups, rerunOf } from '../../../../src/calls/batch/rerun.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { batchId, orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { answer, aRun, b, SimulatedClock, service, startRows, verified } from './aRun.ts';

test('a row chosen as refunded does not leave unasked once its order is recorded as still open', async (t) => {
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', ['XX00AA1000']);
  const clock = new SimulatedClock();
  const first = await aRun(ledger, clock, { send: async () => answer('ACCEPTED', 202, true) });
  await first.run.run();
  const order = orderId(String((await ledger.batches.rows(b, null, 10)).rows[0]?.order));
  const record = (outcome: 'refunded' | 'still-open', at: number) =>
    ledger.resolve(order, { at, outcome, note: '', pasted: null });
  await record('refunded', clock.at + 60_000);
  const [row] = (await ledger.batches.rows(b, null, 10)).rows;
  const again = row && rerunOf(row, rerunGroups(await ledger.batches.outcomes(b)));
  assert.deepEqual(again?.accepted, [order]);
  // The re-run is planned and started, and waits for a limit of the minute …
  const second = batchId('b2');
  const operation = operationById('rc-advanced');
  await ledger.batches.create({
    ...{
      id: second,
      operation: 'rc-advanced',
      environment: acme.name,
      identity: identityOf(acme),
      kind: acme.kind,
    },
    ...{ origin: originOf(acme), baseUrl: acme.baseUrl, source: 'rows.csv', createdAt: clock.at },
    fields: operation.requestFields,
  });
  const planner = new Planner(
    {
      store: ledger.batches,
      fingerprint: (of, body) => ledger.fingerprint(of, body),
      inputPrint: (of, body) => ledger.inputPrint(of, body),
    },
    {
      batch: second,
      operation,
      place: placeOf(acme),
      map: { rc_number: { column: 0 } },
      width: 1,
      chunk: 50,
    },
  );
  await planner.add({ line: 1, cells: ['XX00AA1000'] }, again?.accepted);
  await planner.end();
  await ledger.batches.start(second, { sendFlawed: true, sendPaid: false, results: null, insteadOf: null });
  // … while its user learns that the provider still works at it.
  await record('still-open', clock.at + 120_000);
  clock.at += 180_000;
  const { seen, transport } = service([verified]);
  const { run } = await aRun(ledger, clock, transport, {}, { batch: second });
  await run.run();
  assert.deepEqual(seen, [], 'an open order is asked about');
});
