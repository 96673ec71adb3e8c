import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { DocumentFetcher, DocumentRequest, Fetched } from '../../../src/calls/ports/documentPorts.ts';
import { createDocumentFetcher } from '../../../src/client/client.ts';
import type { ClientSettings } from '../../../src/client/settings.ts';
import { plain } from '../../../src/contract/words.ts';
import { makeIdentity } from './certificates.ts';
import {
  closedPort,
  never,
  plainSettings,
  proxyServer,
  rawServer,
  response,
  type Speaker,
  says,
  until,
} from './servers.ts';

const options = { timeout: 60_000 };
const authority = makeIdentity({ hosts: ['Test Authority'], authority: true });
const identity = makeIdentity({ hosts: ['127.0.0.1', 'localhost'], issuer: authority });
const served = { cert: identity.cert, key: identity.key };
const trusting: ClientSettings = { ...plainSettings, extraCertificates: [authority.cert] };
const pdf = Buffer.from('%PDF-1.4 invented');

function fetcher(settings: ClientSettings = trusting): DocumentFetcher {
  return createDocumentFetcher({
    version: '0.0.0-test',
    settings: () => settings,
    env: {},
    now: () => performance.now(),
  });
}

function wanted(url: string, changes: Partial<DocumentRequest> = {}): DocumentRequest {
  return {
    url,
    local: true,
    deadlineMs: 20_000,
    connectTimeoutMs: 10_000,
    maxBytes: 1_000_000,
    ...changes,
  };
}

const ask = (url: string, changes: Partial<DocumentRequest> = {}): Promise<Fetched> =>
  fetcher().fetch(wanted(url, changes), never, () => {});

function said(fetched: Fetched): string {
  if (fetched.kind !== 'failed') throw new Error(`not failed: ${JSON.stringify(fetched)}`);
  return plain(fetched.what);
}

const moved = (to: string, status = '302 Found'): Buffer => response('', status, [`Location: ${to}`]);

test('one GET over TLS, without key, cookie or referrer', options, async (t) => {
  const server = await rawServer(
    t,
    says(response(pdf, '200 OK', ['Content-Type: Application/PDF; x=1'])),
    served,
  );
  const came: number[] = [];
  const got = await fetcher().fetch(wanted(`${server.url}/a.pdf?token=t#page`), never, (n) => came.push(n));
  assert.deepEqual(got, { kind: 'came', contentType: 'application/pdf', body: pdf });
  assert.equal(came.at(-1), pdf.length);
  const [request] = server.requests;
  assert.match(request?.head ?? '', /^GET \/a\.pdf\?token=t HTTP\/1\.1\r\n/);
  assert.doesNotMatch(request?.head ?? '', /authorization|cookie|referer|origin/i);
  assert.deepEqual([server.requests.length, server.connections], [1, 1]);
});

test('a cookie that is set on the way does not come back', options, async (t) => {
  const server = await rawServer(
    t,
    (socket, seen) => {
      const first = seen.requests.length === 1;
      const headers = ['Set-Cookie: session=1; Path=/', 'Location: /there'];
      socket.write(first ? response('', '302 Found', headers) : response(pdf));
    },
    served,
  );
  assert.equal((await ask(`${server.url}/here`)).kind, 'came');
  const [, second] = server.requests;
  assert.match(second?.head ?? '', /^GET \/there /);
  assert.doesNotMatch(second?.head ?? '', /cookie/i);
});

test('a redirect to another host is handed back unasked, one to http is refused', options, async (t) => {
  const other = await rawServer(t, says(response(pdf)), served);
  const server = await rawServer(t, says(moved(`${other.url}/there`)), served);
  assert.deepEqual(await ask(server.url), { kind: 'elsewhere', url: `${other.url}/there` });
  assert.equal(other.connections, 0);
  const plainHttp = await rawServer(t, says(moved('http://files.example.invalid/there')), served);
  assert.match(said(await ask(plainHttp.url)), /only https links are followed/);
  const nowhere = await rawServer(t, says(response('', '302 Found')), served);
  assert.match(said(await ask(nowhere.url)), /redirects without an address/);
  const round = await rawServer(t, says(moved('/again')), served);
  assert.match(said(await ask(round.url)), /redirects too often/);
  assert.equal(round.requests.length, 6);
});

test(
  'http is refused before anything is asked, unless the answer is from this computer',
  options,
  async (t) => {
    const server = await rawServer(t, says(response(pdf)));
    assert.match(said(await ask(server.url, { local: false })), /only https links are followed/);
    assert.equal(server.connections, 0);
    assert.match(said(await ask('http://files.example.invalid/a', { local: true })), /only https links/);
    assert.equal((await ask(server.url)).kind, 'came');
  },
);

