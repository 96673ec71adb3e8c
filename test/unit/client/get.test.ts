import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { DocumentRequest } from '../../../src/calls/ports/documentPorts.ts';
import {
  broken,
  cancelled,
  movedOff,
  overdue,
  refusedBy,
  tooLarge,
} from '../../../src/client/fetchFaults.ts';
import { getOnce, type Hop } from '../../../src/client/get.ts';
import type { ProxyChoice } from '../../../src/client/proxy.ts';
import { coded } from '../../../src/client/stuck.ts';

const host = 'files.example.com';
const request: DocumentRequest = {
  url: `https://${host}/a.pdf`,
  local: false,
  deadlineMs: 20_000,
  connectTimeoutMs: 3_000,
  maxBytes: 30,
};
const direct: ProxyChoice = { kind: 'direct' };
const proxy: ProxyChoice = {
  kind: 'proxy',
  url: 'http://proxy.corp.example:3128',
  host: 'proxy.corp.example:3128',
  authorization: null,
  strictSsl: true,
  from: 'http.proxy',
};

interface Asked {
  readonly by?: ProxyChoice;
  readonly cancelled?: boolean;
  readonly throws?: Error;
  readonly left?: number;
}

interface Stand {
  readonly handler: Dispatcher.DispatchHandler;
  readonly controller: Dispatcher.DispatchController;
  readonly options: readonly Dispatcher.DispatchOptions[];
  readonly cancel: AbortController;
  /** What was done with the connection, and with undici's call. */
  readonly route: readonly string[];
  /** Bytes that were told of. */
  readonly came: readonly number[];
  breaks(): void;
  answers(status: number, ...headers: readonly string[]): void;
  data(bytes: Buffer | string): void;
  ends(): void;
  fails(error: unknown): void;
  /** What it came to; null until then. */
  hop(): Promise<Hop | null>;
  /** Once what was put off has run. */
  settled(): Promise<Hop>;
}

