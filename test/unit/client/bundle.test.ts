import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { createTransport as Create } from '../../../src/client/client.ts';
import {
  answered,
  call,
  closedPort,
  failed,
  never,
  plainSettings,
  proxyServer,
  rawServer,
  response,
  says,
} from './servers.ts';

/** The build takes only parts of undici, by private paths: what users get has to call, too, directly and by proxy. */
const { createTransport }: { createTransport: typeof Create } = createRequire(import.meta.url)(
  '../../../dist/client.js',
);

function bundled(proxy: string | null): ReturnType<typeof Create> {
  const settings = {
    ...plainSettings,
    proxy:
      proxy === null ? plainSettings.proxy : { ...plainSettings.proxy, support: 'on' as const, url: proxy },
  };
  return createTransport({
    version: '0.0.0-test',
    settings: () => settings,
    env: {},
    now: () => performance.now(),
  });
}

const options = { timeout: 60_000 };

test('the built client calls and is answered', options, async (t) => {
  const server = await rawServer(t, says(response('{"via":"bundle"}')));
  const client = bundled(null);
  t.after(() => client.close());
  const exchange = answered(await client.send(call(`${server.url}/api/v1/x`), never));
  assert.equal(Buffer.from(exchange.body).toString(), '{"via":"bundle"}');
  assert.match(server.requests[0]?.head ?? '', /^POST \/api\/v1\/x HTTP\/1\.1\r\n/);
});

test('the built client opens a tunnel through a proxy', options, async (t) => {
  const server = await rawServer(t, says(response('{"via":"tunnel"}')));
  const proxy = await proxyServer(t, '200 Connection established', Number(new URL(server.url).port));
  const client = bundled(proxy.url);
  t.after(() => client.close());
  const exchange = answered(await client.send(call('http://api.service.example/api/v1/x'), never));
  assert.equal(Buffer.from(exchange.body).toString(), '{"via":"tunnel"}');
  assert.equal(proxy.connects[0]?.url, 'api.service.example:80');
});

test('the built client knows what was not sent', options, async (t) => {
  const client = bundled(null);
  t.after(() => client.close());
  const exchange = failed(await client.send(call(`http://127.0.0.1:${await closedPort()}/x`), never));
  assert.equal(exchange.sent, 'no');
  assert.equal(exchange.code, 'refused');
});
