import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { asDamaged, isDamaged } from '../../../src/calls/ports/damaged.ts';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { Transport } from '../../../src/calls/ports/ports.ts';
import { aRun, SimulatedClock, startRows, verified } from '../calls/batch/aRun.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { blobs, damage, ofOrder, ways } from './aDamagedFile.ts';
import {
  aDocument,
  aFolder,
  aLedger,
  aWindow,
  bytes,
  keyRing,
  newOrder,
  noon,
  pending,
  place,
  question,
  text,
} from './aLedger.ts';

const a = orderId('a');

describe('a payload that is damaged', () => {
  for (const column of ['request_body', 'answer_head', 'answer_body']) {
    for (const [what, how] of Object.entries(ways(column))) {
      it(`is told from the other and from nothing: ${column}, ${what}`, async (t) => {
        const { ledger, folder } = await aLedger(t);
        await place(ledger, 'a');
        damage(folder, 'payloads', column, how, ofOrder('a'));
        const payloads = await ledger.payloads(a);
        assert.ok(payloads.kind === 'damaged');
        const isRequest = column === 'request_body';
        assert.deepEqual(
          [isDamaged(payloads.requestBody), isDamaged(payloads.answer)],
          [isRequest, !isRequest],
        );
        if (!isRequest) assert.equal(text(payloads.requestBody), '{"rc_number":"typed for a"}');
        else
          assert.ok(
            payloads.answer !== null && !isDamaged(payloads.answer) && payloads.answer.wireBytes === 17,
          );
        assert.equal((await ledger.get(a))?.outcome, 'negative');
      });
    }
  }

  it('is no missing answer where half or all of it is gone from the row', async (t) => {
    const { ledger, folder } = await aLedger(t);
    for (const id of ['a', 'b', 'c']) await place(ledger, id);
    damage(folder, 'payloads', 'answer_body', 'NULL', ofOrder('a'));
    damage(folder, 'payloads', 'answer_head = NULL, answer_body', 'NULL', ofOrder('b'));
    damage(folder, 'payloads', 'request_body', 'NULL', ofOrder('c'));
    for (const id of ['a', 'b', 'c']) assert.equal((await ledger.payloads(orderId(id))).kind, 'damaged', id);
  });

  it('is not damaged where its key is gone, nor where nothing came or is kept', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await place(ledger, 'a');
    await ledger.begin(newOrder('out'));
    assert.equal((await ledger.payloads(orderId('out'))).kind, 'open');
    await place(ledger, 'b');
    await ledger.close();
    damage(folder, 'payloads', 'answer_body', `x'00'`, ofOrder('a'));
    const next = await aWindow(t, folder, keyRing('new-key'));
    assert.equal((await next.payloads(a)).kind, 'sealed');
  });

  it('stops nothing else: pages, notes, timelines, finding, keeping, counting, backups', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await place(ledger, 'a', { settlement: pending });
    await place(ledger, 'b', { settlement: pending });
    for (const id of ['a', 'b']) {
      await ledger.note(orderId(id), `noted of ${id}`, noon);
      await ledger.resolve(orderId(id), {
        at: noon + 1,
        outcome: 'still-open',
        note: 'asked',
        pasted: bytes('{}'),
      });
      await ledger.followUps.addText(orderId(id), bytes('they wrote'), noon + 2);
      await ledger.documents.keep(orderId(id), aDocument(), bytes('%PDF'));
    }
    const before = await ledger.guard(question());
    const tables = [
      ['payloads', 'request_body', ofOrder('a')],
      ['payloads', 'answer_body', ofOrder('a')],
      ['events', 'words', `${ofOrder('a')} AND kind = 'noted'`],
      ['events', 'words', `${ofOrder('a')} AND kind = 'resolved'`],
      ['events', 'pasted', `${ofOrder('a')} AND kind = 'resolved'`],
      ['support_texts', 'body', ofOrder('a')],
      ['documents', 'body', ofOrder('a')],
    ] as const;
    for (const [table, column, where] of tables) damage(folder, table, column, `zeroblob(99)`, where);
    const kept = tables.map(([table, column]) => blobs(folder, table, column));
    assert.deepEqual(await ledger.readNote(a), asDamaged);
    const events = await ledger.events(a);
    assert.deepEqual(
      events.map((event) => ('damaged' in event ? [event.kind, event.damaged] : event.kind)),
      [
        'begun',
        ['noted', { note: true, pasted: false }],
        ['resolved', { note: true, pasted: true }],
        'settled',
      ],
    );
    assert.deepEqual(await ledger.followUps.texts(a), [{ at: noon + 2, body: asDamaged }]);
    const [document] = await ledger.documents.list(a);
    assert.deepEqual(
      [document?.facts, await ledger.documents.open(a, document?.id ?? 0)],
      [aDocument(), asDamaged],
    );
    assert.deepEqual(
      (await ledger.find('noted of', 9)).map(({ id }) => id),
      ['b'],
    );
    assert.equal(await ledger.readNote(orderId('b')), 'noted of b');
    assert.deepEqual(await ledger.guard(question()), before);
    await ledger.applyPolicy({ keep: 'everything', payloadDays: 0, orderDays: 0 }, noon);
    assert.equal((await ledger.heldElsewhere(['nobody'])).quotes, 0);
    assert.deepEqual(
      tables.map(([table, column]) => blobs(folder, table, column)),
      kept,
      'nothing is written over',
    );
  });

  it('keeps no note from being written beside it, whose number is then covered whatever it is', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await place(ledger, 'a');
    damage(folder, 'payloads', 'request_body', `x'01'`, ofOrder('a'));
    damage(folder, 'orders', 'aadhaar_reduced_at', String(noon), `id = 'a'`);
    await ledger.note(a, `about ${number}`, noon);
    assert.equal(await ledger.readNote(a), `about XXXXXXXX${number.slice(-4)}`);
  });

  it('is said once in the log, without anything personal', async (t) => {
    const folder = aFolder(t);
    const said: string[] = [];
    const ledger = await aWindow(t, folder, keyRing('a-key'), { damaged: (what) => said.push(what) });
    await place(ledger, 'a');
    await ledger.note(a, 'words', noon);
    damage(folder, 'payloads', 'request_body', `x'01'`, ofOrder('a'));
    damage(folder, 'payloads', 'answer_body', `x'01'`, ofOrder('a'));
    damage(folder, 'events', 'words', `x'01'`, ofOrder('a'));
    for (let times = 0; times < 2; times += 1) {
      await ledger.payloads(a);
      await ledger.readNote(a);
      await ledger.events(a);
    }
    assert.deepEqual(
      said,
      ['request', 'answer', 'note'].map((part) => `damaged in the file, and left as it is: ${part} of a`),
    );
  });

  it('is not said of what a newer version may have sealed otherwise: that is refused', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await place(ledger, 'a');
    await place(ledger, 'b');
    await ledger.close();
    damage(folder, 'payloads', 'answer_body', ways('answer_body')['of another form'] ?? '', ofOrder('a'));
    const db = new DatabaseSync(join(folder, 'orders.sqlite'));
    db.exec('PRAGMA user_version = 900');
    db.close();
    const next = await aWindow(t, folder);
    assert.equal((await next.payloads(orderId('b'))).kind, 'open');
    await assert.rejects(next.payloads(a), /^Error: a newer version of this extension sealed what/);
  });

  it('hides no fault of another kind', async (t) => {
    const { ledger } = await aLedger(t);
    await place(ledger, 'a');
    await ledger.close();
    await assert.rejects(ledger.payloads(a), /not open|closed/);
  });
});

