import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import type { Outcome } from '../../../../src/contract/words.ts';
import { negative } from '../../../e2e/page/samples.ts';
import '../../../support/plainVscode.ts';

const { withoutOldAdvice } = await import('../../../../src/ui/answers/orderDue.ts');

/** What an answer means and advises once this was recorded of its order. */
function said(outcome: Outcome, resolved: OrderSummary['resolved']): readonly string[] {
  const answer = { ...negative, outcome, meaning: 'It is queued.', advice: 'Keep the order_id.' };
  const { meaning, advice } = withoutOldAdvice(answer, { resolved } as OrderSummary);
  return [meaning, advice];
}

test('an order whose outcome was recorded is said neither to wait nor what to do meanwhile', () => {
  for (const outcome of ['pending', 'held'] as const) {
    assert.deepEqual(said(outcome, 'verified'), ['', '']);
    for (const resolved of [null, 'still-open'] as const)
      assert.deepEqual(said(outcome, resolved), ['It is queued.', 'Keep the order_id.']);
  }
  // Why nothing is known stays true.
  assert.deepEqual(said('unknown', 'verified'), ['It is queued.', '']);
});
