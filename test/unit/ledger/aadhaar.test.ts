import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeepAadhaar } from '../../../src/calls/ports/aadhaarPorts.ts';
import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Resolution } from '../../../src/calls/ports/ports.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aFolder, bytes, filesHolding, newOrder, noon, pending, question, text } from './aLedger.ts';
import {
  aadhaarOrder,
  aKeeper,
  answered,
  answerText,
  keptOf,
  reducedAnswer,
  reducedRequest,
  requestText,
  sealedOf,
  spelt,
} from './anAadhaarOrder.ts';

const day = 24 * 3_600_000;
const verified: Resolution = {
  at: noon + 5,
  outcome: 'verified',
  note: `told of ${spelt}`,
  pasted: bytes(`{"a":"${number}"}`),
};
const whole = { request: requestText, answer: answerText, header: number, reducedAt: null };
const reduced = { request: reducedRequest, answer: reducedAnswer, header: 'XXXXXXXX0124' };

describe('the Aadhaar number of an order', () => {
  it('is reduced in request, answer and headers with the settlement, and nothing of the old form stays', async (t) => {
    const folder = aFolder(t);
    const ledger = await aKeeper(t, folder);
    await ledger.begin(aadhaarOrder('a'));
    assert.equal((await keptOf(ledger, 'a')).request, requestText);
    const old = sealedOf(folder, 'a');
    assert.equal(old.length, 2);
    await ledger.settle(orderId('a'), answered());
    assert.deepEqual(await keptOf(ledger, 'a'), { ...reduced, reducedAt: noon + 812 });
    assert.deepEqual((await ledger.events(orderId('a'))).map(({ kind }) => kind).slice(-2), [
      'settled',
      'aadhaar-reduced',
    ]);
    await ledger.aadhaar.keepUp(noon + 1000);
    for (const form of old) assert.deepEqual(filesHolding(folder, form), []);
    assert.equal(sealedOf(folder, 'a').length, 3);
  });

  it('is found as a twin as before: by the print that is kept', async (t) => {
    const ledger = await aKeeper(t, aFolder(t));
    await ledger.begin(aadhaarOrder('a'));
    await ledger.settle(orderId('a'), answered());
    const input = { whole: `print of ${number}`, parts: [] };
    const facts = await ledger.guard(question({ operation: 'aadhaar-pan-link', input }));
    assert.deepEqual(
      facts.paidTwins.map(({ id }) => id),
      ['a'],
    );
    assert.equal((await ledger.sameInput(input.whole, 5)).length, 1);
  });

  it('stays while the order is open, and goes with what was noted once its outcome is recorded', async (t) => {
    const folder = aFolder(t);
    const ledger = await aKeeper(t, folder);
    await ledger.begin(aadhaarOrder('a'));
    await ledger.settle(orderId('a'), answered(pending));
    await ledger.note(orderId('a'), `asked about ${number}`, noon + 1);
    await ledger.followUps.addText(orderId('a'), bytes(`{"re":"${spelt}"}`), noon + 2);
    await ledger.aadhaar.keepUp(noon + 3);
    assert.deepEqual(await keptOf(ledger, 'a'), whole);
    await ledger.resolve(orderId('a'), { ...verified, outcome: 'still-open', pasted: null });
    assert.deepEqual(await keptOf(ledger, 'a'), whole);
    await ledger.resolve(orderId('a'), { ...verified, at: noon + 6 });
    assert.deepEqual(await keptOf(ledger, 'a'), { ...reduced, reducedAt: noon });
    assert.equal(await ledger.readNote(orderId('a')), 'asked about XXXXXXXX0124');
    const [support] = await ledger.followUps.texts(orderId('a'));
    assert.equal(text(support?.body ?? bytes('')), '{"re":"XXXX XXXX 0124"}');
    const recorded = (await ledger.events(orderId('a'))).findLast(({ kind }) => kind === 'resolved');
    assert.ok(recorded?.kind === 'resolved');
    assert.equal(recorded.resolution.note, 'told of XXXX XXXX 0124');
    assert.equal(text(recorded.resolution.pasted ?? bytes('')), '{"a":"XXXXXXXX0124"}');
    // Opened anew it has its last four digits, and no more.
    await ledger.resolve(orderId('a'), {
      ...verified,
      at: noon + 7,
      outcome: 'still-open',
      note: '',
      pasted: null,
    });
    assert.equal((await keptOf(ledger, 'a')).request, reducedRequest);
  });

  it('is covered in what is added to its order later, another number is not', async (t) => {
    const ledger = await aKeeper(t, aFolder(t));
    await ledger.begin(aadhaarOrder('a'));
    await ledger.settle(orderId('a'), answered(pending));
    await ledger.resolve(orderId('a'), verified);
    await ledger.note(orderId('a'), `${spelt}, not 9876 5432 1096`, noon + 1);
    assert.equal(await ledger.readNote(orderId('a')), 'XXXX XXXX 0124, not 9876 5432 1096');
    await ledger.followUps.addText(orderId('a'), bytes(`{"n":${number}}`), noon + 2);
    const [support] = await ledger.followUps.texts(orderId('a'));
    assert.equal(text(support?.body ?? bytes('')), '{"n":"XXXXXXXX0124"}');
    await ledger.resolve(orderId('a'), { ...verified, at: noon + 9 });
    const recorded = (await ledger.events(orderId('a'))).findLast(({ kind }) => kind === 'resolved');
    assert.ok(recorded?.kind === 'resolved');
    assert.equal(recorded.resolution.note, 'told of XXXX XXXX 0124');
    assert.equal(text(recorded.resolution.pasted ?? bytes('')), '{"a":"XXXXXXXX0124"}');
    await ledger.begin(newOrder('b'));
    await ledger.note(orderId('b'), spelt, noon);
    assert.equal(await ledger.readNote(orderId('b')), spelt);
  });

  it('is reduced in a late answer, too, when the order was lost and closed meanwhile', async (t) => {
    for (const late of [{}, pending]) {
      const ledger = await aKeeper(t, aFolder(t));
      await ledger.begin(aadhaarOrder('a'));
      await ledger.recover(noon + day);
      await ledger.resolve(orderId('a'), verified);
      assert.equal((await keptOf(ledger, 'a')).request, reducedRequest);
      await ledger.settle(orderId('a'), answered(late));
      // One that says that it is still pending opens the order again, as far as that is known.
      if (late === pending) {
        assert.equal((await keptOf(ledger, 'a')).request, reducedRequest);
        await ledger.resolve(orderId('a'), { ...verified, at: noon + 9 });
      }
      const { reducedAt: _, ...kept } = await keptOf(ledger, 'a');
      assert.deepEqual(kept, reduced);
    }
  });

  it('is reduced by another window than the one that sent', async (t) => {
    const folder = aFolder(t);
    const [one, other] = [await aKeeper(t, folder), await aKeeper(t, folder)];
    await one.begin(aadhaarOrder('a'));
    await other.settle(orderId('a'), answered());
    assert.equal((await keptOf(one, 'a')).answer, reducedAnswer);
  });

  it('stays as other data stays, where the user wants that, until the user wants it no more', async (t) => {
    let keep: KeepAadhaar = 'asOtherData';
    const ledger = await aKeeper(t, aFolder(t), { keepAadhaar: () => keep });
    await ledger.begin(aadhaarOrder('a'));
    await ledger.settle(orderId('a'), answered());
    assert.equal(await ledger.aadhaar.keepUp(noon), 0);
    assert.deepEqual(await keptOf(ledger, 'a'), whole);
    keep = 'untilSettled';
    assert.equal(await ledger.aadhaar.keepUp(noon + 9), 1);
    assert.deepEqual(await keptOf(ledger, 'a'), { ...reduced, reducedAt: noon + 9 });
    assert.equal(await ledger.aadhaar.keepUp(noon + 10), 0);
  });

  it('is covered in an answer that is no JSON, in one that broke off and in an order_id', async (t) => {
    const ledger = await aKeeper(t, aFolder(t));
    const { answer } = answered();
    for (const [id, body, kept] of [
      ['html', `<b>${spelt}</b>`, '<b>XXXX XXXX 0124</b>'],
      ['cut', `{"a":"${number}`, '{"a":"XXXXXXXX0124'],
      ['none', '', ''],
    ] as const) {
      await ledger.begin(aadhaarOrder(id));
      await ledger.settle(
        orderId(id),
        answered({ orderId: `ORD-${number}`, answer: { ...answer, body: bytes(body) } }),
      );
      assert.equal((await keptOf(ledger, id)).answer, kept);
      assert.equal((await ledger.get(orderId(id)))?.orderId, 'ORD-XXXXXXXX0124');
    }
  });

  it('is covered in a large answer while others go on', async (t) => {
    const ledger = await aKeeper(t, aFolder(t));
    const { answer } = answered();
    await ledger.begin(aadhaarOrder('a'));
    const body = `{"a":"${'word 12 '.repeat(1_000_000)}","b":${number}}`;
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    await ledger.settle(orderId('a'), answered({ answer: { ...answer, body: bytes(body) } }));
    clearInterval(timer);
    assert.ok(ticks >= 5);
    assert.equal((await keptOf(ledger, 'a')).answer, body.replace(number, '"XXXXXXXX0124"'));
  });

  it('leaves orders without one exactly as they were', async (t) => {
    const ledger = await aKeeper(t, aFolder(t));
    await ledger.begin(newOrder('a'));
    await ledger.settle(orderId('a'), answered());
    assert.deepEqual(await keptOf(ledger, 'a'), {
      request: '{"rc_number":"typed for a"}',
      answer: answerText,
      header: number,
      reducedAt: null,
    });
    assert.equal(await ledger.aadhaar.keepUp(noon), 0);
  });

  it('goes with the payloads of an order that keeps none', async (t) => {
    const folder = aFolder(t);
    const ledger = await aKeeper(t, folder, { keepAadhaar: () => 'asOtherData' });
    await ledger.begin(aadhaarOrder('a'));
    await ledger.settle(orderId('a'), answered());
    const old = sealedOf(folder, 'a');
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon + day);
    for (const form of old) assert.deepEqual(filesHolding(folder, form), []);
  });
});
