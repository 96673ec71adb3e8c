import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalFields } from '../../../../src/contract/identifiers.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { b, startRows } from './aRun.ts';

/** identifierPatterns.ts: "its groups alone tell MH-1-2345 from MH-12-345". A repeat is never sent, whatever its user says. */
test('a plate of the old form is no repeat of another vehicle’s with the same digits in other groups', async (t) => {
  const operation = operationById('rc-advanced');
  const [one, another] = ['XX-1-2345', 'XX-12-345'];
  // They leave as they are typed, so they are two requests.
  for (const rc_number of [one, another])
    assert.deepEqual(normalFields(operation, { rc_number }), { rc_number });
  const { ledger } = await aLedger(t);
  await startRows(ledger, 'b', [one, another]);
  const { rows } = await ledger.batches.rows(b, null, 10);
  assert.deepEqual(
    rows.map(({ state, why, sameAs }) => [state, why, sameAs]),
    [
      ['waiting', null, null],
      ['waiting', null, null],
    ],
  );
});
