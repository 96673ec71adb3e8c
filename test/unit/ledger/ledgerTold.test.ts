import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { type Ledger, LedgerRefusal } from '../../../src/calls/ports/ports.ts';
import { ledgerOn, openLedger } from '../../../src/ledger/ledger.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import type { LedgerOptions } from '../../../src/ledger/options.ts';
import {
  aDocument,
  aFolder,
  aSettlement,
  aWindow,
  bytes,
  ids,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
  question,
} from './aLedger.ts';
import { beginCall, settlementOf } from './taught.ts';

const day = 24 * 3_600_000;
const account = { place: 'https://api.example.invalid', keyHash: 'hash of 9f3a' };
const everything = { keep: 'everything', payloadDays: 0, orderDays: 0 } as const;
const newer = new LedgerRefusal('newer-schema', { text: 'written by a newer version' });
const unwritable = new LedgerRefusal('unwritable', { text: 'cannot be written' });

/** A window of a history, with its file to look into. */
async function aHistory(
  t: TestContext,
  {
    folder = aFolder(t),
    readOnly = null,
    ...options
  }: Partial<LedgerOptions> & { readOnly?: LedgerRefusal | null } = {},
) {
  const file = await openFile(folder, noon);
  const all: LedgerOptions = {
    folder,
    sealing: keyRing('a-key'),
    now: () => noon,
    newId: () => 'id',
    // What this window writes on a thread of its own is not to be taken for another window's.
    pollMs: 3_600_000,
    ...options,
  };
  const ledger = ledgerOn(all, { ...file, readOnly });
  t.after(() => ledger.close());
  let heard = 0;
  ledger.onDidChange(() => {
    heard += 1;
  });
  /** How often a change was told of while this was done, and what came of it. */
  const during = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    const before = heard;
    const done = await work();
    return [done, heard - before];
  };
  const said = (sql: string) =>
    file.db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' '));
  return { ledger, file, folder, during, said };
}

describe('a history tells of a change', () => {
  it('at once, where orders went, at their user’s word also where none did', async (t) => {
    const { ledger, during } = await aHistory(t);
    for (const id of ['a', 'b', 'c']) await place(ledger, id, { order: { fingerprint: `print ${id}` } });
    const one = { orders: 1, leftOpen: 0 };
    const none = { orders: 0, leftOpen: 0 };
    assert.deepEqual(await during(() => ledger.erase([orderId('a')])), [one, 1]);
    assert.deepEqual(await during(() => ledger.erase([])), [none, 1]);
    assert.deepEqual(await during(() => ledger.eraseInput('print b')), [one, 1]);
    assert.deepEqual(await during(() => ledger.eraseSettledBefore(noon + 1)), [one, 1]);
    assert.deepEqual(await during(() => ledger.eraseSettledBefore(noon + 1)), [none, 1]);
    assert.deepEqual(await ids(ledger), []);
  });

  it('by policy where orders or payloads went, and where nothing did not', async (t) => {
    const { ledger, during } = await aHistory(t);
    for (const [id, days] of [
      ['old', 40],
      ['ten days', 10],
    ] as const)
      await place(ledger, id, { order: { begunAt: noon - days * day } });
    assert.deepEqual(await during(() => ledger.applyPolicy(everything, noon)), [
      { orders: 0, leftOpen: 0 },
      0,
    ]);
    // One of each.
    const policy = { ...everything, payloadDays: 5, orderDays: 30 };
    assert.deepEqual(await during(() => ledger.applyPolicy(policy, noon)), [{ orders: 1, leftOpen: 0 }, 1]);
    await place(ledger, 'six days', { order: { begunAt: noon - 6 * day } });
    assert.deepEqual(await during(() => ledger.applyPolicy(policy, noon)), [{ orders: 0, leftOpen: 0 }, 1]);
  });

  it('where a call was given up, and a wait lifted', async (t) => {
    const { ledger, during } = await aHistory(t);
    await ledger.begin(newOrder('a', { deadlineAt: noon }));
    assert.deepEqual(await during(() => ledger.recover(noon)), [[], 0]);
    assert.deepEqual(await during(() => ledger.recover(noon + 1)), [['a'], 1]);
    const coolDown = { until: noon + 60_000, guessed: false };
    await place(ledger, 'b', { settlement: { httpStatus: 429, coolDown } });
    assert.equal((await ledger.guard(question())).coolDown?.until, coolDown.until);
    const [, told] = await during(() => ledger.liftCoolDown(account, 'rc-advanced', coolDown.until, noon));
    assert.equal(told, 1);
    assert.equal((await ledger.guard(question())).coolDown, null);
  });
});

