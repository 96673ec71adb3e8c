import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import {
  broken,
  cancelled,
  movedOff,
  overdue,
  refusedBy,
  tooLarge,
} from '../../../src/client/fetchFaults.ts';
import { coded } from '../../../src/client/stuck.ts';
import { direct, host, proxy, stand } from './gets.ts';

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
