import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs, knownLimits } from '../../../../src/calls/guard/limits.ts';
import { certainRefusal } from '../../../../src/calls/guard/refusals.ts';
import { coolDownObstacle, meterObstacles } from '../../../../src/calls/guard/waits.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plain } from '../../../../src/contract/words.ts';
import { noon } from './facts.ts';

const minute = 60_000;
const live = { name: 'acme-prod', baseUrl: 'https://api.example.invalid', kind: 'live' } as const;

describe('a window that is full', () => {
  const told = (
    ms: number,
    most: number,
    source: 'documented' | 'set' | 'learned',
    count = most,
  ): string | undefined => {
    const limit = { ms, most, learns: false, source };
    const meter = { ms, most: null, learns: false, count, freeAt: null, fallsAt: null };
    return meterObstacles({ meters: [meter] }, [limit], noon).map(({ what }) => plain(what))[0];
  };
  const rows = [
    [minute, 1, 'set', 'The limit you set for a minute is reached: 1 of 1 call.'],
    [minute, 2, 'set', 'The limit you set for a minute is reached: 2 of 2 calls.'],
    [dayMs, 1, 'set', 'The limit you set for 24 hours is reached: 1 of 1 call.'],
    [dayMs, 2, 'set', 'The limit you set for 24 hours is reached: 2 of 2 calls.'],
    [minute, 5, 'documented', 'The documented limit of a minute is reached: 5 of 5 calls.'],
    [dayMs, 100, 'documented', 'The documented limit of 24 hours is reached: 100 of 100 calls.'],
    [minute, 3, 'learned', 'Limit seen: 3 per minute, 3 sent in this one.'],
  ] as const;
  for (const [ms, most, source, sentence] of rows)
    it(sentence, () =>
      assert.equal(told(ms, most, source), `${sentence} Sending now will probably be answered 429.`),
    );

  it('is told by no call too early, and each by its window and limit', () => {
    assert.equal(told(minute, 5, 'documented', 4), undefined);
    const limits = [minute, dayMs].map((ms) => ({ ms, most: 5, learns: false, source: 'set' as const }));
    const meters = [minute, dayMs].map((ms) => ({
      ms,
      most: null,
      learns: false,
      count: 5,
      freeAt: noon + ms,
      fallsAt: null,
    }));
    const found = meterObstacles({ meters }, limits, noon);
    assert.deepEqual(
      found.map(({ id }) => id),
      [`meter:${minute}:5`, `meter:${dayMs}:5`],
    );
    assert.match(plain(found[0]?.what ?? { text: '' }), /One more fits at 12:01:00; sending earlier/);
  });

  it('nothing is full of which nothing was counted', () => {
    const limit = { ms: minute, most: 1, learns: false, source: 'set' as const };
    assert.deepEqual(meterObstacles({ meters: [] }, [limit], noon), []);
  });
});

describe('a wait that the service asked for', () => {
  const told = (length: number, guessed = false) =>
    coolDownObstacle({ since: noon, until: noon + length, guessed, id: orderId('o') }, noon);

  it('is doubted from more than a day on', () => {
    for (const [length, doubtful] of [
      [dayMs, false],
      [dayMs + 1, true],
    ] as const) {
      const found = told(length);
      assert.equal(found.kind === 'cool-down' && found.doubtful, doubtful);
      assert.equal(plain(found.what).includes('If you doubt that'), doubtful);
    }
  });

  it('says until when, and whether that is our guess', () => {
    assert.match(plain(told(minute).what), /asked to wait until 12:01:00\./);
    assert.match(plain(told(minute, true).what), /One minute is assumed, until 12:01:00;/);
    assert.match(
      plain(told(dayMs + 1).what),
      /asked to wait until 2026-11-22 12:00, which is more than a day/,
    );
  });
});

describe('the limits that hold', () => {
  const operation = operationById('aadhaar-pan-link');
  const unlimited = operationById('credit-report');

  it('documented ones: a minute learns, a day does not', () => {
    const [ofMinute, ofDay] = knownLimits(operation, live, null);
    assert.deepEqual(ofMinute, { ms: minute, learns: true, most: 5, source: 'documented' });
    assert.deepEqual(ofDay, { ms: dayMs, learns: false, most: 100, source: 'documented' });
  });

  it('unknown ones are none', () => {
    const [ofMinute] = knownLimits(unlimited, live, null);
    assert.deepEqual(ofMinute, { ms: minute, learns: true, most: null, source: null });
  });

  it('what was seen goes on learning', () => {
    const [ofMinute] = knownLimits(unlimited, live, { calls: 31, at: noon });
    assert.deepEqual(ofMinute, { ms: minute, learns: true, most: 30, source: 'learned' });
  });

  it('what the user set learns nothing', () => {
    const limits = { [operation.id]: { perMinute: 7, perDay: 8 } };
    assert.deepEqual(knownLimits(operation, { ...live, limits }, null), [
      { ms: minute, learns: false, most: 7, source: 'set' },
      { ms: dayMs, learns: false, most: 8, source: 'set' },
    ]);
  });
});

describe('a refusal that was ended by another key', () => {
  const operation = operationById('aadhaar-pan-link');
  const last = { operation: operation.id, messageCode: 'INVALID_API_KEY', settledAt: noon, id: orderId('o') };
  const keyOf = (savedAt: number) => ({ kind: 'present', key: 'another-key-9f3a', savedAt }) as const;

  it('is over for a key that was entered later, not for one of the same moment', () => {
    assert.equal(certainRefusal(operation, keyOf(noon + 1), last), null);
    assert.equal(certainRefusal(operation, keyOf(noon), last)?.id, 'refusal:INVALID_API_KEY');
  });
});
