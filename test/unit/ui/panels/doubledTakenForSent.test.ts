import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { sameBody } from '../../../../src/contract/sameBody.ts';
import { aLedger } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../../ui/vscodeStandIn.ts';

await standInForVscode();
const { isAnother } = await import('../../../../src/ui/panels/toldBefore.ts');
const doubled = '{"rc_number":"XX00AB0001","rc_number":"XX00AB0002"}';

for (const sent of ['XX00AB0001', 'XX00AB0002'])
  test(`a form that sent ${sent} takes the text with the key given twice for another`, async (t) => {
    const { ledger } = await aLedger(t);
    const single = JSON.stringify({ rc_number: sent });
    const draft = { id: draftId('draft of a'), isSpent: true, leftWith: () => single };
    const services = { ledger: async () => ledger, operation: operationById };
    assert.equal(
      await isAnother(services as never, operationById('rc-advanced'), draft, doubled),
      true,
      'isAnother',
    );
    assert.equal(sameBody(single, doubled), false, 'sameBody');
  });
