import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FileDecoration, MarkdownString } from 'vscode';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

await standInForVscode();
const { billingDecorations, orderItem } = await import('../../../src/ui/start/trees/orderRow.ts');

const begunAt = Date.UTC(2026, 10, 21, 9);
const row = (changes: Parameters<typeof anOrder>[0]) =>
  orderItem(anOrder({ begunAt, state: 'settled', operation: 'rc-advanced', ...changes }), begunAt + 180_000)
    .description;

test('a row of the history begins with what came of it: a narrow side bar cuts off the end', () => {
  const negative = { outcome: 'negative', billing: 'billed', messageCode: 'NO_RECORD_FOUND' } as const;
  assert.equal(row(negative), 'no record · 3 min · RC');
  assert.equal(row({ state: 'in-flight' }), 'waiting · 3 min · RC');
});

test('what a row is about leaves room for what came of it: the second field, and the words of a count, stand behind', () => {
  const shown = (operation: 'credit-report' | 'email-bulk' | 'rc-advanced', maskedInput: string) => {
    const order = anOrder({ begunAt, operation, maskedInput, outcome: 'pending', messageCode: 'ACCEPTED' });
    const { label, description } = orderItem(order, begunAt + 180_000);
    return [label, description];
  };
  assert.deepEqual(shown('rc-advanced', 'XX••••••22'), ['XX••22', 'pending · 3 min · RC']);
  const two = '••••••999Z · ••••••2345';
  assert.deepEqual(shown('credit-report', two), ['••999Z', 'pending · 3 min · ••2345 · Credit']);
  const many = ['Email (12)', 'pending · 3 min · 12 e-mail addresses · Email'];
  assert.deepEqual(shown('email-bulk', '12 e-mail addresses'), many);
  assert.deepEqual(shown('rc-advanced', '••••••'), ['RC ••', 'pending · 3 min · RC']);
});

test('the kind of an environment is said in words, and not twice', () => {
  const tooltip = (changes: Parameters<typeof anOrder>[0]) =>
    (orderItem(anOrder({ begunAt, ...changes }), begunAt).tooltip as MarkdownString).value;
  assert.match(tooltip({ environment: 'acme', kind: 'live' }), / · acme \(live\)/);
  assert.match(tooltip({ environment: 'acme', kind: 'sandbox' }), / · acme \(sandbox\)/);
  assert.doesNotMatch(tooltip({ environment: 'Sandbox', kind: 'sandbox' }), /\(sandbox\)/);
});

test('beside the money stands what it came to, by the price the call left with', () => {
  const tooltip = (changes: Parameters<typeof anOrder>[0]) =>
    (orderItem(anOrder({ begunAt, price: '4.5', ...changes }), begunAt).tooltip as MarkdownString).value;
  assert.match(tooltip({}), / · billed · ≈ ₹4\.50 \(estimated\) · /);
  const unclear = { outcome: 'unknown', billing: 'unknown' } as const;
  assert.match(tooltip(unclear), / · may be billed · ≈ ₹4\.50 \(estimated\) · /);
  const none = [
    { price: null },
    { billing: 'free' },
    { state: 'in-flight' },
    { ...unclear, resolved: 'refunded' },
  ] as const;
  for (const changes of none) assert.doesNotMatch(tooltip(changes), /≈|estimated/);
});

test('an answer without a code is known by its HTTP status, which is told once', () => {
  const answered = { state: 'settled', outcome: 'unknown', billing: 'unknown', messageCode: null } as const;
  const item = orderItem(anOrder({ begunAt, ...answered, httpStatus: 502 }), begunAt);
  assert.match(item.accessibilityInformation?.label ?? '', /, unknown, HTTP 502, may be billed, /);
  assert.equal((item.tooltip as MarkdownString).value.match(/HTTP 502/g)?.length, 1);
});

test('the day a follow-up is due stands before the age, and doubtful money after it', () => {
  const unclear = { outcome: 'held', billing: 'unknown', followUp: '2026-11-20', hasNote: true } as const;
  assert.equal(row(unclear), 'no response · overdue since Nov 20 · 3 min · may be billed · noted · RC');
});

describe('the money of a row is as its user recorded it', () => {
  const pending = {
    outcome: 'pending',
    billing: 'billed',
    httpStatus: 202,
    messageCode: 'ACCEPTED',
  } as const;
  const lost = {
    state: 'lost',
    outcome: 'unknown',
    billing: 'unknown',
    httpStatus: null,
    messageCode: null,
  } as const;
  const item = (changes: Parameters<typeof anOrder>[0]) => {
    const { tooltip, resourceUri, ...rest } = orderItem(anOrder({ begunAt, ...changes }), begunAt);
    const query = resourceUri?.query ?? '';
    const decoration = resourceUri && billingDecorations.provideFileDecoration(resourceUri, {} as never);
    const badge = (decoration as FileDecoration | undefined)?.badge ?? '';
    const spoken = rest.accessibilityInformation?.label ?? '';
    return {
      query,
      badge,
      spoken,
      glance: String(rest.description),
      told: (tooltip as MarkdownString).value,
    };
  };

  test('refunded, though it was billed, or nobody knew', () => {
    for (const answered of [pending, lost]) {
      const { query, badge, spoken, glance, told } = item({ ...answered, resolved: 'refunded' });
      assert.deepEqual([query, badge], ['refunded', '↩']);
      assert.match(told, /↩: refunded\./);
      for (const words of [spoken, glance, told]) assert.doesNotMatch(words, /billed/);
    }
  });

  test('billed where nobody knew and it was found to have run', () => {
    const { query, badge, spoken, glance, told } = item({ ...lost, resolved: 'verified' });
    assert.deepEqual([query, badge], ['billed', '₹']);
    assert.match(told, /₹: billed\./);
    assert.match(spoken, /, billed,/);
    assert.doesNotMatch(`${glance} ${spoken} ${told}`, /may/);
  });

  test('as answered while it is open, was free, or is final', () => {
    assert.equal(item({ ...lost, resolved: 'still-open' }).query, 'unknown');
    assert.match(item({ ...lost, resolved: 'still-open' }).glance, /may be billed/);
    assert.equal(
      item({ ...pending, billing: 'free', messageCode: null, httpStatus: null, resolved: 'refunded' }).query,
      'free',
    );
    assert.equal(item({ resolved: 'refunded' }).query, 'billed');
  });

  test('while what the service said goes on contradicting the documents', () => {
    const odd = { outcome: 'unknown', billing: 'billed', httpStatus: 400, messageCode: null } as const;
    assert.match(item(odd).glance, /billed, against the documents/);
    const { query, badge, glance, told } = item({ ...odd, resolved: 'refunded' });
    assert.deepEqual([query, badge], ['contradicted', '!']);
    assert.match(glance, /recorded: refunded · .*refunded/);
    assert.match(told, /!: what the service says of the money contradicts the documents\./);
    assert.doesNotMatch(`${glance} ${told}`, /billed|against/);
  });
});
