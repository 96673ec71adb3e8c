import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { connect } from 'node:tls';
import { makeIdentity } from '../unit/client/certificates.ts';
import { rawServer, response, says } from '../unit/client/servers.ts';
import { authority, brief, envelope, identity, straight, tried } from './book.ts';
import { nginx } from './nginx.ts';
import { without } from './programs.ts';

/* TLS as nginx with OpenSSL speaks it, set up in the ways that are met. */
const options = { timeout: 60_000, skip: without('nginx') };
const hosts = ['127.0.0.1'];
const day = 86_400_000;
const lax = 'ssl_ciphers ALL:@SECLEVEL=0;';

interface Case {
  readonly name: string;
  readonly own?: Parameters<typeof makeIdentity>[0];
  readonly lines?: string;
  readonly outcome: readonly [string, number, string];
  readonly sentence?: RegExp;
}

const fine = ['answered', 1, 'billed'] as const;
const notSent = ['no', 0, 'free'] as const;

const cases: readonly Case[] = [
  { name: 'TLS 1.2 alone', lines: 'ssl_protocols TLSv1.2;', outcome: fine },
  { name: 'TLS 1.3 alone', lines: 'ssl_protocols TLSv1.3;', outcome: fine },
  {
    name: 'TLS 1.1 at most',
    lines: `ssl_protocols TLSv1 TLSv1.1; ${lax}`,
    outcome: notSent,
    sentence: /No secure connection/,
  },
  {
    name: 'ciphers alone that are no longer safe',
    lines: 'ssl_protocols TLSv1.2; ssl_ciphers NULL-SHA256:@SECLEVEL=0;',
    outcome: notSent,
    sentence: /ciphers that are no longer safe/,
  },
  {
    name: 'a certificate that has expired',
    own: {
      hosts,
      issuer: authority,
      notBefore: new Date(Date.now() - 9 * day),
      notAfter: new Date(Date.now() - day),
    },
    outcome: notSent,
    sentence: /has expired/,
  },
  {
    name: 'a certificate for another name',
    own: { hosts: ['other.service.example'], issuer: authority },
    outcome: notSent,
    sentence: /for another name/,
  },
  {
    name: 'a certificate of an authority nobody knows',
    own: { hosts },
    outcome: notSent,
    sentence: /not from an authority this computer trusts/,
  },
  {
    name: 'no host of that name (ssl_reject_handshake)',
    lines: 'ssl_reject_handshake on;',
    outcome: notSent,
    sentence: /Nothing was sent/,
  },
];

for (const { name, own, lines = '', outcome, sentence = /^$/ } of cases) {
  test(`nginx, TLS: ${name}`, options, async (t) => {
    const book = await rawServer(t, says(response(envelope)));
    const server = `${lines} location / { proxy_pass ${book.url}; }`;
    const { port } = await nginx(t, server, '', own === undefined ? identity : makeIdentity(own));
    const url = `https://127.0.0.1:${port}/x`;
    const result = await tried(t, { through: 'nginx, TLS', settings: straight, url, book });
    assert.deepEqual(brief(result), outcome);
    assert.match(result.sentence, sentence);
  });
}

test('nginx, TLS: HTTP/2 is offered, and not taken', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)));
  const lines = 'add_header X-Spoken $server_protocol;';
  const { port } = await nginx(t, `${lines} location / { proxy_pass ${book.url}; }`);
  const other = connect({ port, host: '127.0.0.1', ca: authority.cert, ALPNProtocols: ['h2', 'http/1.1'] });
  await once(other, 'secureConnect');
  assert.equal(other.alpnProtocol, 'h2');
  other.destroy();
  const url = `https://127.0.0.1:${port}/x`;
  const result = await tried(t, { through: 'nginx, TLS', settings: straight, url, book });
  assert.deepEqual(brief(result), fine);
  const spoken = result.exchange.head?.headers.find(([name]) => name.toLowerCase() === 'x-spoken');
  assert.equal(spoken?.[1], 'HTTP/1.1');
});

for (const version of ['TLSv1.2', 'TLSv1.3']) {
  test(`nginx, ${version}: it wants a client certificate, and says so itself`, options, async (t) => {
    const book = await rawServer(t, says(response(envelope)));
    const lines = `ssl_protocols ${version}; ssl_verify_client on; ssl_client_certificate authority.pem;`;
    const { port } = await nginx(t, `${lines} location / { proxy_pass ${book.url}; }`);
    const url = `https://127.0.0.1:${port}/x`;
    const result = await tried(t, { through: 'nginx, TLS', settings: straight, url, book });
    // nginx agrees on TLS without one and answers 400 in the service's place: no envelope, so nothing is known.
    assert.deepEqual(brief(result), ['answered', 0, 'unknown']);
    assert.ok(result.exchange.kind === 'answered');
    assert.equal(result.exchange.head.status, 400);
    assert.match(Buffer.from(result.exchange.body).toString(), /No required SSL certificate was sent/);
  });
}

test('nginx, TLS: its port spoken to in clear', options, async (t) => {
  const book = await rawServer(t, says(response(envelope)));
  const { port } = await nginx(t, `location / { proxy_pass ${book.url}; }`);
  const url = `http://127.0.0.1:${port}/x`;
  const result = await tried(t, { through: 'nginx, TLS', settings: straight, url, book });
  assert.deepEqual(brief(result), ['answered', 0, 'unknown']);
});
