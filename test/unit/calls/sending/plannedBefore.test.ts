import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import type { BatchStore, NewBatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { owned, told } from './aSender.ts';
import { aWorld, key } from './aSending.ts';

const operation = operationById('email-bulk');

/** As versions before this one planned it: an address is asked about as often as it stands there. */
for (const cells of [['a@x.invalid\nA@x.invalid'], ['a@x.invalid\nb@x.invalid', 'b@x.invalid']]) {
  test(`a batch that the version before planned leaves, as it was planned: ${JSON.stringify(cells)}`, async (t) => {
    const world = await aWorld(t);
    world.environments = [owned];
    world.chosen = identityOf(owned);
    world.setKey(key, owned);
    const { real } = world;
    const id = batchId('before');
    await real.batches.create({
      id,
      operation: 'email-bulk',
      environment: owned.name,
      identity: identityOf(owned),
      kind: owned.kind,
      origin: originOf(owned),
      baseUrl: owned.baseUrl,
      source: 'mails.csv',
      createdAt: world.now,
      fields: operation.requestFields,
    });
    const prints = { fingerprint: real.fingerprint.bind(real), inputPrint: real.inputPrint.bind(real) };
    const body = bodyFromFields(operation, { emails: cells.join('\n') });
    const { whole } = await printOf(prints, operation, body);
    const store: Pick<BatchStore, 'addRows' | 'firstRows' | 'twins'> = {
      addRows: (of, rows: readonly NewBatchRow[]) =>
        real.batches.addRows(
          of,
          rows.map((row) => ({ ...row, fingerprint: whole })),
        ),
      firstRows: (of, keys) => real.batches.firstRows(of, keys),
      twins: (at, inputs) => real.batches.twins(at, inputs),
    };
    const planner = new Planner(
      { store, ...prints },
      { operation, place: placeOf(owned), map: { emails: { column: 0 } }, width: 1, chunk: 50, batch: id },
    );
    for (const [index, cell] of cells.entries()) await planner.add({ line: index + 2, cells: [cell] });
    await planner.end();
    await real.batches.start(id, { sendFlawed: true, sendPaid: false, results: null, insteadOf: null });
    const batch = await real.batches.get(id, 'window', world.now);
    assert.ok(batch !== null);
    const sender = new BatchSender(world.sending, batch, [], async () => undefined);
    const call = await real.batches.nextCall(id, 0);
    assert.ok(call !== null);
    const attempted = await sender.attempt(call, 0, () => true);
    assert.equal(told(attempted), 'left');
    if (attempted.kind === 'left') await attempted.end;
    assert.equal(new TextDecoder().decode(world.requests[0]?.body), body);
  });
}