/** One GET with nobody at its other end: the test says what the library meets. */
function stand({ by = direct, throws, left = 5_000, ...asked }: Asked = {}): Stand {
  const options: Dispatcher.DispatchOptions[] = [];
  const route: string[] = [];
  const came: number[] = [];
  const cancel = new AbortController();
  if (asked.cancelled === true) cancel.abort();
  let fault: Error | null = null;
  let handler: Dispatcher.DispatchHandler = {};
  const dispatcher = {
    dispatch: (given: Dispatcher.DispatchOptions, to: Dispatcher.DispatchHandler): boolean => {
      options.push(given);
      handler = to;
      if (throws !== undefined) throw throws;
      return true;
    },
  } as Dispatcher;
  const raw: string[] = [];
  const controller = {
    rawHeaders: raw,
    abort: (error: Error) => route.push(`aborted: ${error.message}`),
  } as unknown as Dispatcher.DispatchController;
  let hop: Hop | null = null;
  const done = getOnce({
    url: new URL(`https://${host}/a/b.pdf?token=t`),
    request,
    route: {
      dispatcher,
      broke: () => fault,
      cut: () => void route.push('cut'),
      dispose: () => void route.push('disposed'),
    },
    proxy: by,
    headers: ['Accept', '*/*'],
    left,
    cancel: cancel.signal,
    came: (bytes) => void came.push(bytes),
  });
  void done.then((one) => {
    hop = one;
  });
  return {
    get handler() {
      return handler;
    },
    controller,
    options,
    cancel,
    route,
    came,
    breaks() {
      fault = coded('ECONNRESET');
    },
    answers(status, ...headers) {
      raw.splice(0, raw.length, ...headers);
      handler.onResponseStart?.(controller, status, {}, '');
    },
    data: (bytes) => void handler.onResponseData?.(controller, Buffer.from(bytes)),
    ends: () => void handler.onResponseEnd?.(controller, {}),
    fails: (error) => void handler.onResponseError?.(controller, error as Error),
    async hop() {
      await turn();
      return hop;
    },
    async settled() {
      const one = await done;
      assert.equal(route.filter((act) => act === 'cut').length, 1);
      assert.equal(route.includes('disposed'), false, 'not within the callbacks of undici');
      await turn();
      assert.equal(route.filter((act) => act === 'disposed').length, 1);
      assert.deepEqual(getEventListeners(cancel.signal, 'abort'), []);
      return one;
    },
  };
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

const empty = {
  kind: 'failed',
  cancelled: false,
  what: { text: '{0} answered with an empty document; nothing was kept.', args: [host] },
};
const brokeOff = broken(null, host, direct, true);

test('a document is asked for once, by a GET without a body on a connection that is not kept', async () => {
  const { options, answers, data, ends, settled, came, route } = stand();
  assert.deepEqual(options, [
    {
      origin: `https://${host}`,
      path: '/a/b.pdf?token=t',
      method: 'GET',
      headers: ['Accept', '*/*'],
      body: null,
      reset: true,
    },
  ]);
  answers(200, 'Content-Type', ' Application/PDF ; x=1', 'Content-Length', '30');
  for (const part of ['%PDF', '-1.7', ' x']) data(part);
  ends();
  assert.deepEqual(await settled(), {
    kind: 'came',
    contentType: 'application/pdf',
    body: Buffer.from('%PDF-1.7 x'),
  });
  assert.deepEqual(
    [came, route],
    [
      [4, 8, 10],
      ['cut', 'disposed'],
    ],
  );
});

test('the bytes on the wire are told of, and none once it is settled', async () => {
  const packed = gzipSync('ab');
  const one = stand();
  one.answers(200, 'content-encoding', 'gzip', 'Content-Encoding', 'identity');
  one.data(packed.subarray(0, 4));
  one.data(packed.subarray(4));
  one.ends();
  assert.deepEqual(await one.settled(), { kind: 'came', contentType: '', body: Buffer.from('ab') });
  one.data('more');
  assert.deepEqual(one.came, [4, packed.length]);
});

test('the values of a header stand after its name, in text or bytes', async () => {
  for (const bytes of [false, true]) {
    const one = stand();
    const raw = ['X-Of', 'content-type', 'text/html', 'image/png', 'CONTENT-TYPE', 'image/gif'];
    one.handler.onResponseStart?.(
      { ...one.controller, rawHeaders: bytes ? raw.map((text) => Buffer.from(text)) : raw },
      200,
      {},
      '',
    );
    one.data('x');
    one.ends();
    assert.deepEqual(await one.settled(), { kind: 'came', contentType: 'image/gif', body: Buffer.from('x') });
  }
});

test('an answer of which no headers are known has no type', async () => {
  const one = stand();
  one.handler.onResponseStart?.(
    { ...one.controller, rawHeaders: { 'content-type': 'a/b' } } as unknown as Dispatcher.DispatchController,
    200,
    {},
    '',
  );
  one.data('x');
  one.ends();
  assert.deepEqual(await one.settled(), { kind: 'came', contentType: '', body: Buffer.from('x') });
});

test('several headers of one name are one list', async () => {
  const one = stand();
  one.answers(200, 'Content-Type', 'a', 'Content-Type', 'b');
  one.data('x');
  one.ends();
  assert.deepEqual(await one.settled(), { kind: 'came', contentType: 'a,b', body: Buffer.from('x') });
});

test('an interim answer is none', async () => {
  const one = stand();
  one.answers(103, 'Content-Length', '999');
  one.answers(199);
  assert.equal(await one.hop(), null);
  one.answers(200);
  one.data('x');
  one.ends();
  assert.equal((await one.settled()).kind, 'came');
});

test('one of the statuses of a redirect leads on, others do not', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const one = stand();
    one.answers(status, 'Location', '../c.pdf?x#there', 'Content-Length', '999');
    assert.deepEqual(await one.settled(), { kind: 'moved', to: new URL(`https://${host}/c.pdf?x`) });
  }
  for (const status of [201, 206, 300, 304, 305, 306, 309, 404, 500]) {
    const one = stand();
    one.answers(status, 'Location', '/c.pdf');
    assert.deepEqual(await one.settled(), refusedBy(status, host));
  }
});

