import assert from 'node:assert/strict';
import { it } from 'node:test';
import { aLedger, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

it('an order that looks like one whose request is gone is counted beside another input whose request is kept, too', async (t) => {
  const { ledger } = await aLedger(t);
  const gone = await sentAs(ledger, 'gone', 'rc-advanced', '{"rc_number":"XX00OK0200"}');
  await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
  await sentAs(ledger, 'alike', 'rc-advanced', '{"rc_number":"XX00OK0200","consent":"Y"}');
  const kept = await sentAs(ledger, 'kept', 'rc-advanced', '{"rc_number":"XX11AB7777"}');
  const untold = async (...prints: readonly string[]) => (await ledger.heldElsewhere(prints)).untold;
  assert.deepEqual([await untold(gone), await untold(kept)], [1, 0]);
  assert.equal(await untold(gone, kept), 1);
});
