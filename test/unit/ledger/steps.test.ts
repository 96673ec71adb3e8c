import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { asLedgerRefusal, type Ledger } from '../../../src/calls/ports/ports.ts';
import { ledgerOn } from '../../../src/ledger/ledger.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { aFolder, aSettlement, aWindow, bytes, keyRing, newOrder, noon, question } from './aLedger.ts';

const tables = ['orders', 'payloads', 'input_parts', 'begun', 'throttles', 'spend', 'session_spend', 'clock'];

/** A ledger whose file fails at one step: the `at`-th run of a statement, counted from `from()`. */
async function failing(t: TestContext) {
  const folder = aFolder(t);
  const file = await openFile(folder, noon);
  let [left, ran] = [Number.POSITIVE_INFINITY, 0];
  const step = (): void => {
    ran += 1;
    left -= 1;
    if (left === 0) throw new Error('the disk went away');
  };
  const { db } = file;
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    const statement = prepare(sql);
    for (const name of ['run', 'get', 'all'] as const) {
      const original = statement[name].bind(statement) as (...values: unknown[]) => never;
      statement[name] = (...values: unknown[]): never => {
        step();
        return original(...values);
      };
    }
    return statement;
  };
  const sealing = keyRing('a-key');
  const options = { folder, sealing, now: () => noon, uptime: () => 5_000_000, newId: () => 'id' };
  const ledger = ledgerOn(options, file);
  t.after(() => ledger.close());
  return {
    ledger,
    folder,
    sealing,
    /** Runs it with a fault at that step; how many steps it took. */
    failAt: async (at: number, work: () => Promise<unknown>) => {
      [left, ran] = [at, 0];
      const failure = await work().then(
        () => null,
        (error: unknown) => error,
      );
      left = Number.POSITIVE_INFINITY;
      return { failure, ran };
    },
  };
}

function contents(folder: string): unknown {
  const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
  const rows = tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all());
  db.close();
  return rows;
}

const order = newOrder('x', { fingerprint: 'f', parts: ['p', 'q'] });
const admission = {
  question: question({ input: { whole: 'f', parts: ['p'] } }),
  admit: () => null,
};
const settlement = aSettlement({
  outcome: 'throttled',
  billing: 'free',
  httpStatus: 429,
  coolDown: { until: noon + 60_000, guessed: true },
});

async function steps(
  name: string,
  context: Awaited<ReturnType<typeof failing>>,
  work: () => Promise<unknown>,
  told: (failure: unknown) => void,
): Promise<void> {
  const before = contents(context.folder);
  for (let at = 1; ; at += 1) {
    assert.ok(at < 100, name);
    const { failure } = await context.failAt(at, work);
    if (failure === null) {
      assert.ok(at > 5, `${name}: ${at - 1} steps`);
      return;
    }
    told(failure);
    assert.deepEqual(contents(context.folder), before, `${name}: step ${at}`);
  }
}

it('leaves nothing half written when any step of a begin or a settlement fails', async (t) => {
  const context = await failing(t);
  const { ledger } = context;
  await ledger.begin(newOrder('before', { fingerprint: 'f', parts: ['p'] }));
  await steps(
    'begin',
    context,
    () => ledger.begin(order, admission),
    (failure) => {
      const refusal = asLedgerRefusal(failure);
      assert.equal(refusal?.reason, 'unwritable');
      assert.match(refusal?.what.text ?? '', /^Not sent: .*Nothing was billed\.$/);
    },
  );
  await steps(
    'settle',
    context,
    () => ledger.settle(orderId('x'), settlement),
    (failure) => assert.match(String(failure), /the disk went away/),
  );
  assert.equal((await ledger.get(orderId('x')))?.state, 'settled');
  assert.equal((await ledger.guard(question())).coolDown?.until, noon + 60_000);
});

it('says in one sentence why nothing could be read before a call', async (t) => {
  const context = await failing(t);
  const { ledger, failAt, sealing } = context;
  const sentence = async (work: (one: Ledger) => Promise<unknown>): Promise<string> => {
    const { failure } = await failAt(1, () => work(ledger));
    assert.ok(failure instanceof Error);
    return failure.message;
  };
  const unread = /^The order history could not be read \(the disk went away\)\. Try again/;
  assert.match(await sentence((one) => one.guard(question())), unread);
  assert.match(await sentence((one) => one.keyHash('https://a.example', 'a-key-of-mine')), unread);
  sealing.names.length = 0;
  const locked = /^The key that seals orders could not be read \(the secret store is locked\)\. Unlock/;
  await assert.rejects(ledger.inputPrint('rc-advanced', bytes('{}')), { message: locked });
  await assert.rejects(ledger.keyHash('https://a.example', 'a-key-of-mine'), { message: locked });
  assert.equal(await ledger.keyHash('https://a.example', null), '');
});

it('says it is locked when another program holds the file while a key is taken over', async (t) => {
  const { ledger, folder } = await failing(t);
  const other = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => other.close());
  other.exec(
    `INSERT INTO begun (operation, place, key_hash, at) VALUES ('rc-advanced', '', 'tail:mine', 1); BEGIN IMMEDIATE`,
  );
  const hash = ledger.keyHash('https://a.example', 'an-invented-key-mine');
  await assert.rejects(hash, {
    message: /^The order history could not be read: another program has locked it/,
  });
  other.exec('COMMIT');
  // Not taken for done.
  const keyHash = await ledger.keyHash('https://a.example', 'an-invented-key-mine');
  assert.equal(other.prepare('SELECT key_hash FROM begun').get()?.key_hash, keyHash);
});

it('hashes a key of a history that may not be written, and takes nothing over', async (t) => {
  const folder = aFolder(t);
  await (await aWindow(t, folder)).close();
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  db.exec(`INSERT INTO begun (operation, place, key_hash, at) VALUES ('rc-advanced', '', 'tail:mine', 1);
    PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.close();
  const ledger = await aWindow(t, folder);
  assert.match(await ledger.keyHash('https://a.example', 'an-invented-key-mine'), /^[0-9a-f]{32}$/);
  const account = { place: 'p', keyHash: 'k' };
  await assert.rejects(ledger.liftCoolDown(account, 'rc-advanced', noon + 1, noon), /reading only/);
  assert.deepEqual((await ledger.guard(question())).paidTwins, []);
});
