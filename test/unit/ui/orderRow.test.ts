import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarkdownString } from 'vscode';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

await standInForVscode();
const { orderItem } = await import('../../../src/ui/start/trees/orderRow.ts');

const begunAt = Date.UTC(2026, 10, 21, 9);
const row = (changes: Parameters<typeof anOrder>[0]) =>
  orderItem(anOrder({ begunAt, state: 'settled', operation: 'rc-advanced', ...changes }), begunAt + 180_000)
    .description;

test('a row of the history begins with what came of it: a narrow side bar cuts off the end', () => {
  const negative = { outcome: 'negative', billing: 'billed', messageCode: 'NO_RECORD_FOUND' } as const;
  assert.equal(row(negative), 'no record · 3 min · RC');
  assert.equal(row({ state: 'in-flight' }), 'waiting · 3 min · RC');
});

test('the kind of an environment is said in words, and not twice', () => {
  const tooltip = (changes: Parameters<typeof anOrder>[0]) =>
    (orderItem(anOrder({ begunAt, ...changes }), begunAt).tooltip as MarkdownString).value;
  assert.match(tooltip({ environment: 'acme', kind: 'live' }), / · acme \(live\)/);
  assert.match(tooltip({ environment: 'acme', kind: 'sandbox' }), / · acme \(sandbox\)/);
  assert.doesNotMatch(tooltip({ environment: 'Sandbox', kind: 'sandbox' }), /\(sandbox\)/);
});

test('the day a follow-up is due stands before the age, and doubtful money after it', () => {
  const unclear = { outcome: 'held', billing: 'unknown', followUp: '2026-11-20', hasNote: true } as const;
  assert.equal(row(unclear), 'no response · overdue since Nov 20 · 3 min · may be billed · noted · RC');
});
