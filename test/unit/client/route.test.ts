import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRoute } from '../../../src/client/route.ts';
import { rawServer, response, says } from './servers.ts';

test('a route connects once: what would need a second connection fails', { timeout: 60_000 }, async (t) => {
  const server = await rawServer(t, says(response('{}')));
  const route = openRoute(new URL(server.url), { kind: 'direct' }, null);
  t.after(() => route.dispose());
  const first = await route.dispatcher.request({
    origin: server.url,
    path: '/',
    method: 'POST',
    reset: true,
  });
  assert.equal(await first.body.text(), '{}');
  const second = route.dispatcher.request({ origin: server.url, path: '/', method: 'POST', reset: true });
  await assert.rejects(second, { code: 'ECONNRESET' });
  assert.equal(server.connections, 1);
});
