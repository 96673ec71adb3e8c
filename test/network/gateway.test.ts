import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  closedPort,
  rawServer,
  response,
  type Seen,
  type Speaker,
  says,
  until,
} from '../unit/client/servers.ts';
import { brief, envelope, type Result, straight, tried } from './book.ts';
import { nginx } from './nginx.ts';
import { without } from './programs.ts';
import type { Started } from './started.ts';

/* nginx in front of a service, as gateways stand there: what it answers in the service's place is never told as the service's. */
const options = { timeout: 60_000, skip: without('nginx') };

interface Behind {
  readonly service: Speaker;
  /** Lines of the server; `%` = the service's address. */
  readonly server?: (service: string) => string;
  readonly more?: (service: string) => string;
  readonly meanwhile?: (gateway: Started, book: Seen) => Promise<void>;
  readonly deadlineMs?: number;
}

const passes = (service: string): string => `location / { proxy_pass ${service}; }`;

async function called(t: TestContext, behind: Behind): Promise<Result & { readonly book: Seen }> {
  const book = await rawServer(t, behind.service);
  const gateway = await nginx(t, (behind.server ?? passes)(book.url), behind.more?.(book.url));
  const url = `https://127.0.0.1:${gateway.port}/api/v1/x`;
  const { meanwhile, deadlineMs } = behind;
  const result = await tried(t, {
    through: 'nginx as a gateway',
    settings: straight,
    url,
    book,
    settle: 300,
    ...(deadlineMs === undefined ? {} : { request: { deadlineMs } }),
    ...(meanwhile === undefined ? {} : { meanwhile: () => meanwhile(gateway, book) }),
  });
  return { ...result, book };
}

function answer({ exchange }: Result): {
  readonly status: number;
  readonly body: string;
  readonly headers: string;
} {
  if (exchange.kind !== 'answered') throw new Error(JSON.stringify(exchange));
  const { head, body } = exchange;
  return {
    status: head.status,
    body: Buffer.from(body).toString(),
    headers: head.headers.map(([name, value]) => `${name}: ${value}`.toLowerCase()).join('\n'),
  };
}

test('nginx: it passes the call on once, and adds headers of its own', options, async (t) => {
  const server = (service: string): string => `add_header X-Gateway "one" always; ${passes(service)}`;
  const result = await called(t, { service: says(response(envelope)), server });
  assert.deepEqual(brief(result), ['answered', 1, 'billed']);
  assert.equal(answer(result).body, envelope);
  assert.match(answer(result).headers, /^x-gateway: one$/m);
  assert.match(answer(result).headers, /^server: nginx/m);
});

test('nginx: the service is down, 502', options, async (t) => {
  const nobody = await closedPort();
  const server = (): string => passes(`http://127.0.0.1:${nobody}`);
  const result = await called(t, { service: says(response(envelope)), server });
  assert.deepEqual(brief(result), ['answered', 0, 'unknown']);
  assert.equal(answer(result).status, 502);
  assert.match(answer(result).body, /<html>/);
  assert.equal(result.outcome, 'unknown');
});

test('nginx: the service reads the call and hangs up, 502', options, async (t) => {
  const result = await called(t, { service: (socket) => socket.destroy() });
  assert.deepEqual(brief(result), ['answered', 1, 'unknown']);
  assert.deepEqual([answer(result).status, result.outcome], [502, 'unknown']);
});

test('nginx: of two services the first hangs up: a POST is not tried at the other', options, async (t) => {
  const more = (service: string): string => {
    const place = new URL(service).host;
    return `upstream both { server ${place}; server ${place.replace('127.0.0.1', '127.0.0.2')}; }`;
  };
  const result = await called(t, {
    service: (socket) => socket.destroy(),
    more,
    server: () => 'location / { proxy_pass http://both; }',
  });
  assert.deepEqual(brief(result), ['answered', 1, 'unknown']);
  assert.equal(answer(result).status, 502);
});

test('nginx: the service does not answer, 504', options, async (t) => {
  const server = (service: string): string => `proxy_read_timeout 1s; ${passes(service)}`;
  const result = await called(t, { service: () => {}, server });
  assert.deepEqual(brief(result), ['answered', 1, 'unknown']);
  assert.deepEqual([answer(result).status, result.outcome], [504, 'unknown']);
});

test('nginx: it takes no body of that size, 413', options, async (t) => {
  const server = (service: string): string => `client_max_body_size 8; ${passes(service)}`;
  const result = await called(t, { service: says(response(envelope)), server });
  assert.deepEqual(brief(result), ['answered', 0, 'unknown']);
  assert.equal(answer(result).status, 413);
});

test('nginx: too many calls, its own 429', options, async (t) => {
  const server = (service: string): string =>
    `limit_req zone=all; limit_req_status 429; location / { return 429; } location /other { proxy_pass ${service}; }`;
  const result = await called(t, {
    service: says(response(envelope)),
    server,
    more: () => 'limit_req_zone $server_name zone=all:1m rate=1r/m;',
  });
  assert.equal(answer(result).status, 429);
  assert.equal(result.arrived, 0);
  assert.notEqual(result.outcome, 'throttled', 'a page of HTML is not the short 429 of the service');
});

