import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestMessage, ToHost } from '../../../src/protocol/frames.ts';
import type { DraftInput, EventMessage } from '../../../src/protocol/messages.ts';
import { batchLosses, ordersLosses, pageLosses, usageLosses } from '../../../webview/afterLoss.ts';
import { createClient, RequestFailed, WAITING_MS } from '../../../webview/client.ts';

/** A page in its life `life`, in whose time nothing passes but by `pass`. */
function conversation(life = 'page') {
  const sent: RequestMessage[] = [];
  const waits: (readonly string[])[] = [];
  const events: EventMessage[] = [];
  const unheard: boolean[] = [];
  const timers = new Set<{ readonly run: () => void; left: number }>();
  const hear = (message: ToHost): void => {
    if (message.kind === 'waiting') waits.push(message.ids);
    else sent.push(message);
  };
  const client = createClient({ postMessage: hear }, (event) => events.push(event), {
    life,
    losses: pageLosses,
    unheard: (one) => unheard.push(one),
    later: (run, left) => {
      const timer = { run, left };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const pass = (ms: number): void => {
    for (const timer of [...timers]) {
      timer.left -= ms;
      if (timer.left > 0) continue;
      timers.delete(timer);
      timer.run();
    }
  };
  /** Says of the newest of what the page waits for that nobody works at it. */
  const lose = (): void => client.receive({ kind: 'lost', ids: [sent.at(-1)?.id] });
  return { client, sent, waits, events, unheard, timers, pass, lose };
}

const draftOf = (json: string): DraftInput => ({ draftId: 'a.1', tab: 'json', fields: {}, json });

test('a host that leaves question after question without a word is gone, and back with the first word', () => {
  const { client, unheard, pass } = conversation();
  void client.request('call/submit', { draftId: 'a', tab: 'form', fields: {}, json: '' });
  const longest = { kind: 'lost', ids: [] };
  for (let time = 0; time < 5; time += 1) {
    pass(WAITING_MS);
    client.receive(longest);
  }
  assert.deepEqual(unheard, [], 'a call of a minute');
  for (let time = 0; time < 2; time += 1) pass(WAITING_MS);
  assert.deepEqual(unheard, []);
  for (let time = 0; time < 3; time += 1) pass(WAITING_MS);
  assert.deepEqual(unheard, [true]);
  client.receive(longest);
  client.receive(longest);
  assert.deepEqual(unheard, [true, false]);
});

test('a result settles the request with its id', async () => {
  const { client, sent } = conversation();
  const first = client.request('call/submit', { draftId: 'a', tab: 'form', fields: {}, json: '' });
  const second = client.request('call/cancel', null);
  assert.deepEqual(
    sent.map(({ id, method }) => [id, method]),
    [
      ['page.1', 'call/submit'],
      ['page.2', 'call/cancel'],
    ],
  );
  client.receive({ kind: 'result', id: 'page.2', result: null });
  client.receive({ kind: 'result', id: 'page.1', result: { sent: true } });
  assert.deepEqual([await first, await second], [{ sent: true }, null]);
});

test('a failure rejects with its code and words', async () => {
  const { client } = conversation();
  const asked = client.request('environment/setKey', null);
  client.receive({
    kind: 'failure',
    id: 'page.1',
    failure: { code: 'invalid', message: 'No such environment.' },
  });
  await assert.rejects(asked, { name: 'RequestFailed', code: 'invalid', message: 'No such environment.' });
});

test('dispose rejects what waits and what comes after', async () => {
  const { client, sent } = conversation();
  const asked = client.request('call/cancel', null);
  client.dispose();
  await assert.rejects(asked, (error) => error instanceof RequestFailed && error.code === 'cancelled');
  await assert.rejects(client.request('call/cancel', null), { code: 'cancelled' });
  assert.equal(sent.length, 1);
});

test('a channel that throws is a failed request, not a hanging one', async () => {
  const channel = {
    postMessage: () => {
      throw new Error('not cloneable');
    },
  };
  const client = createClient(channel, () => {}, {
    life: 'page',
    losses: pageLosses,
    later: () => () => {},
    unheard: () => {},
  });
  await assert.rejects(client.request('call/cancel', null), { code: 'internal' });
});

test('events come through; foreign messages and unknown ids are ignored', () => {
  const { client, events } = conversation();
  for (const foreign of [
    null,
    'text',
    7,
    {},
    { kind: 'other' },
    { kind: 'result', id: 'page.99', result: null },
  ]) {
    client.receive(foreign);
  }
  assert.equal(events.length, 0);
  client.receive({ kind: 'event', event: 'page/state', payload: {} });
  assert.equal(events.length, 1);
});

test('what is waited for is asked after every 5 s, and never when nothing is', async () => {
  const { client, waits, timers, pass } = conversation();
  assert.equal(timers.size, 0);
  const asked = client.request('call/cancel', null);
  pass(WAITING_MS - 1);
  assert.deepEqual(waits, []);
  pass(1);
  void client.request('environment/switch', null);
  pass(WAITING_MS);
  assert.deepEqual(waits, [['page.1'], ['page.1', 'page.2']]);
  client.receive({ kind: 'result', id: 'page.1', result: null });
  client.receive({ kind: 'result', id: 'page.2', result: null });
  await asked;
  pass(WAITING_MS);
  assert.equal(waits.length, 2);
  assert.equal(timers.size, 0);
  void client.request('call/cancel', null).catch(() => undefined);
  client.dispose();
  assert.equal(timers.size, 0);
});

test('a page that was loaded anew takes no reply to what it asked in an earlier life', async () => {
  const before = conversation('one');
  const { client, sent } = conversation('other');
  void before.client.request('call/cancel', null);
  const asked = client.request('draft/recent', null);
  assert.notEqual(before.sent[0]?.id, sent[0]?.id);
  client.receive({ kind: 'result', id: before.sent[0]?.id, result: 'of an earlier life' });
  client.receive({ kind: 'result', id: sent[0]?.id, result: null });
  assert.equal(await asked, null);
});

test('what only reads is asked again under another id; what is still said of the first is not said of it', async () => {
  const { client, sent, lose } = conversation();
  const asked = client.request('draft/check', draftOf('{}'));
  lose();
  assert.deepEqual(sent[1], { ...sent[0], id: 'page.2' });
  client.receive({ kind: 'lost', ids: ['page.1'] });
  assert.equal(sent.length, 2);
  client.receive({ kind: 'result', id: 'page.2', result: 'checked' });
  assert.equal(await asked, 'checked');
});

test('a read whose replies stay lost fails in the end', async () => {
  const { client, sent, lose } = conversation();
  const asked = client.request('page/ready', null);
  for (let times = 0; times < 3; times += 1) lose();
  assert.equal(sent.length, 3);
  await assert.rejects(asked, {
    code: 'internal',
    message: 'VS Code does not reply to this page. Close the tab and open it again.',
  });
});

test('of drafts only the newest is saved again, also where its own reply came', async () => {
  const { client, sent } = conversation();
  const saves = ['1', '12', '123'].map((json) => client.request('draft/save', draftOf(json)));
  client.receive({ kind: 'lost', ids: ['page.1', 'page.2', 'page.3'] });
  assert.deepEqual(sent[3], { ...sent[2], id: 'page.4' });
  client.receive({ kind: 'result', id: 'page.4', result: null });
  assert.deepEqual(await Promise.all(saves), [null, null, null]);
  const older = client.request('draft/save', draftOf('1234'));
  void client.request('draft/save', draftOf('12345'));
  client.receive({ kind: 'result', id: 'page.6', result: null });
  client.receive({ kind: 'lost', ids: ['page.5'] });
  assert.equal(await older, null);
  assert.equal(sent.length, 6);
});

for (const method of ['call/submit', 'draft/editJson', 'draft/check'] as const) {
  test(`a lost save puts no older text over what ${method} has told since`, async () => {
    const { client, sent } = conversation();
    const saved = client.request('draft/save', draftOf('old'));
    // Typed on, and pressed before the page saved. Nothing in the host is of use to a save but the draft.
    const newer = { ...draftOf('new'), asTyped: ['rc_number'] };
    const params = method === 'call/submit' ? { ...newer, anyway: true } : newer;
    client.request(method, params).catch(() => undefined);
    client.receive({ kind: 'lost', ids: ['page.1'] });
    assert.deepEqual(sent[2], { kind: 'request', id: 'page.3', method: 'draft/save', params: newer });
    client.receive({ kind: 'result', id: 'page.3', result: null });
    assert.equal(await saved, null);
  });
}

test('a lost save is told again as it was where only another turn was told since', () => {
  const { client, sent } = conversation();
  void client.request('draft/save', draftOf('old'));
  void client.request('draft/check', { ...draftOf('new'), draftId: 'a.2' });
  client.receive({ kind: 'lost', ids: ['page.1'] });
  assert.deepEqual(sent[2], { ...sent[0], id: 'page.3' });
});

test('nothing that may send, erase or ask is asked again', async () => {
  const { client, sent, lose } = conversation();
  const submitted = client.request('call/submit', draftOf('{}'));
  lose();
  assert.equal(sent.length, 1);
  await assert.rejects(submitted, {
    code: 'lost',
    message: 'The reply to this was lost: Order History shows whether a call left.',
  });
  const erased = client.request('order/act', { orderId: 'order-1', action: 'erase' });
  lose();
  assert.equal(sent.length, 2);
  await assert.rejects(erased, {
    code: 'lost',
    message: 'The reply was lost: check whether this was done before you try again.',
  });
  assert.deepEqual(
    sent.map(({ method }) => method),
    ['call/submit', 'order/act'],
  );
});

test('what may be asked again is listed by name', () => {
  const again = Object.entries({ ...pageLosses, ...ordersLosses, ...usageLosses, ...batchLosses });
  const names = again.filter(([, after]) => after === 'again' || after === 'newest').map(([name]) => name);
  assert.deepEqual(names.sort(), [
    'answer/lines',
    'answer/reveal',
    'answer/rows',
    'draft/check',
    'draft/save',
    'draft/startEmpty',
    'orders/all',
    'orders/choose',
    'orders/gone',
    'orders/rows',
    'page/ready',
    'review/reveal',
    'review/show',
    'run/show',
    'support/typed',
    'usage/choose',
  ]);
});
