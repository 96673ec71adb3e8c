import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrder } from '../../calls/orders.ts';
import '../../../support/plainVscode.ts';

const { unprovenSentence } = await import('../../../../src/ui/answers/orderDue.ts');

test('that an answer may be unreadable later is said of those that came alone', () => {
  const said = (outcome: 'verified' | 'not-sent', survived = false): string => {
    const order = anOrder({ kind: 'live', payloadsKept: true, outcome });
    return unprovenSentence({ order, answer: {} } as never, survived);
  };
  assert.match(said('verified'), /may be unreadable after a restart/);
  assert.equal(said('verified', true), '');
  assert.equal(said('not-sent'), '');
});
