import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { ledgerOn } from '../../../src/ledger/ledger.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { aRow, b, started } from './aBatch.ts';
import {
  aDocument,
  aFolder,
  aLedger,
  bytes,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
  question,
  text,
} from './aLedger.ts';
import { aadhaarOrder, answered, keptOf, reducedRequest } from './anAadhaarOrder.ts';

const input = bytes('{"rc_number":"XX00AA0001"}');

/** Three orders of one input: paid, open with a note, and on its way. */
async function some(t: TestContext) {
  const made = await aLedger(t);
  const { ledger } = made;
  const print = await ledger.inputPrint('rc-advanced', input);
  const order = { requestBody: input, fingerprint: print.whole, parts: print.parts };
  await place(ledger, 'paid', { order });
  await place(ledger, 'open', {
    order: { ...order, begunAt: noon + 1, environment: 'sandbox' },
    settlement: pending,
  });
  await ledger.note(orderId('open'), 'words of mine', noon + 2);
  await ledger.begin(newOrder('on its way', { begunAt: noon + 3, ...order }));
  return { ...made, print };
}

const names = (orders: readonly { readonly id: string }[]) => orders.map(({ id }) => id);

describe('a history', () => {
  it('answers in each of its ways to what it holds', async (t) => {
    const { ledger, print } = await some(t);
    const all = { group: 'all', filter: {} } as const;
    assert.equal((await ledger.get(orderId('paid')))?.outcome, 'negative');
    assert.equal(await ledger.get(orderId('nobody')), null);
    assert.deepEqual(names((await ledger.list({ ...all, limit: 2, after: null })).orders), [
      'on its way',
      'open',
    ]);
    assert.deepEqual([await ledger.countUpTo(all, 10), await ledger.countUpTo(all, 2)], [3, 2]);
    assert.equal(await ledger.attentionCount(), 1);
    assert.deepEqual(
      [
        await ledger.exists({ group: 'attention' }),
        await ledger.exists({ ...all, filter: { outcomes: ['held'] } }),
      ],
      [true, false],
    );
    assert.deepEqual(await ledger.span(), { oldest: noon, newest: noon + 3 });
    assert.deepEqual(await ledger.distinct(), {
      environments: ['acme-prod', 'sandbox'],
      messageCodes: ['ACCEPTED', 'NO_RECORD_FOUND'],
    });
    assert.deepEqual(names(await ledger.sameInput(print.whole, 2)), ['on its way', 'open']);
    const scanned: string[] = [];
    for await (const { id } of ledger.scan({ environments: ['acme-prod'] })) scanned.push(id);
    assert.deepEqual(scanned, ['on its way', 'paid']);
    const { rows } = await ledger.usage({ environment: 'sandbox', from: '2026-11-21', to: '2026-11-21' });
    assert.deepEqual(
      rows.map(({ calls, outcome }) => [calls, outcome]),
      [[1, 'pending']],
    );
    const facts = await ledger.guard(question({ input: print }));
    assert.deepEqual([names(facts.paidTwins), names(facts.pendingTwins)], [['paid'], ['on its way']]);
    assert.equal(facts.meters[0]?.count, 3);
    assert.deepEqual(ledger.problems(), []);
  });

  it('opens what is sealed of an order, and tells its story', async (t) => {
    const { ledger } = await some(t);
    const payloads = await ledger.payloads(orderId('open'));
    assert.ok(payloads.kind === 'open' && payloads.answer !== null);
    assert.deepEqual(
      [text(payloads.requestBody), text(payloads.answer.body)],
      [text(input), '{"answered":true}'],
    );
    assert.equal(await ledger.readNote(orderId('open')), 'words of mine');
    const kinds = (await ledger.events(orderId('open'))).map(({ kind }) => kind);
    assert.ok(kinds.includes('noted') && kinds.length > 2, kinds.join());
    await assert.rejects(
      ledger.events(orderId('nobody')),
      /^LedgerRefusal: This order is no longer in the order history\.$/,
    );
    await assert.rejects(ledger.payloads(orderId('nobody')));
  });

  it('is searched for what a person may hold, the words of notes as well, the newest first and each once', async (t) => {
    const { ledger } = await some(t);
    assert.deepEqual(names(await ledger.find('ORD-PENDING-1', 5)), ['open']);
    assert.deepEqual(names(await ledger.find('words', 5)), ['open']);
    assert.deepEqual(names(await ledger.find('NO_RECORD_FOUND words of mine ORD-PENDING-1', 5)), [
      'open',
      'paid',
    ]);
    assert.deepEqual([await ledger.find('', 5), await ledger.find(' \n', 5)], [[], []]);
  });

  it('prints inputs and keys alike each time, and nothing else alike', async (t) => {
    const { ledger, print } = await some(t);
    assert.equal(await ledger.fingerprint('rc-advanced', input), print.whole);
    assert.notEqual(await ledger.fingerprint('credit-report', input), print.whole);
    const hash = await ledger.keyHash('https://api.example.invalid', 'invented-key');
    assert.match(hash, /^[0-9a-f]{32}$/);
    assert.equal(await ledger.keyHash('https://api.example.invalid', 'invented-key'), hash);
    assert.equal(await ledger.keyHash('https://api.example.invalid', null), '');
  });

  it('keeps drafts and forgets them, and counts what was erased', async (t) => {
    const { ledger } = await some(t);
    const page = pageId('page');
    assert.deepEqual([await ledger.draftErasures(page), await ledger.loadDraft(page)], [0, null]);
    await ledger.saveDraft(page, bytes('typed'), noon);
    assert.equal(text((await ledger.loadDraft(page)) ?? bytes('')), 'typed');
    await ledger.deleteDraft(page);
    assert.equal(await ledger.loadDraft(page), null);
    assert.equal(await ledger.erasures(), 0);
    await ledger.erase([orderId('paid')]);
    assert.equal(await ledger.erasures(), 1);
  });

  it('counts what quotes an input elsewhere', async (t) => {
    const { ledger, print } = await some(t);
    await place(ledger, 'other');
    await ledger.note(orderId('other'), 'the same as XX00AA0001', noon);
    assert.equal((await ledger.heldElsewhere([print.whole])).quotes, 1);
  });

  it('names histories that were set aside, and erases them at their user’s word', async (t) => {
    const { ledger, folder } = await aLedger(t);
    const name = 'orders.set-aside-2026.sqlite';
    assert.deepEqual(await ledger.setAside(), []);
    writeFileSync(join(folder, name), 'an old history');
    assert.deepEqual(await ledger.setAside(), [name]);
    await ledger.eraseSetAside();
    assert.deepEqual(await ledger.setAside(), []);
  });

  it('keeps batches, days to ask again, documents and what was learned', async (t) => {
    const { ledger } = await some(t);
    await started(ledger.batches, [aRow(0)]);
    assert.equal((await ledger.batches.get(b, 'me', noon))?.state, 'started');
    assert.equal(await ledger.followUps.set([orderId('open')], '2026-11-24'), 1);
    assert.equal(await ledger.followUps.due('2026-11-24'), 1);
    await ledger.documents.keep(orderId('paid'), aDocument(), bytes('%PDF-1.4'));
    assert.equal((await ledger.documents.list(orderId('paid'))).length, 1);
    assert.deepEqual(await ledger.learning.shapes({}), []);
    assert.equal(await ledger.keys.survived(), false);
  });
});

