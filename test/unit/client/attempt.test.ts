import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { plain } from '../../../src/contract/words.ts';
import { stand } from './attempts.ts';
import { answered, failed } from './servers.ts';

const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
/** Longest timer of Node. */
const longest = 2 ** 31 - 1;

describe('an attempt that leaves', () => {
  it('hands the library one POST, on a connection of its own, with what was prepared', (t) => {
    const { options, exchange } = stand(t);
    assert.deepEqual(options, [
      {
        origin: 'https://api.example.test',
        path: '/api/v1/rc/advanced?mode=a',
        method: 'POST',
        headers: ['content-type', 'application/json'],
        body: Buffer.from('{}'),
        reset: true,
      },
    ]);
    assert.equal(exchange(), null);
  });

  it('is stopped when the library would begin it a second time', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    assert.deepEqual(one.aborted, []);
    one.handler.onRequestStart?.(one.controller, {});
    assert.deepEqual(
      one.aborted.map(({ message }) => message),
      ['already settled'],
    );
  });

  it('is stopped when somebody was told already that nothing was sent', async (t) => {
    const one = stand(t);
    one.cancel.abort();
    assert.equal(failed(await one.settled()).sent, 'no');
    one.handler.onRequestStart?.(one.controller, {});
    assert.equal(one.aborted.length, 1);
  });

  it('is not sent where the library throws at once', async (t) => {
    const one = stand(t, { throws: Object.assign(new Error('no'), { code: 'ENOTFOUND' }) });
    const { sent, cause, head, partialBody } = failed(await one.settled());
    assert.deepEqual([sent, cause, head, partialBody], ['no', 'ENOTFOUND', null, null]);
  });
});

describe('an answer', () => {
  it('is told with its head, its bytes and its times', async (t) => {
    const one = stand(t);
    one.pass(12.4);
    one.handler.onRequestStart?.(one.controller, {});
    one.pass(20.3);
    one.handler.onResponseStarted?.();
    one.pass(5);
    one.handler.onResponseStarted?.();
    one.answers(200, [
      ['X-One', 'a'],
      ['x-one', 'b'],
    ]);
    one.data('{"a"');
    one.pass(3);
    one.data(':1}');
    one.handler.onResponseEnd?.(one.controller, {});
    const exchange = answered(await one.settled());
    assert.deepEqual(exchange.head, {
      status: 200,
      statusText: 'Fine',
      headers: [
        ['X-One', 'a'],
        ['x-one', 'b'],
      ],
    });
    assert.equal(Buffer.from(exchange.body).toString(), '{"a":1}');
    assert.equal(exchange.wireBytes, 7);
    assert.deepEqual(exchange.timing, { connectedMs: 12, firstByteMs: 33, totalMs: 41 });
    assert.equal('oddities' in exchange, false);
    // The connection is let go of, and only after the library's own callback.
    assert.deepEqual(one.route, ['disposed']);
  });

  it('begins with its own status, not with an interim one', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(199, [['x', 'interim']]);
    one.answers(200, []);
    one.handler.onResponseEnd?.(one.controller, {});
    const { head } = answered(await one.settled());
    assert.deepEqual([head.status, head.headers], [200, []]);
  });

  it('has not begun with an interim one alone', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(103, [['x', 'interim']]);
    one.handler.onResponseError?.(one.controller, reset);
    const { code, head, partialBody } = failed(await one.settled());
    assert.deepEqual([code, head, partialBody], ['reset', null, null]);
  });

  it('has the headers that came, whatever form the library gives them in', async (t) => {
    for (const [raw, headers] of [
      [[Buffer.from('caf\xe9', 'latin1'), 'x'], [['caf\xe9', 'x']]],
      [['alone'], [['alone', '']]],
      [null, []],
    ] as const) {
      const one = stand(t);
      one.handler.onRequestStart?.(one.controller, {});
      Object.assign(one.controller, { rawHeaders: raw });
      one.handler.onResponseStart?.(one.controller, 200, {});
      one.handler.onResponseEnd?.(one.controller, {});
      const { head } = answered(await one.settled());
      assert.deepEqual([head.statusText, head.headers], ['', headers]);
      t.mock.timers.reset();
    }
  });

  it('is decompressed by all that Content-Encoding says, however it is written', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, [
      ['Content-ENCODING', 'gzip'],
      ['content-encoding', 'gzip'],
      ['x-other', 'br'],
    ]);
    const wire = gzipSync(gzipSync('{"a":1}'));
    one.data(wire);
    one.handler.onResponseEnd?.(one.controller, {});
    const { body, wireBytes } = answered(await one.settled());
    assert.deepEqual([Buffer.from(body).toString(), wireBytes], ['{"a":1}', wire.length]);
  });

  it('that is not compressed as it says is read, and says so', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, [['content-encoding', 'gzip']]);
    one.data('{"a":1}');
    one.handler.onResponseEnd?.(one.controller, {});
    assert.equal(answered(await one.settled()).oddities?.length, 1);
  });

  it('counts nothing that comes after it was told', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, []);
    one.handler.onResponseEnd?.(one.controller, {});
    const exchange = answered(await one.settled());
    one.data('more');
    one.answers(500, []);
    one.handler.onResponseEnd?.(one.controller, {});
    one.handler.onResponseError?.(one.controller, reset);
    one.cancel.abort();
    assert.deepEqual([one.exchange(), exchange.wireBytes, exchange.head.status], [exchange, 0, 200]);
    assert.deepEqual(one.route, ['disposed']);
  });
});

