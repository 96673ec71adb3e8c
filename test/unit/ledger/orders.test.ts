import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { type Owed, owedBy } from '../../../src/calls/orders/attention.ts';
import { draftId, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { asLedgerRefusal } from '../../../src/calls/ports/ports.ts';
import {
  aFolder,
  aLedger,
  aSettlement,
  aWindow,
  bytes,
  ids,
  newOrder,
  noon,
  pending,
  place,
  question,
  text,
} from './aLedger.ts';

it('keeps an order from before it leaves to its answer', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.begin(newOrder('a'));
  const begun = await ledger.get(orderId('a'));
  assert.deepEqual(
    [begun?.state, begun?.outcome, begun?.billing, begun?.payloadsKept],
    ['in-flight', 'unknown', 'unknown', false],
  );
  const before = await ledger.payloads(orderId('a'));
  assert.ok(before.kind === 'open' && before.answer === null);
  await ledger.settle(orderId('a'), aSettlement());
  const { requestBody, aadhaar: _, day: _day, session: _session, parts: _parts, ...named } = newOrder('a');
  const { place: _place, keyHash: _keyHash, ...kept } = named;
  const { answer, coolDown: _coolDown, observed: _observed, ...settled } = aSettlement();
  assert.deepEqual(await ledger.get(orderId('a')), {
    ...kept,
    ...settled,
    state: 'settled',
    hasNote: false,
    resolved: null,
    resolvedAt: null,
    payloadsKept: true,
    followUp: null,
    drift: null,
    aadhaarReducedAt: null,
  });
  const payloads = await ledger.payloads(orderId('a'));
  assert.ok(payloads.kind === 'open');
  assert.deepEqual(new Uint8Array(payloads.requestBody), requestBody);
  assert.deepEqual(
    { ...payloads.answer, body: text(payloads.answer?.body ?? bytes('')) },
    { ...answer, body: text(answer.body) },
  );
});

it('keeps a large answer byte for byte', async (t) => {
  const { ledger } = await aLedger(t);
  const body = bytes('{"list":[0123,'.repeat(40_000));
  await place(ledger, 'a', { settlement: { answer: { ...aSettlement().answer, body } } });
  const payloads = await ledger.payloads(orderId('a'));
  assert.ok(payloads.kind === 'open' && payloads.answer !== null);
  assert.equal(Buffer.compare(payloads.answer.body, body), 0);
});

it('refuses the same draft twice, also from another window', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const other = await aWindow(t, folder);
  await ledger.begin(newOrder('a', { draftId: draftId('one') }));
  const refused = await other.begin(newOrder('b', { draftId: draftId('one') })).catch(asLedgerRefusal);
  assert.equal(refused?.reason, 'same-draft');
  assert.deepEqual(await ids(ledger), ['a']);
});

it('settles once: a second answer changes nothing', async (t) => {
  const { ledger } = await aLedger(t);
  await place(ledger, 'a');
  await assert.rejects(ledger.settle(orderId('a'), aSettlement({ messageCode: 'OK' })), /settled already/);
  await assert.rejects(ledger.settle(orderId('nobody'), aSettlement()), /unknown/);
  assert.equal((await ledger.get(orderId('a')))?.messageCode, 'NO_RECORD_FOUND');
});

it('gives up an order past its deadline once, whichever window sees it, and takes a late answer', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const other = await aWindow(t, folder);
  await ledger.begin(newOrder('late'));
  await ledger.begin(newOrder('under-way', { deadlineAt: noon + 200_000 }));
  const now = noon + 70_001;
  const found = await Promise.all([ledger.recover(now), other.recover(now), ledger.recover(now)]);
  assert.deepEqual(found.flat(), ['late']);
  const lost = await other.get(orderId('late'));
  assert.deepEqual([lost?.state, lost?.outcome, lost?.billing], ['lost', 'unknown', 'unknown']);
  assert.deepEqual(await ids(ledger, 'attention'), ['late']);
  await ledger.settle(orderId('late'), aSettlement({ settledAt: now + 5 }));
  assert.equal((await ledger.get(orderId('late')))?.outcome, 'negative');
  assert.equal(await ledger.attentionCount(), 0);
  const kinds = (await ledger.events(orderId('late'))).map((event) => event.kind);
  assert.deepEqual(
    kinds.filter((kind) => ['begun', 'lost', 'settled'].includes(kind)),
    ['begun', 'lost', 'settled'],
  );
  assert.deepEqual(await ledger.recover(now), []);
});

it('lets a late answer say what came of an order, whatever was recorded while nobody knew, unless it says nothing', async (t) => {
  const { ledger } = await aLedger(t);
  const late: readonly (readonly [string, Parameters<typeof aSettlement>[0], owed: Owed | null])[] = [
    ['pending', pending, 'outcome'],
    ['final', {}, null],
    ['billing unclear', { billing: 'unknown', evidence: 'not-known' }, 'billing'],
    ['charged, of an unknown code', { outcome: 'unknown', billing: 'billed' }, 'outcome'],
    ['nothing', { outcome: 'unknown', billing: 'unknown', evidence: 'not-known', messageCode: null }, null],
  ];
  for (const [id] of late) await ledger.begin(newOrder(id, { fingerprint: id }));
  const now = noon + 70_001;
  await ledger.recover(now);
  for (const [id, settlement, owed] of late) {
    await ledger.resolve(orderId(id), { at: now + 1, outcome: 'refunded', note: '', pasted: null });
    await ledger.settle(orderId(id), aSettlement({ ...settlement, settledAt: now + 2 }));
    const order = await ledger.get(orderId(id));
    assert.ok(order !== null);
    const recorded = id === 'nothing' ? ['refunded', now + 1] : [null, null];
    assert.deepEqual([order.resolved, order.resolvedAt], recorded, id);
    assert.equal(owedBy(order), owed, id);
    const { pendingTwins } = await ledger.guard(question({ input: { whole: id, parts: [] }, now }));
    assert.equal(pendingTwins.length, owed === 'outcome' ? 1 : 0, id);
    // What the user wrote is not lost.
    assert.ok((await ledger.events(orderId(id))).some(({ kind }) => kind === 'resolved'));
  }
});

it('tells of changes, of its own and of another window', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const other = await aWindow(t, folder);
  // The look at other windows' changes alone keeps no process alive.
  const alive = setInterval(() => undefined, 1000);
  t.after(() => clearInterval(alive));
  let seen = 0;
  const changed = new Promise<void>((resolve) => {
    t.after(
      other.onDidChange(() => {
        seen += 1;
        resolve();
      }),
    );
  });
  await ledger.begin(newOrder('a'));
  await changed;
  const before = seen;
  await other.settle(orderId('a'), aSettlement(pending));
  assert.ok(seen > before);
});

it('keeps drafts sealed until they are deleted', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.saveDraft(pageId('d'), bytes('first'), noon);
  await ledger.saveDraft(pageId('d'), bytes('second'), noon);
  assert.equal(text((await ledger.loadDraft(pageId('d'))) ?? bytes('')), 'second');
  await ledger.deleteDraft(pageId('d'));
  assert.equal(await ledger.loadDraft(pageId('d')), null);
});

it('makes files that only their owner may read', { skip: process.platform === 'win32' }, async (t) => {
  const folder = join(aFolder(t), 'new', 'folder');
  const ledger = await aWindow(t, folder);
  await ledger.begin(newOrder('a'));
  for (const name of ['', '-wal', '-shm'])
    assert.equal(statSync(join(folder, `orders.sqlite${name}`)).mode & 0o777, 0o600, name);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});