describe('what else is kept and damaged', () => {
  it('a form is told from one that was never kept, and stays', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await ledger.saveDraft(pageId('p'), bytes('typed'), noon);
    damage(folder, 'drafts', 'body', `x'01'`, `id = 'p'`);
    assert.deepEqual(await ledger.loadDraft(pageId('p')), asDamaged);
    assert.deepEqual(blobs(folder, 'drafts', 'body'), ['01']);
  });

  it('a row of a batch is never sent, and keeps no other from being', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await ledger.batches.create(aBatch);
    await ledger.batches.addRows(b, [aRow(0), aRow(1), aRow(2)]);
    await ledger.batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
    damage(folder, 'batch_rows', 'input', `x'01'`, 'row = 0');
    assert.equal((await ledger.batches.nextCall(b, 0))?.call, 1);
    const [first, second] = (await ledger.batches.rows(b, null, 9)).rows;
    assert.deepEqual([first?.state, first?.why, second?.state], ['skipped', 'damaged', 'waiting']);
    assert.deepEqual([...(await ledger.batches.inputs(b, [0, 1])).keys()], [1]);
    assert.equal(blobs(folder, 'batch_rows', 'input')[0], '01');
  });

  it('a batch goes on past a damaged row, and makes no call of it', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await startRows(ledger, 'b', ['XX00AA1000', 'XX00AA1001']);
    damage(folder, 'batch_rows', 'input', `x'01'`, 'row = 0');
    const sent: string[] = [];
    const transport: Transport = {
      send: async ({ body }) => {
        sent.push(text(body));
        return verified;
      },
    };
    const { run } = await aRun(ledger, new SimulatedClock(), transport, { ended: async () => undefined });
    assert.equal(await run.run(), 'done');
    assert.equal(sent.length, 1);
    assert.match(sent[0] ?? '', /XX00AA1001/);
  });

  it('a batch whose plan is damaged is listed without its names, and sends nothing', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await ledger.batches.create(aBatch);
    await ledger.batches.addRows(b, [aRow(0)]);
    const choice = { sendFlawed: false, sendPaid: false, results: null, insteadOf: null } as const;
    damage(folder, 'batches', 'words', `x'01'`, '1');
    assert.deepEqual(
      (await ledger.batches.list('w', noon)).map(({ source }) => source),
      [''],
    );
    await assert.rejects(ledger.batches.start(b, choice), /planned with is damaged/);
    assert.deepEqual(blobs(folder, 'batches', 'words'), ['01']);
    damage(folder, 'batches', 'state', `'started'`, '1');
    await assert.rejects(ledger.batches.nextCall(b, 0), /planned with is damaged/);
  });
});