describe('a history that is open for reading only', () => {
  for (const readOnly of [newer, unwritable])
    it(`is neither sent to nor changed: ${readOnly.reason}`, async (t) => {
      const { ledger: before, folder } = await aHistory(t);
      await place(before, 'a', { order: { fingerprint: 'print a' } });
      await before.begin(newOrder('overdue', { deadlineAt: noon - 1 }));
      const { ledger, during, said } = await aHistory(t, { folder, readOnly });
      const all = 'SELECT id, state, payloads_kept FROM orders ORDER BY id';
      const there = said(all);
      await assert.rejects(ledger.begin(newOrder('b')), readOnly);
      const refused = /^Error: the order history is open for reading only, so nothing in it can be changed$/;
      const calls: readonly (() => Promise<unknown>)[] = [
        () => ledger.settle(orderId('overdue'), aSettlement()),
        () => ledger.erase([orderId('a')]),
        () => ledger.eraseInput('print a'),
        () => ledger.eraseSettledBefore(noon + 1),
        () => ledger.liftCoolDown(account, 'rc-advanced', noon, noon),
        () => ledger.note(orderId('a'), 'x', noon),
        () => ledger.followUps.set([orderId('a')], null),
        () => ledger.documents.keep(orderId('a'), aDocument(), bytes('x')),
        () => ledger.transfer.restore(join(folder, 'nothing'), 'x'),
      ];
      for (const call of calls) await assert.rejects(call, refused);
      assert.deepEqual(await during(() => ledger.recover(noon)), [[], 0]);
      const metadata = { ...everything, keep: 'metadata' } as const;
      assert.deepEqual(await during(() => ledger.applyPolicy(metadata, noon)), [
        { orders: 0, leftOpen: 0 },
        0,
      ]);
      assert.deepEqual(said(all), there);
      assert.deepEqual(await ids(ledger), ['overdue', 'a']);
    });

  it('has neither a jump of the clock made good nor names remembered, whatever is asked before a call', async (t) => {
    const uptime = { ms: 1_000_000 };
    const clocked = { uptime: () => uptime.ms, machine: 'here' };
    const { ledger, folder, said } = await aHistory(t, clocked);
    await place(ledger, 'a');
    const meters = said('SELECT at FROM begun');
    const later = { ...clocked, folder, now: () => noon + 10 * day };
    const closed = await aHistory(t, { ...later, readOnly: unwritable });
    const asked = question({ spenders: ['name:new', 'name:acme-prod'] });
    await closed.ledger.guard(asked);
    assert.deepEqual(
      [said('SELECT at FROM begun'), said('SELECT earlier FROM earlier_identities')],
      [meters, []],
    );
    const open = await aHistory(t, later);
    await open.ledger.guard(asked);
    assert.deepEqual(said('SELECT at FROM begun'), [`${noon + 10 * day}`]);
    assert.deepEqual(said('SELECT earlier, identity FROM earlier_identities'), ['name:acme-prod name:new']);
  });
});

