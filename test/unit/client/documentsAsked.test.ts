import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentRequest, Fetched } from '../../../src/calls/ports/documentPorts.ts';
import { createDocumentFetcher } from '../../../src/client/client.ts';
import type { TransportOptions } from '../../../src/client/settings.ts';
import { plain } from '../../../src/contract/words.ts';
import { never, plainSettings, rawServer, response, says } from './servers.ts';

const options = { timeout: 60_000 };

function fetched(
  url: string,
  changes: Partial<DocumentRequest> = {},
  by: Partial<TransportOptions> = {},
): Promise<Fetched> {
  const fetcher = createDocumentFetcher({
    version: '1.2.3-test',
    settings: () => plainSettings,
    env: {},
    now: () => 0,
    ...by,
  });
  const request = { url, local: true, deadlineMs: 20_000, connectTimeoutMs: 10_000, maxBytes: 1_000 };
  return fetcher.fetch({ ...request, ...changes }, never, () => {});
}

function said(got: Fetched): string {
  assert.ok(got.kind === 'failed' && !got.cancelled, JSON.stringify(got));
  return plain(got.what);
}

test('a document is asked for with exactly these headers', options, async (t) => {
  const server = await rawServer(t, says(response('x')));
  assert.equal((await fetched(`${server.url}/a?b=1`)).kind, 'came');
  assert.deepEqual(server.requests[0]?.head.split('\r\n'), [
    'GET /a?b=1 HTTP/1.1',
    `host: ${server.url.slice('http://'.length)}`,
    'connection: close',
    'Accept: */*',
    'Accept-Encoding: identity',
    'User-Agent: verification-api-explorer/1.2.3-test',
  ]);
});

/** Long enough that the first hop is never late by the real clock, however busy the machine is. */
const whole = 20_000;

for (const [passed, again] of [
  [whole - 1, true],
  [whole, false],
  [whole + 1, false],
] as const) {
  test(
    `redirects share one time: ${passed} of ${whole} ms have passed with the first`,
    options,
    async (t) => {
      let reads = 0;
      const server = await rawServer(t, (socket, seen) => {
        if (seen.requests.length === 1) says(response('', '302 Found', ['Location: /again']))(socket, seen);
      });
      const settings = () => {
        reads += 1;
        return plainSettings;
      };
      const now = (): number => (reads === 0 ? 1_000 : 1_000 + passed);
      assert.match(
        said(await fetched(server.url, { deadlineMs: whole }, { settings, now })),
        /did not arrive completely within 20 s/,
      );
      assert.equal(reads, again ? 2 : 1);
    },
  );
}

test('a proxy that cannot be used is told as it is for a call', options, async () => {
  const proxy = { ...plainSettings.proxy, support: 'on', url: 'pac+https://p.example' } as const;
  const got = await fetched(
    'https://files.example.com/a',
    {},
    { settings: () => ({ ...plainSettings, proxy }) },
  );
  assert.match(said(got), /named by http\.proxy is of the kind pac\+https/);
});

const silence = new Promise<never>(() => {});
for (const [deadlineMs, connectTimeoutMs, seconds] of [
  [5_000, 30, '0.03'],
  [40.123456, 5_000, '0.0401'],
] as const) {
  test(
    `VS Code may take as long for its proxy as a connection, or what is left: ${seconds} s`,
    options,
    async () => {
      const settings = () => ({
        ...plainSettings,
        proxy: { ...plainSettings.proxy, support: 'on' as const },
      });
      const got = await fetched(
        'https://files.example.com/a',
        { deadlineMs, connectTimeoutMs },
        { settings, system: () => silence },
      );
      assert.match(said(got), new RegExp(`did not say within ${seconds} s`));
    },
  );
}

test('settings that cannot be used are a failure with their cause', options, async () => {
  const settings = () => ({ ...plainSettings, extraCertificates: ['no PEM'] });
  assert.equal(
    said(await fetched('https://files.example.com/a', {}, { settings })),
    'The document of files.example.com could not be requested (CertificateTrouble); nothing was kept. Check the proxy and certificate settings.',
  );
});

test('a link that is none fails before settings are read', options, async () => {
  const settings = () => assert.fail('read');
  assert.deepEqual(await fetched('not a link', {}, { settings }), {
    kind: 'failed',
    cancelled: false,
    what: { text: 'This is not a link to a document.', args: [] },
  });
});