describe('a connection that breaks', () => {
  it('at the end of an answer without a length leaves it cut off, with what came of it', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, []);
    one.data('{"a"');
    one.breaks(reset);
    one.handler.onResponseEnd?.(one.controller, {});
    const { sent, code, cause, head, partialBody } = failed(await one.settled());
    assert.deepEqual([sent, code, cause, head?.status], ['maybe', 'truncated', 'ECONNRESET', 200]);
    assert.equal(Buffer.from(partialBody ?? []).toString(), '{"a"');
    // It was made: it is closed, not cut.
    assert.deepEqual(one.route, ['disposed']);
  });

  it('is told by what broke it first, once the request may have left', async (t) => {
    const ended = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    const left = stand(t);
    left.handler.onRequestStart?.(left.controller, {});
    left.breaks(reset);
    left.handler.onResponseError?.(left.controller, ended);
    const after = failed(await left.settled());
    assert.deepEqual([after.sent, after.cause, after.head], ['maybe', 'ECONNRESET', null]);
    t.mock.timers.reset();
    const before = stand(t);
    before.breaks(reset);
    before.handler.onResponseError?.(before.controller, ended);
    const never = failed(await before.settled());
    assert.deepEqual([never.sent, never.cause], ['no', 'UND_ERR_SOCKET']);
    assert.deepEqual(before.route, ['cut', 'disposed']);
  });

  it('is told once, however long what came of its body takes to read', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, [['content-encoding', 'gzip']]);
    one.data(gzipSync('{"a":1}').subarray(0, -9));
    one.handler.onResponseError?.(one.controller, reset);
    // While it is being read, the library tells more of the same.
    one.handler.onResponseEnd?.(one.controller, {});
    one.pass(500);
    one.cancel.abort();
    const { code, cause, timing } = failed(await one.settled());
    assert.deepEqual([code, cause, timing.totalMs], ['truncated', 'ECONNRESET', 0]);
    assert.deepEqual(one.route, ['disposed']);
  });
});

describe('a cancelled attempt', () => {
  it('sends nothing where it was cancelled before it began', async (t) => {
    const one = stand(t, { cancelled: true });
    const { sent, code, cause, what } = failed(await one.settled());
    assert.deepEqual([sent, code, cause], ['no', 'cancelled', 'cancelled']);
    assert.equal(plain(what), 'Cancelled before anything was sent to api.example.test.');
    assert.deepEqual([one.options, one.route], [[], ['cut', 'disposed']]);
  });

  it('may have been sent where it had begun', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    one.cancel.abort();
    const { sent, code, cause, what } = failed(await one.settled());
    assert.deepEqual([sent, code, cause], ['maybe', 'cancelled', 'cancelled']);
    assert.match(plain(what), /^Cancelled while api\.example\.test was working\./);
  });
});

