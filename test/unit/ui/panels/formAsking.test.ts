import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { aFormAsking } from './aFormAsking.ts';

/* VS Code, asked for a proxy, may take many seconds: a form goes its ways meanwhile. */

test('a form that is closed while VS Code is asked for the proxy leaves no order that was never sent', async (t) => {
  const form = await aFormAsking(t);
  form.close();
  await form.saidNone();
  // A call goes on when its page closes; an order without one would turn into "may have been billed".
  assert.deepEqual([form.requests.length, await form.orders()], [1, ['settled verified']]);
});

test('what a form was about to send is not sent once everything about its input was erased', async (t) => {
  const form = await aFormAsking(t);
  await form.eraseElsewhere();
  for (let tries = 0; form.page.body().includes('XX00AB0001') && tries < 3000; tries += 1) await rest(10);
  assert.ok(!form.page.body().includes('XX00AB0001'), 'the form is emptied');
  await form.saidNone();
  assert.deepEqual([form.requests.length, await form.orders()], [0, []]);
});