test('an address of this computer or of a private network is not asked', options, async (t) => {
  const server = await rawServer(t, says(response(pdf)), served);
  const port = new URL(server.url).port;
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
    'a.localhost',
  ]) {
    assert.match(
      said(await ask(`https://${host}:${port}/a`, { local: false })),
      /private network|this computer/,
      host,
    );
  }
  for (const host of [
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '172.16.0.1',
    '[fd00::1]',
    '[fe80::1]',
    'intranet',
    'printer.local',
  ]) {
    assert.match(said(await ask(`https://${host}/a`)), /private network/, host);
  }
  assert.equal(server.connections, 0);
});

test('from this computer, a redirect into a private network is refused, too', options, async (t) => {
  const server = await rawServer(t, says(moved('https://169.254.169.254/latest')), served);
  const got = await ask(server.url);
  assert.deepEqual(got, { kind: 'elsewhere', url: 'https://169.254.169.254/latest' });
  assert.match(said(await ask('https://169.254.169.254/latest')), /private network/);
});

test('too large is refused, by its length or as it comes, packed or not', options, async (t) => {
  const announced = await rawServer(t, says(response(Buffer.alloc(1001))), served);
  assert.match(said(await ask(announced.url, { maxBytes: 1000 })), /larger than 0\.001 MB/);
  const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n';
  const endless = await rawServer(t, says(Buffer.concat([Buffer.from(head), Buffer.alloc(5000)])), served);
  assert.match(said(await ask(endless.url, { maxBytes: 1000 })), /larger than/);
  const bomb = response(gzipSync(Buffer.alloc(1_000_000)), '200 OK', ['Content-Encoding: gzip']);
  const packed = await rawServer(t, says(bomb), served);
  assert.match(said(await ask(packed.url, { maxBytes: 100_000 })), /larger than/);
  assert.equal((await ask(packed.url, { maxBytes: 1_000_000 })).kind, 'came');
});

test('what is slow, or never comes, ends at its deadline', options, async (t) => {
  const drip: Speaker = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  };
  const slow = await rawServer(t, drip, served);
  assert.match(said(await ask(slow.url, { deadlineMs: 300 })), /did not arrive completely within/);
  const silent = await rawServer(t, () => {}, served);
  assert.match(said(await ask(silent.url, { deadlineMs: 200 })), /did not arrive completely within/);
});

test('what is cut, empty, refused or not there says so', options, async (t) => {
  const cut: Speaker = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n%PDF');
  assert.match(said(await ask((await rawServer(t, cut, served)).url)), /was cut off/);
  const of = async (bytes: Buffer): Promise<string> =>
    said(await ask((await rawServer(t, says(bytes), served)).url));
  assert.match(await of(response('')), /an empty document/);
  assert.match(await of(response('gone', '410 Gone')), /at this link: it answered 410/);
  assert.match(await of(response('no', '403 Forbidden')), /no key is sent to it/);
  assert.match(await of(response('x', '206 Partial Content')), /answered 206 instead of a document/);
  assert.match(await of(response(Buffer.from([1, 2]), '200 OK', ['Content-Encoding: gzip'])), /was cut off/);
  assert.match(said(await ask(`https://127.0.0.1:${await closedPort()}/`)), /refused the connection/);
});

test('a certificate that is not trusted is refused', options, async (t) => {
  const server = await rawServer(t, says(response(pdf)), served);
  const got = await fetcher(plainSettings).fetch(wanted(server.url), never, () => {});
  assert.match(said(got), /certificate of 127\.0\.0\.1:\d+ is not trusted/);
  assert.equal(server.requests.length, 0);
});

test('cancelled before and while it comes', options, async (t) => {
  const server = await rawServer(t, says('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n%PDF'), served);
  const stop = new AbortController();
  const going = fetcher().fetch(wanted(server.url), stop.signal, () => {});
  await until(() => server.requests.length === 1);
  stop.abort();
  const got = await going;
  assert.ok(got.kind === 'failed' && got.cancelled);
  const never2 = await fetcher().fetch(wanted(server.url), stop.signal, () => {});
  assert.ok(never2.kind === 'failed' && never2.cancelled);
  assert.equal(server.requests.length, 1);
});

test('the proxy of the settings is used, for a name it looks up itself', options, async (t) => {
  const own = makeIdentity({ hosts: ['files.example.com'], issuer: authority });
  const server = await rawServer(t, says(response(pdf)), { cert: own.cert, key: own.key });
  const proxy = await proxyServer(t, '200 OK', Number(new URL(server.url).port));
  const settings: ClientSettings = {
    ...trusting,
    proxy: { ...trusting.proxy, support: 'on', url: proxy.url },
  };
  const url = 'https://files.example.com/a.pdf';
  const got = await fetcher(settings).fetch(wanted(url, { local: false }), never, () => {});
  assert.equal(got.kind, 'came');
  assert.equal(proxy.connects[0]?.url, 'files.example.com:443');
});

test('a link with a password in it, or that is none, is refused', options, async () => {
  assert.match(said(await ask('https://a:b@files.example.com/x')), /user name or a password/);
  assert.match(said(await ask('not a link')), /not a link to a document/);
  assert.match(said(await ask('file:///etc/passwd')), /only https links/);
});
