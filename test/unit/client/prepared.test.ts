import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientSettings } from '../../../src/client/settings.ts';
import { plain } from '../../../src/contract/words.ts';
import { call, failed, never, plainSettings, transport } from './servers.ts';

/* What is known before anything connects: no test here has a server. */

const broken: ClientSettings = { ...plainSettings, extraCertificates: ['no PEM'] };
const by = (url: string): ClientSettings => ({
  ...broken,
  proxy: { ...plainSettings.proxy, support: 'on', url },
});

for (const [url, settings, speaksTls] of [
  ['https://api.service.example/x', broken, true],
  ['http://api.service.example/x', broken, false],
  ['https://api.service.example/x', by('http://proxy.example:1'), true],
  ['http://api.service.example/x', by('http://proxy.example:1'), false],
  ['http://api.service.example/x', by('https://proxy.example:1'), true],
] as const) {
  test(`certificates are read where somebody speaks TLS: ${url} by ${settings.proxy.url ?? 'nobody'}`, async (t) => {
    const client = transport(t, { settings: () => settings });
    const why = (await client.refuses?.(call(url))) ?? null;
    const said =
      'CA certificate 1 of the settings is not a readable PEM certificate. Nothing was sent. Correct or remove it.';
    assert.equal(why === null ? null : plain(why), speaksTls ? said : null);
    if (!speaksTls) return;
    const { code, cause, sent } = failed(await client.send(call(url), never));
    assert.deepEqual([code, cause, sent], ['certificates', 'CERTIFICATE_UNREADABLE', 'no']);
  });
}

test('what is not sent says how long that took, by the clock that was given', async (t) => {
  const times = [1_000, 1_025.4];
  const client = transport(t, { settings: () => broken, now: () => times.shift() ?? 0 });
  const { timing } = failed(await client.send(call('https://api.service.example/x'), never));
  assert.deepEqual(timing, { connectedMs: null, firstByteMs: null, totalMs: 25 });
});

test('a client that was closed says so, in its code and its cause', async (t) => {
  const client = transport(t);
  await client.close();
  const { code, cause, sent } = failed(await client.send(call('https://api.service.example/x'), never));
  assert.deepEqual([code, cause, sent], ['closed', 'closed', 'no']);
});

test('the system is asked once for a way, by whoever asks for it, and anew for another one', async (t) => {
  let asked = 0;
  const settings = { ...plainSettings, proxy: { ...plainSettings.proxy, support: 'on' as const } };
  const system = async (): Promise<string> => {
    asked += 1;
    return `socks4a://p${asked}.example:1`;
  };
  const client = transport(t, { settings: () => settings, system });
  const request = call('https://api.service.example/x');
  const { url, connectTimeoutMs } = request;
  const way = { url, connectTimeoutMs };
  assert.ok(await client.refuses?.(way));
  for (const _ of [1, 2]) failed(await client.send({ ...request, way }, never));
  assert.equal(asked, 1);
  failed(await client.send({ ...request, way: { ...way } }, never));
  assert.equal(asked, 2);
  failed(await client.send(request, never));
  failed(await client.send(request, never));
  assert.equal(asked, 3);
});

test('an address that is none is not refused by its way: it has a sentence of its own', async (t) => {
  const client = transport(t, { settings: () => assert.fail('read') });
  assert.equal(await client.refuses?.({ url: 'here', connectTimeoutMs: 1 }), null);
});