describe('an attempt that takes too long', () => {
  const deadline = { deadlineMs: 45_000, connectTimeoutMs: 60_000 };

  it('says what it was waiting for when its deadline was over', async (t) => {
    const phases = [
      [
        0,
        'no',
        /^There was no connection to api\.example\.test within the deadline of 45 s\. Nothing was sent\./,
      ],
      [1, 'maybe', /^api\.example\.test did not answer within 45 s\./],
      [2, 'maybe', /^The answer of api\.example\.test was not complete within 45 s\./],
    ] as const;
    for (const [phase, wanted, says] of phases) {
      const one = stand(t, { request: deadline });
      if (phase > 0) one.handler.onRequestStart?.(one.controller, {});
      if (phase > 1) one.answers(200, []);
      t.mock.timers.tick(44_999);
      await turn();
      assert.equal(one.exchange(), null);
      t.mock.timers.tick(1);
      await turn();
      const { sent, code, cause, what } = failed(await one.settled());
      assert.deepEqual([sent, code, cause], [wanted, 'deadline', 'deadline']);
      assert.match(plain(what), says);
      t.mock.timers.reset();
    }
  });

  it('reads first what had arrived when the time was over', async (t) => {
    const one = stand(t, { request: deadline });
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, []);
    t.mock.timers.tick(45_000);
    one.data('{}');
    one.handler.onResponseEnd?.(one.controller, {});
    assert.equal(Buffer.from(answered(await one.settled()).body).toString(), '{}');
  });

  it('gives up connecting before its deadline, and names the proxy it went through', async (t) => {
    const direct = stand(t);
    t.mock.timers.tick(10_000);
    await turn();
    const one = failed(await direct.settled());
    assert.deepEqual([one.sent, one.code, one.cause], ['no', 'connect-timeout', 'connect-timeout']);
    assert.match(
      plain(one.what),
      /^There was no connection to api\.example\.test within 10 s\. Nothing was sent\. Check the base URL/,
    );
    t.mock.timers.reset();
    const through = stand(t, {
      proxy: {
        kind: 'proxy',
        url: 'http://proxy.example.test:3128',
        host: 'proxy.example.test:3128',
        authorization: null,
        strictSsl: true,
        from: 'http.proxy',
      },
    });
    t.mock.timers.tick(10_000);
    await turn();
    const other = failed(await through.settled());
    assert.deepEqual([other.code, other.cause], ['connect-timeout', 'connect-timeout']);
    assert.match(
      plain(other.what),
      /^There was no connection to api\.example\.test through the proxy proxy\.example\.test:3128 \(from http\.proxy\) within 10 s\./,
    );
  });

  it('does not give up connecting once it has', async (t) => {
    const one = stand(t);
    one.handler.onRequestStart?.(one.controller, {});
    t.mock.timers.tick(29_999);
    await turn();
    assert.equal(one.exchange(), null);
  });

  it('waits as long as a timer can where it may take longer', async (t) => {
    const one = stand(t, { request: { deadlineMs: 2 ** 40, connectTimeoutMs: 2 ** 40 } });
    t.mock.timers.tick(longest - 1);
    await turn();
    assert.equal(one.exchange(), null);
    t.mock.timers.tick(1);
    await turn();
    assert.equal(failed(await one.settled()).code, 'deadline');
  });

  it('leaves no timer and no listener behind once it was answered', async (t) => {
    const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = timers();
    const one = stand(t, { timers: 'real' });
    assert.equal(timers(), before + 2);
    assert.equal(getEventListeners(one.cancel.signal, 'abort').length, 1);
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, []);
    one.handler.onResponseEnd?.(one.controller, {});
    await one.settled();
    assert.equal(timers(), before);
    assert.equal(getEventListeners(one.cancel.signal, 'abort').length, 0);
  });
});

describe('an answer that cannot be kept whole', () => {
  it('keeps its beginning and names the limit', async (t) => {
    const one = stand(t, { request: { maxResponseBytes: 1_235_001 } });
    one.handler.onRequestStart?.(one.controller, {});
    one.answers(200, []);
    one.data(Buffer.alloc(1_235_002, 'a'));
    const { sent, code, cause, what, partialBody } = failed(await one.settled());
    assert.deepEqual(
      [sent, code, cause, partialBody?.length],
      ['maybe', 'too-large', 'too-large', 1_235_001],
    );
    assert.match(plain(what), /^The answer of api\.example\.test is larger than the limit of 1\.24 MB;/);
  });

  it('says whether its compression ended too early or is none', async (t) => {
    for (const [bytes, code, says] of [
      [gzipSync('{"a":1}').subarray(0, -9), 'truncated', /broke off before it was complete/],
      [
        Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]),
        'encoding',
        /not compressed as stated/,
      ],
    ] as const) {
      const one = stand(t);
      one.handler.onRequestStart?.(one.controller, {});
      one.answers(200, [['content-encoding', 'gzip']]);
      one.data(bytes);
      one.handler.onResponseEnd?.(one.controller, {});
      const told = failed(await one.settled());
      assert.deepEqual([told.sent, told.code], ['maybe', code]);
      assert.match(plain(told.what), says);
      t.mock.timers.reset();
    }
  });
});