describe('a history that is opened', () => {
  const opened = (t: TestContext, folder: string, key: string, changes: Partial<LedgerOptions> = {}) =>
    aWindow(t, folder, keyRing(key), changes);
  const gone = (ledger: Ledger) => ledger.problems().filter(({ offer }) => offer === 'keep-key').length;

  it('says that the key of its orders is gone, once', async (t) => {
    const folder = aFolder(t);
    const first = await opened(t, folder, 'a-key');
    await place(first, 'a');
    await first.close();
    const second = await opened(t, folder, 'another-key', { now: () => noon + day });
    assert.equal(gone(second), 1);
    await second.close();
    assert.equal(gone(await opened(t, folder, 'another-key', { now: () => noon + day })), 0);
  });

  it('looks neither for keys nor at the clock where a newer version wrote it', async (t) => {
    const { ledger, folder, file } = await aHistory(t);
    await place(ledger, 'a');
    file.db.exec('PRAGMA user_version = 99; DROP TABLE seals; DROP TABLE clock');
    const later = await opened(t, folder, 'another-key', { uptime: () => 5 });
    assert.equal(later.problems().length, 1);
    assert.deepEqual(await ids(later), ['a']);
  });

  it('makes good that the clock was set since, or that the computer was restarted, and keeps the reading', async (t) => {
    const folder = aFolder(t);
    const clock = { now: noon, uptime: 100_000_000 };
    const clocked = { now: () => clock.now, uptime: () => clock.uptime };
    const first = await opened(t, folder, 'a-key', clocked);
    await place(first, 'a');
    await first.close();
    const { said } = await aHistory(t, { folder });
    const kept = () => said('SELECT machine, wall, uptime FROM clock');
    assert.deepEqual(kept(), [`${hostname()} ${noon} 100000000`], 'by default of this computer');
    clock.now += 5000;
    clock.uptime += 5000;
    await (await opened(t, folder, 'a-key', clocked)).close();
    assert.deepEqual(kept(), [`${hostname()} ${noon} 100000000`], 'nothing to make good');
    clock.now += 3 * 3_600_000;
    await (await opened(t, folder, 'a-key', clocked)).close();
    assert.deepEqual(kept(), [`${hostname()} ${clock.now} 100005000`]);
    assert.deepEqual(said('SELECT at FROM begun'), [`${noon + 3 * 3_600_000}`]);
  });

  it('is of no use to who can neither read nor write it', async (t) => {
    const folder = join(aFolder(t), 'a file');
    writeFileSync(folder, '');
    const options = { folder, sealing: keyRing('a-key'), now: () => noon, newId: () => 'id' };
    await assert.rejects(openLedger(options), (error) => error instanceof LedgerRefusal);
  });

  it('looks for what other windows write twice a second, unless told otherwise, until it is closed', async (t) => {
    const periods: number[] = [];
    t.mock.method(globalThis, 'setInterval', (_look: () => void, ms: number) => {
      periods.push(ms);
      return { unref: () => undefined };
    });
    let cleared = 0;
    t.mock.method(globalThis, 'clearInterval', () => {
      cleared += 1;
    });
    const folder = aFolder(t);
    const options = { folder, sealing: keyRing('a-key'), now: () => noon, newId: () => 'id' };
    for (const own of [{}, { pollMs: 20 }]) {
      const ledger = await openLedger({ ...options, ...own });
      ledger.onDidChange(() => undefined);
      await ledger.close();
      // It may be said twice.
      await ledger.close();
    }
    assert.deepEqual([periods, cleared], [[500, 20], 2]);
  });

  it('learns of answers quietly where nobody wants to hear what could not be learned', async (t) => {
    const { ledger, file } = await aHistory(t);
    file.db.exec('DROP TABLE facts');
    const call = { input: 'XX00AA1000', result: { color: 'BLUE' } };
    await beginCall(ledger, 'a', call);
    await ledger.settle(orderId('a'), settlementOf(call));
    assert.equal((await ledger.get(orderId('a')))?.state, 'settled');
  });

  it('takes all drafts with an erased input where nobody can tell what they hold', async (t) => {
    const { ledger } = await aHistory(t);
    await place(ledger, 'a', { order: { fingerprint: 'print a' }, settlement: pending });
    await ledger.saveDraft(pageId('page'), bytes('typed'), noon);
    await ledger.eraseInput('print a');
    assert.equal(await ledger.loadDraft(pageId('page')), null);
  });
});
