import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventMessage, ToHost } from '../../../src/protocol/messages.ts';
import { createClient, RequestFailed } from '../../../webview/client.ts';

function conversation() {
  const sent: ToHost[] = [];
  const events: EventMessage[] = [];
  const client = createClient({ postMessage: (message) => sent.push(message) }, (event) =>
    events.push(event),
  );
  return { client, sent, events };
}

test('a result settles the request with its id', async () => {
  const { client, sent } = conversation();
  const first = client.request('call/submit', { draftId: 'a', tab: 'form', fields: {}, json: '' });
  const second = client.request('call/cancel', null);
  assert.deepEqual(
    sent.map(({ id, method }) => [id, method]),
    [
      [1, 'call/submit'],
      [2, 'call/cancel'],
    ],
  );
  client.receive({ kind: 'result', id: 2, result: null });
  client.receive({ kind: 'result', id: 1, result: { sent: true } });
  assert.deepEqual([await first, await second], [{ sent: true }, null]);
});

test('a failure rejects with its code and words', async () => {
  const { client } = conversation();
  const asked = client.request('environment/setKey', null);
  client.receive({ kind: 'failure', id: 1, failure: { code: 'invalid', message: 'No such environment.' } });
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
  await assert.rejects(createClient(channel, () => {}).request('call/cancel', null), { code: 'internal' });
});

test('events come through; foreign messages and unknown ids are ignored', () => {
  const { client, events } = conversation();
  for (const foreign of [null, 'text', 7, {}, { kind: 'other' }, { kind: 'result', id: 99, result: null }]) {
    client.receive(foreign);
  }
  assert.equal(events.length, 0);
  client.receive({ kind: 'event', event: 'page/state', payload: {} });
  assert.equal(events.length, 1);
});