for (const [location, why] of [
  ['', null],
  ['https://[', null],
  [
    'http://files.example.com/a',
    { text: 'The link leads to {0}: only https links are followed.', args: ['http://files.example.com'] },
  ],
] as const) {
  test(`a redirect to "${location}" is not followed`, async () => {
    const one = stand();
    one.answers(302, ...(location === '' ? [] : ['Location', location]));
    assert.deepEqual(await one.settled(), movedOff(host, why));
  });
}

test('a document of the most bytes is taken, one of more is refused as soon as it is known', async () => {
  const announced = stand();
  announced.answers(200, 'Content-Length', '31');
  assert.deepEqual(await announced.settled(), tooLarge(host, 30));
  const unsaid = stand();
  unsaid.answers(200);
  unsaid.data('x'.repeat(30));
  assert.equal(await unsaid.hop(), null);
  unsaid.data('x');
  assert.deepEqual(await unsaid.settled(), tooLarge(host, 30));
  const packed = stand();
  packed.answers(200, 'Content-Encoding', 'gzip');
  packed.handler.onResponseData?.(packed.controller, gzipSync('').subarray(0, 10));
  packed.ends();
  assert.deepEqual(await packed.settled(), brokeOff);
});

test('a document that is empty, or not as its headers say, is none', async () => {
  const none = stand();
  none.answers(200);
  none.ends();
  assert.deepEqual(await none.settled(), empty);
  const plain = stand();
  plain.answers(200, 'Content-Encoding', 'gzip');
  plain.data('plain text');
  plain.ends();
  assert.deepEqual(await plain.settled(), brokeOff);
});

test('a document whose connection broke is not whole, though it came to its end', async () => {
  const one = stand();
  one.answers(200);
  one.data('x');
  one.breaks();
  one.ends();
  assert.deepEqual(await one.settled(), brokeOff);
  const late = stand({ by: proxy });
  late.answers(200);
  late.data('x');
  late.fails(coded('ECONNREFUSED'));
  assert.deepEqual(await late.settled(), broken(coded('ECONNREFUSED'), host, proxy, true));
});

test('before an answer comes, a fault is told by its cause', async () => {
  const fault = coded('ECONNREFUSED');
  for (const by of [direct, proxy]) {
    const failing = stand({ by });
    failing.fails(fault);
    assert.deepEqual(await failing.settled(), broken(fault, host, by, false));
    const throwing = stand({ by, throws: fault });
    assert.deepEqual(await throwing.settled(), broken(fault, host, by, false));
  }
});

test('cancelled before it is asked for: nothing is dispatched', async () => {
  const one = stand({ cancelled: true });
  assert.deepEqual(await one.settled(), cancelled());
  assert.deepEqual(one.options, []);
});

test('cancelled later: the call is stopped if the library begins it all the same', async () => {
  const one = stand();
  one.cancel.abort();
  one.handler.onRequestStart?.(one.controller, null);
  assert.deepEqual(one.route, ['cut', 'aborted: already settled']);
  assert.deepEqual(await one.settled(), cancelled());
  one.answers(200);
  one.ends();
  one.fails(coded('ECONNRESET'));
  assert.deepEqual(await one.hop(), cancelled());
  const going = stand();
  going.handler.onRequestStart?.(going.controller, null);
  assert.deepEqual(going.route, []);
});

test('no connection in time, or no document in what is left of it, is overdue', async () => {
  const unconnected = stand();
  mock.timers.tick(2_999);
  assert.equal(await unconnected.hop(), null);
  mock.timers.tick(1);
  assert.deepEqual(await unconnected.settled(), overdue(host, 20_000));
});

test('once connected, a document may take what is left of its time', async () => {
  const slow = stand();
  slow.handler.onRequestStart?.(slow.controller, null);
  slow.answers(200);
  slow.data('x');
  mock.timers.tick(4_999);
  assert.equal(await slow.hop(), null);
  mock.timers.tick(1);
  assert.deepEqual(await slow.settled(), overdue(host, 20_000));
});

test('once it is settled, no timer waits', async () => {
  mock.timers.reset();
  const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
  const before = timers();
  const one = stand();
  assert.equal(timers(), before + 2);
  one.fails(coded('ECONNRESET'));
  assert.equal(timers(), before);
  await one.settled();
});
