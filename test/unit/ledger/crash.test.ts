import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderSummary } from '../../../src/calls/ports/ports.ts';
import type { BookEntry, SandboxBooks } from '../../../src/sandbox/books.ts';
import { aFolder, aWindow } from './aLedger.ts';

/** How many processes are killed, and how many send at once. `LEDGER_KILLS=200` for a long run. */
const kills = Number(process.env.LEDGER_KILLS ?? 24);
const atOnce = 4;

function start(t: TestContext, program: string, args: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, program), [...args], { stdio: 'inherit' });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function killOne(t: TestContext, args: readonly string[], complaints: string[]): Promise<void> {
  const sender = start(t, 'crashSender.ts', args);
  const gone = once(sender, 'exit');
  const under = new Promise<void>((resolve) => {
    sender.on('message', (message: unknown) => {
      if (message === 'a call leaves') resolve();
      else complaints.push(String(message));
    });
  });
  // One in four dies while it opens the ledger, the others with calls under way.
  if (Math.random() < 0.25) await sleep(Math.random() * 600);
  else {
    await Promise.race([under, gone]);
    await sleep(Math.random() * 500);
  }
  assert.ok(sender.exitCode === null, 'a sender ends only when it is killed');
  sender.kill('SIGKILL');
  await gone;
}

interface Kept {
  readonly order: OrderSummary;
  readonly inputHash: string;
}

/** Every order with the hash the sandbox's books have of its body. */
async function keptOrders(t: TestContext, folder: string, salt: string): Promise<Kept[]> {
  const ledger = await aWindow(t, folder);
  const kept: Kept[] = [];
  for await (const order of ledger.scan({})) {
    const payloads = await ledger.payloads(order.id);
    assert.ok(payloads.kind === 'open');
    kept.push({ order, inputHash: createHmac('sha256', salt).update(payloads.requestBody).digest('hex') });
  }
  await ledger.recover(Date.now() + 3_600_000);
  for (const { order } of kept) {
    const state = (await ledger.get(order.id))?.state;
    assert.equal(state, order.state === 'in-flight' ? 'lost' : order.state);
  }
  return kept;
}

function compare(kept: readonly Kept[], entries: readonly BookEntry[]): Readonly<Record<string, number>> {
  const byHash = new Map(kept.map((one) => [one.inputHash, one.order]));
  assert.equal(byHash.size, kept.length, 'no order is kept twice');
  const whole = entries.filter((entry) => entry.inputHash !== '');
  assert.equal(new Set(whole.map((entry) => entry.inputHash)).size, whole.length, 'no call is sent twice');
  const missing = whole.filter((entry) => !byHash.has(entry.inputHash));
  assert.deepEqual(missing, [], 'every call that was received is kept');
  const received = new Set(whole.map((entry) => entry.inputHash));
  const settled = kept.filter(({ order }) => order.state === 'settled');
  for (const { order, inputHash } of settled) {
    const entry = whole.find((one) => one.inputHash === inputHash);
    assert.equal(order.orderId, entry?.orderId ?? null);
    assert.equal(order.billing === 'billed', entry?.charged ?? false);
  }
  const open = kept.filter(({ order }) => order.state !== 'settled');
  const cut = entries.length - whole.length;
  const openUnread = open.filter(({ inputHash }) => !received.has(inputHash)).length;
  assert.ok(cut <= openUnread, 'a call cut off while it was received is kept as open');
  return {
    received: entries.length,
    kept: kept.length,
    settled: settled.length,
    open: open.length,
    'open, received': open.length - openUnread,
    missing: missing.length,
  };
}

it(`loses no call and doubles none when ${kills} processes are killed at random moments`, async (t) => {
  const folder = aFolder(t);
  const salt = randomUUID();
  const sandbox = start(t, 'crashSandbox.ts', [salt]);
  const [url] = await once(sandbox, 'message');
  const complaints: string[] = [];
  let left = kills;
  const killAll = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      await killOne(t, [folder, String(url)], complaints);
    }
  };
  const started = Date.now();
  await Promise.all(Array.from({ length: atOnce }, killAll));
  assert.deepEqual(complaints, [], 'no call was refused or left unsettled by the others');
  sandbox.send('books');
  const [books]: SandboxBooks[] = await once(sandbox, 'message');
  const kept = await keptOrders(t, folder, salt);
  const figures = compare(kept, books?.entries ?? []);
  const db = new DatabaseSync(join(folder, 'orders.sqlite'));
  t.after(() => db.close());
  assert.deepEqual(
    db
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => row.integrity_check),
    ['ok'],
  );
  assert.deepEqual(db.prepare('PRAGMA foreign_key_check').all(), []);
  assert.ok(kept.length > kills, 'enough calls were sent for the kills to matter');
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  console.log(
    `crash: ${kills} kills in ${seconds} s, ${Object.entries(figures)
      .map(([what, n]) => `${n} ${what}`)
      .join(' · ')}, integrity ok`,
  );
});