test('nginx: it redirects, and nothing follows', options, async (t) => {
  const server = (service: string): string =>
    `location /api { return 307 /there; } location /there { proxy_pass ${service}; }`;
  const result = await called(t, { service: says(response(envelope)), server });
  assert.equal(answer(result).status, 307);
  assert.deepEqual([result.arrived, result.billing], [0, 'unknown']);
});

test('nginx: it closes without a word (444)', options, async (t) => {
  const result = await called(t, { service: says(response(envelope)), server: () => 'return 444;' });
  assert.deepEqual(brief(result), ['maybe', 0, 'unknown']);
  assert.match(result.sentence, /was cut before an answer came/);
});

for (const buffering of ['on', 'off']) {
  const server = (service: string): string =>
    `proxy_buffering ${buffering}; proxy_http_version 1.1; ${passes(service)}`;

  test(`nginx: an answer in slow pieces, buffering ${buffering}`, options, async (t) => {
    const whole = response(envelope);
    const service: Speaker = async (socket) => {
      for (let at = 0; at < whole.length; at += 20) {
        socket.write(whole.subarray(at, at + 20));
        await sleep(10);
      }
    };
    const result = await called(t, { service, server });
    assert.deepEqual(brief(result), ['answered', 1, 'billed']);
    assert.equal(answer(result).body, envelope);
  });

  test(`nginx: the service breaks off amid its answer, buffering ${buffering}`, options, async (t) => {
    const whole = response(envelope);
    const service: Speaker = (socket) =>
      void socket.write(whole.subarray(0, whole.length - 12), () => socket.end());
    const result = await called(t, { service, server });
    assert.deepEqual(brief(result), ['maybe', 1, 'billed']);
    assert.match(result.sentence, /broke off before it was complete/);
  });

  test(`nginx: the service breaks off amid its chunks, buffering ${buffering}`, options, async (t) => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const service: Speaker = (socket) =>
      void socket.write(`${head}${envelope.length.toString(16)}\r\n${envelope}\r\n`, () => socket.end());
    const result = await called(t, { service, server });
    assert.deepEqual([result.told, result.arrived], ['maybe', 1]);
    assert.match(result.sentence, /broke off before it was complete/);
  });
}

test('nginx: it compresses though nobody asked', options, async (t) => {
  const inner = await closedPort();
  const padded = envelope.replace('{}', `{"filler":"${'x'.repeat(4_000)}"}`);
  const result = await called(t, {
    service: says(response(padded, '200 OK', ['Content-Type: application/json'])),
    server: () =>
      passes(`http://127.0.0.1:${inner}`).replace(
        '{ ',
        '{ proxy_http_version 1.1; proxy_set_header Accept-Encoding gzip; ',
      ),
    more: (service) =>
      `server { listen 127.0.0.1:${inner}; gzip on; gzip_proxied any; gzip_types application/json; ${passes(service)} }`,
  });
  assert.deepEqual(brief(result), ['answered', 1, 'billed']);
  assert.match(answer(result).headers, /^content-encoding: gzip$/m);
  assert.equal(answer(result).body, padded);
  assert.ok(result.exchange.kind === 'answered' && result.exchange.wireBytes < 1_000);
});

test('nginx: it adds more headers than are read', options, async (t) => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `add_header X-Long-${at} "${'x'.repeat(2_000)}" always;`,
  );
  const server = (service: string): string => `${lines.join('\n')} ${passes(service)}`;
  const result = await called(t, { service: says(response(envelope)), server });
  assert.deepEqual(brief(result), ['maybe', 1, 'unknown']);
  assert.match(result.sentence, /headers of the answer of .* larger than 64 KB/);
});

test('nginx: it dies while the service works', options, async (t) => {
  const meanwhile = async ({ running }: Started, book: Seen): Promise<void> => {
    await until(() => book.requests.length > 0);
    // Its worker holds the connection; the group is ended as a whole.
    process.kill(-(running.process.pid ?? 0), 'SIGKILL');
  };
  const result = await called(t, { service: () => {}, meanwhile });
  assert.deepEqual(brief(result), ['maybe', 1, 'unknown']);
  assert.match(result.sentence, /was cut before an answer came/);
});

test('nginx: told to end, it lets the call come to its end', options, async (t) => {
  const meanwhile = async ({ running }: Started, book: Seen): Promise<void> => {
    await until(() => book.requests.length > 0);
    running.process.kill('SIGQUIT');
  };
  const service: Speaker = (socket) => void sleep(500).then(() => socket.write(response(envelope)));
  const result = await called(t, { service, meanwhile });
  assert.deepEqual(brief(result), ['answered', 1, 'billed']);
});

test('nginx: the deadline passes while it waits for the service', options, async (t) => {
  const result = await called(t, { service: () => {}, deadlineMs: 700 });
  assert.deepEqual(brief(result), ['maybe', 1, 'unknown']);
  assert.match(result.sentence, /did not answer within 0\.7 s/);
});