describe('an Aadhaar number', () => {
  it('is reduced once its user says what the order came to, and by default with the settlement', async (t) => {
    const folder = aFolder(t);
    const file = await openFile(folder, noon);
    const ledger = ledgerOn({ folder, sealing: keyRing('a-key'), now: () => noon, newId: () => 'id' }, file);
    t.after(() => ledger.close());
    await ledger.begin(aadhaarOrder('done'));
    await ledger.settle(orderId('done'), answered());
    assert.equal((await keptOf(ledger, 'done')).request, reducedRequest);
    await ledger.begin(aadhaarOrder('open', { begunAt: noon + 1 }));
    await ledger.settle(orderId('open'), answered(pending));
    assert.equal((await keptOf(ledger, 'open')).reducedAt, null);
    await ledger.resolve(orderId('open'), { at: noon, outcome: 'verified', note: '', pasted: null });
    assert.equal((await keptOf(ledger, 'open')).request, reducedRequest);
    // What is written down of it later holds no more of it.
    await ledger.note(orderId('open'), 'it was 234567890124', noon);
    assert.equal(await ledger.readNote(orderId('open')), 'it was XXXXXXXX0124');
    await ledger.followUps.addText(orderId('open'), bytes('of 234567890124'), noon);
    const [sent] = await ledger.followUps.texts(orderId('open'));
    assert.equal(text(sent?.body ?? bytes('')), 'of XXXXXXXX0124');
  });
});
