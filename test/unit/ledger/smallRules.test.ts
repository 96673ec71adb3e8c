import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import { durability } from '../../../src/ledger/durability.ts';
import { canonicalJson } from '../../../src/ledger/fingerprint.ts';
import { latencySteps } from '../../../src/ledger/latencySteps.ts';
import { isWithin, narrowingOf } from '../../../src/ledger/narrowing.ts';
import { draftsBefore } from '../../../src/ledger/retention.ts';
import { scan } from '../../../src/ledger/scan.ts';
import { anOrder } from '../calls/orders.ts';
import { bytes, noon } from './aLedger.ts';

const dayMs = 86_400_000;

describe('drafts that nobody saves go', () => {
  const cases: readonly (readonly [...Parameters<typeof policy>, days: number])[] = [
    ['everything', 0, 0, 30],
    ['everything', 90, 365, 30],
    ['everything', 7, 365, 7],
    ['everything', 90, 8, 8],
    ['everything', 1, 0, 1],
    ['metadata', 0, 0, 1],
    ['metadata', 90, 365, 1],
    ['open-only', 0, 0, 1],
  ];
  function policy(keep: KeepPolicy['keep'], payloadDays: number, orderDays: number): KeepPolicy {
    return { keep, payloadDays, orderDays };
  }
  for (const [keep, payloadDays, orderDays, days] of cases)
    it(`after ${days} days where ${keep} is kept, answers ${payloadDays} days and orders ${orderDays}`, () => {
      assert.equal(draftsBefore(policy(keep, payloadDays, orderDays), noon), noon - days * dayMs);
    });
});

describe('buckets of latencies', () => {
  it('begin at nothing, and each about 5 % above the one before, up to some 100 minutes', () => {
    assert.deepEqual(
      latencySteps.map(({ bucket }) => bucket),
      Array.from({ length: 320 }, (_, n) => n),
    );
    assert.deepEqual(
      latencySteps.slice(0, 3).map(({ fromMs }) => fromMs.toFixed(4)),
      ['0.0000', '1.0500', '1.1025'],
    );
    assert.equal(Math.round((latencySteps.at(-1)?.fromMs ?? 0) / 60_000), 96);
  });
});

describe('what makes writing last', () => {
  const pragmas = (platform: NodeJS.Platform) => {
    const db = new DatabaseSync(':memory:');
    // However SQLite was built, and whatever it was told before.
    db.exec('PRAGMA synchronous = OFF; PRAGMA fullfsync = OFF; PRAGMA checkpoint_fullfsync = OFF');
    db.exec(durability(platform));
    const of = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    const found = ['synchronous', 'fullfsync', 'checkpoint_fullfsync'].map(of);
    db.close();
    return found;
  };
  it('is asked for outright, on macOS of the drive, too', () => {
    assert.deepEqual(pragmas('linux'), [2, 0, 0]);
    assert.deepEqual(pragmas('win32'), [2, 0, 0]);
    assert.deepEqual(pragmas('darwin'), [2, 1, 1]);
  });
});

describe('of two inputs', () => {
  const ofLength = (length: number) => `"${'x'.repeat(length - 2)}"`;
  it('those of up to a million characters are compared as JSON, longer ones as they stand', () => {
    assert.equal(canonicalJson(bytes(` ${ofLength(999_999)}`)), ofLength(999_999));
    assert.equal(canonicalJson(bytes(` ${ofLength(1_000_000)}`)), null);
  });
});

describe('what no facet knows of a filter', () => {
  const repeat = 'repeat = 1 AND';
  const drift = 'drift IS NOT NULL AND drift IN (SELECT value FROM json_each(?)) AND';
  it('narrows a list by repeats, by departures, by both or by nothing', () => {
    assert.deepEqual(narrowingOf({}), { only: '', values: [], index: null });
    assert.deepEqual(narrowingOf({ repeats: true }), { only: repeat, values: [], index: 'orders_repeat' });
    const drifts = ['breaking', 'new'] as const;
    const values = ['["breaking","new"]'];
    assert.deepEqual(narrowingOf({ drifts }), { only: drift, values, index: 'orders_drift' });
    const both = { only: `${repeat} ${drift}`, values, index: 'orders_drift' };
    assert.deepEqual(narrowingOf({ repeats: true, drifts }), both);
    const ofKind = { only: 'kind = ? AND', values: ['live'], index: null };
    assert.deepEqual(narrowingOf({ kind: 'live' }), ofKind);
    const all = {
      only: `${repeat} ${drift} kind = ? AND`,
      values: [...values, 'live'],
      index: 'orders_drift',
    };
    assert.deepEqual(narrowingOf({ kind: 'live', drifts, repeats: true }), all);
    const whose = 'identity IN (SELECT value FROM json_each(?)) AND';
    const ofIdentities = {
      only: `kind = ? AND ${whose}`,
      values: ['live', '["id:a","name:b"]'],
      index: null,
    };
    assert.deepEqual(narrowingOf({ identities: ['id:a', 'name:b'], kind: 'live' }), ofIdentities);
  });

  const rows: readonly (readonly [
    Parameters<typeof isWithin>[0],
    repeat: number,
    drift: string | null,
    boolean,
  ])[] = [
    [{}, 0, null, true],
    [{}, 1, 'new', true],
    [{ repeats: true }, 1, null, true],
    [{ repeats: true }, 0, 'new', false],
    [{ drifts: ['breaking', 'new'] }, 0, 'new', true],
    [{ drifts: ['breaking', 'new'] }, 0, 'notable', false],
    [{ drifts: ['breaking', 'new'] }, 0, null, false],
    [{ drifts: [] }, 0, 'new', false],
    [{ repeats: true, drifts: ['new'] }, 1, 'new', true],
    [{ repeats: true, drifts: ['new'] }, 0, 'new', false],
    [{ repeats: true, drifts: ['new'] }, 1, null, false],
  ];
  for (const [filter, repeats, grade, within] of rows)
    it(`${within ? 'takes' : 'leaves out'} a row of ${repeats} and ${grade} for ${JSON.stringify(filter)}`, () => {
      assert.equal(isWithin(filter, { repeat: repeats, drift: grade }), within);
    });

  it('takes a row of one of the identities alone', () => {
    const within = (...identities: string[]) => isWithin({ identities }, { identity: 'id:a' });
    assert.deepEqual([within('id:b', 'id:a'), within('id:b'), within()], [true, false, false]);
  });
});

describe('a scan of orders', () => {
  it('hands over every page to its end, newest first, and lets others work between two', async () => {
    const pages = [['a', 'b'], ['c'], []].map((names) => names.map((keyTail) => anOrder({ keyTail })));
    const asked: unknown[] = [];
    let turns = 0;
    const found = scan(
      async ({ group, filter, limit, after }) => {
        asked.push([group, filter, limit, after, turns]);
        setImmediate(() => {
          turns += 1;
        });
        const next = asked.length < pages.length ? `place ${asked.length}` : null;
        return { orders: pages[asked.length - 1] ?? [], next };
      },
      { environments: ['acme-prod'] },
    );
    const tails: (string | null)[] = [];
    for await (const { keyTail } of found) tails.push(keyTail);
    assert.deepEqual(tails, ['a', 'b', 'c']);
    const filter = { environments: ['acme-prod'] };
    assert.deepEqual(asked, [
      ['all', filter, 500, null, 0],
      ['all', filter, 500, 'place 1', 1],
      ['all', filter, 500, 'place 2', 2],
    ]);
  });
});
