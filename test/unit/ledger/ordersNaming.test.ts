import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import type { HeldElsewhere } from '../../../src/calls/ports/erasurePorts.ts';
import { draftOfPage, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder } from '../../../src/calls/ports/ports.ts';
import { assumedField } from '../../../src/contract/fields/assumedField.ts';
import { maskedInput } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { inputReader } from '../../../src/ui/panels/keptInputs.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aRow, b, started, states } from './aBatch.ts';
import {
  aFolder,
  aLedger,
  aSettlement,
  aWindow,
  bytes,
  ids,
  keyRing,
  newOrder,
  noon,
  pending,
} from './aLedger.ts';
import { aadhaarOrder, answered } from './anAadhaarOrder.ts';
import { requestOf, teach } from './taught.ts';

const plate = 'XX00OK0200';
const nothing: HeldElsewhere = {
  orders: 0,
  open: 0,
  underWay: 0,
  shared: 0,
  untold: 0,
  paid: 0,
  quotes: 0,
  waiting: 0,
};

/** As the product sends it: with its print, and what its row shows. */
async function orderOf(
  ledger: Ledger,
  id: string,
  operation: Operation,
  body: string,
  changes: Partial<NewOrder> = {},
): Promise<NewOrder> {
  const { whole, parts } = await printOf(ledger, operation, body);
  const told = {
    operation: operation.id,
    fingerprint: whole,
    parts,
    maskedInput: maskedInput(operation, body),
  };
  return newOrder(id, { ...told, requestBody: bytes(body), ...changes });
}

async function sent(
  ledger: Ledger,
  id: string,
  operation: OperationId | Operation,
  body: string,
  settlement = {},
): Promise<string> {
  const known = typeof operation === 'string' ? operationById(operation) : operation;
  const order = await orderOf(ledger, id, known, body);
  await ledger.begin(order);
  await ledger.settle(order.id, aSettlement(settlement));
  return order.fingerprint ?? '';
}

/** What is held elsewhere of a plate asked about once, beside one order; and whether that one stays. */
async function beside(
  t: TestContext,
  operation: OperationId,
  body: string,
): Promise<[HeldElsewhere, boolean]> {
  const { ledger } = await aLedger(t);
  const print = await sent(ledger, 'of the plate', 'rc-advanced', `{"rc_number":"${plate}"}`);
  await sent(ledger, 'other', operation, body);
  const held = await ledger.heldElsewhere([print]);
  const { orders } = await ledger.eraseInput(print);
  const stays = (await ledger.get(orderId('other'))) !== null;
  assert.equal(orders, stays ? 1 : 2);
  return [held, stays];
}

describe('everything about an input', () => {
  it('is also every order whose request names its number beside other things, or elsewhere', async (t) => {
    for (const [operation, body] of [
      ['rc-advanced', `{"rc_number":"${plate}","consent":"Y","purpose":"renewal"}`],
      ['rc-advanced', `{"consent":"Y","vehicle":{"registration":"xx-00 ok 0200"}}`],
      ['rc-advanced', `{"rc_number":"XX00OK9999","remark":"same owner as ${plate.toLowerCase()}, see file"}`],
      ['credit-report', `{"number":"9000004190","extra":["${plate}"]}`],
      ['rc-advanced', `rc=${plate}&consent=Y`],
    ] as const) {
      assert.deepEqual(await beside(t, operation, body), [{ ...nothing, orders: 1, paid: 1 }, false], body);
    }
  });

  it('is no order that holds a part of another number, nor one whose number is longer', async (t) => {
    for (const body of ['{"rc_number":"XX00OK0201"}', `{"rc_number":"${plate}1"}`, `{"ref":"A${plate}"}`]) {
      assert.deepEqual(await beside(t, 'rc-advanced', body), [nothing, true], body);
    }
  });

  it('is no order of somebody else with the same name, or with an address that ends like theirs', async (t) => {
    const { ledger } = await aLedger(t);
    const asked = { number: '9000004190', fetch_by: 'mobile', name: 'Asha Rao', contact: 'ann@example.com' };
    const print = await sent(ledger, 'asha', 'credit-report', JSON.stringify(asked));
    await sent(ledger, 'namesake', 'credit-report', '{"number":"9000004191","name":"Asha Rao"}');
    await sent(ledger, 'joann', 'email-bulk', '{"emails":["joann@example.com"]}');
    await sent(ledger, 'ann', 'email-bulk', '{"emails":["Ann@Example.com"]}');
    assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, orders: 1, paid: 1 });
    await ledger.eraseInput(print);
    assert.deepEqual(await ids(ledger), ['joann', 'namesake']);
  });

  it('is told by the user’s own request fields, too', async (t) => {
    const field = { name: 'engine', label: 'Engine', type: 'string', required: true, mask: 'last4' } as const;
    const corrected = {
      ...operationById('rc-advanced'),
      requestFields: [assumedField({ ...field, assumed: 'plain', example: '' })],
    };
    const inputs = async () => inputReader((id) => (id === 'rc-advanced' ? corrected : operationById(id)));
    const ledger = await aWindow(t, aFolder(t), keyRing('a-key'), { inputs });
    const print = await sent(ledger, 'one', corrected, '{"engine":"k10b n 7654321"}');
    await sent(ledger, 'two', corrected, '{"engine":"K10BN7654321","consent":"Y"}');
    await sent(ledger, 'three', corrected, '{"engine":"K10BN7654322","consent":"Y"}');
    await ledger.eraseInput(print);
    assert.deepEqual(await ids(ledger), ['three']);
  });

  it('is a call of several addresses where it asks about nobody else; another stays, and is counted', async (t) => {
    const { ledger } = await aLedger(t);
    const mails = (...emails: readonly string[]): string => JSON.stringify({ emails });
    const print = await sent(ledger, 'two', 'email-bulk', mails('a@x.example', 'b@x.example'));
    await sent(ledger, 'one of them', 'email-bulk', mails('B@X.example'));
    await sent(ledger, 'both, the other way', 'email-bulk', mails('b@x.example', 'a@x.example'));
    await sent(ledger, 'with another', 'email-bulk', mails('a@x.example', 'c@x.example'));
    await sent(ledger, 'others', 'email-bulk', mails('c@x.example', 'aa@x.example'));
    assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, orders: 2, paid: 2, shared: 1 });
    assert.deepEqual(await ledger.eraseInput(print), { orders: 3, leftOpen: 0 });
    assert.deepEqual(await ids(ledger), ['with another', 'others'].toReversed());
  });

  it('is open orders as well, and leaves those under way until they have ended', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}"}`);
    await sent(ledger, 'open', 'rc-advanced', `{"rc_number":"${plate}","n":1}`, pending);
    const underWay = `{"rc_number":"${plate}","n":2}`;
    await ledger.begin(await orderOf(ledger, 'under way', operationById('rc-advanced'), underWay));
    assert.deepEqual(await ledger.heldElsewhere([print]), {
      ...nothing,
      orders: 2,
      paid: 1,
      open: 1,
      underWay: 1,
    });
    assert.deepEqual(await ledger.eraseInput(print), { orders: 2, leftOpen: 1 });
    await ledger.settle(orderId('under way'), aSettlement());
    assert.deepEqual(await ids(ledger), ['under way']);
  });

  it('of several inputs is each order once', async (t) => {
    const { ledger } = await aLedger(t);
    const one = await sent(ledger, 'one', 'rc-advanced', `{"rc_number":"${plate}"}`);
    const two = await sent(ledger, 'two', 'rc-advanced', `{"rc_number":"${plate}","n":1}`);
    await sent(ledger, 'three', 'rc-advanced', `{"rc_number":"${plate}","n":2}`);
    assert.deepEqual(await ledger.heldElsewhere([one, two]), { ...nothing, orders: 1, paid: 1 });
    assert.deepEqual(await ledger.eraseInput(one, two), { orders: 3, leftOpen: 0 });
  });
});

describe('an order that names an erased number', () => {
  it('takes its notes along uncounted, its row of a batch, and what other windows’ forms hold', async (t) => {
    const { ledger, folder } = await aLedger(t);
    const second = await aWindow(t, folder);
    const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}"}`);
    const body = `{"rc_number":"${plate}","consent":"Y"}`;
    const { whole } = await printOf(ledger, operationById('rc-advanced'), body);
    const row = (at: number) => aRow(at, { fields: { rc_number: 'XX00OK0300' } });
    await started(ledger.batches, [{ ...row(0), fingerprint: whole }, row(1)]);
    const batch = { id: b, row: 0 };
    const draftId = newOrder('x').draftId;
    const order = await orderOf(ledger, 'of the batch', operationById('rc-advanced'), body, {
      batch,
      draftId,
    });
    await ledger.begin({ ...order, draftId: (await ledger.batches.nextCall(b, 0))?.draftId ?? draftId });
    await ledger.settle(order.id, aSettlement());
    await ledger.note(order.id, `asked about ${plate} again`, noon);
    const draft = encodeDraft({ ...emptyDraft(operationById('rc-advanced')), json: body });
    await second.saveDraft(pageId('form'), draft, noon);
    assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, orders: 1, paid: 1 });
    await ledger.eraseInput(print);
    assert.deepEqual(await states(ledger.batches), ['done erased', 'waiting']);
    assert.equal(await second.loadDraft(pageId('form')), null);
    assert.equal(await second.draftErasures(pageId('form')), 1);
  });

  it('takes along what was learned of its input, as its last order', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await teach(ledger, 'taught', { input: plate, result: { year: 1 } });
    const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}","n":1}`);
    const db = new DatabaseSync(join(folder, 'orders.sqlite'), { readOnly: true });
    t.after(() => db.close());
    const printed = () => db.prepare('SELECT count(DISTINCT print) AS n FROM fact_inputs').get()?.n;
    assert.equal(printed(), 1, requestOf(plate));
    await ledger.eraseInput(print);
    assert.deepEqual([await ids(ledger), printed()], [[], 0]);
  });

  it('that a backup brings back is found by it again', async (t) => {
    const { ledger } = await aLedger(t);
    const elsewhere = await aWindow(t, aFolder(t), keyRing('another-key'), { passphraseCost: 1 << 10 });
    await sent(elsewhere, 'brought', 'rc-advanced', `{"rc_number":"${plate}","n":1}`);
    const file = join(aFolder(t), 'orders.backup');
    await elsewhere.transfer.backUp(file, 'seven invented words for one test');
    for (const id of ['a', 'b']) {
      await ledger.transfer.restore(file, 'seven invented words for one test');
      const print = await sent(ledger, id, 'rc-advanced', `{"rc_number":"${plate}"}`);
      assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, orders: 1, paid: 1 });
      await ledger.eraseInput(print);
      assert.deepEqual(await ids(ledger), []);
    }
  });

  it('is not sent again by the form that sent it', async (t) => {
    const { ledger } = await aLedger(t);
    const draftId = draftOfPage(pageId('p'), 1);
    const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}"}`);
    const body = `{"rc_number":"${plate}","n":1}`;
    const order = await orderOf(ledger, 'other', operationById('rc-advanced'), body, { draftId });
    await ledger.begin(order);
    await ledger.settle(order.id, aSettlement());
    await ledger.eraseInput(print);
    await assert.rejects(ledger.begin({ ...order, id: orderId('again') }));
  });
});

describe('an order of which nobody can tell whether it names it', () => {
  it('stays and is counted where it shows the same, and not where it shows another', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}"}`);
    await sent(ledger, 'same', 'rc-advanced', `{"rc_number":"${plate}","n":1}`);
    await sent(ledger, 'alike', 'rc-advanced', '{"rc_number":"XX11AB1100"}');
    await sent(ledger, 'unlike', 'rc-advanced', '{"rc_number":"XX11AB1111"}');
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
    const later = await sent(ledger, 'b', 'rc-advanced', `{"rc_number":"${plate}"}`);
    assert.equal(later, print);
    assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, untold: 2 });
    assert.equal((await ledger.eraseInput(print)).orders, 2);
    assert.deepEqual(await ids(ledger), ['unlike', 'alike', 'same']);
  });

  it('is every one that shows the same, where the erased request itself is no longer kept', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}"}`);
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
    await sent(ledger, 'kept', 'rc-advanced', `{"rc_number":"${plate}","n":1}`);
    assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, untold: 1 });
  });

  it('is one that a key sealed which is gone', async (t) => {
    const folder = aFolder(t);
    const before = await aWindow(t, folder, keyRing('lost-key'));
    await sent(before, 'sealed', 'rc-advanced', `{"rc_number":"${plate}","n":1}`);
    await before.close();
    const ledger = await aWindow(t, folder, keyRing('a-key'));
    const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}"}`);
    assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, untold: 1 });
  });
});

describe('an Aadhaar number of which four digits are kept', () => {
  const operation = operationById('aadhaar-pan-link');
  const asked = (pan: string, aadhaar = number): string =>
    JSON.stringify({ aadhaar_number: aadhaar, pan_number: pan });

  async function reduced(ledger: Ledger, id: string, body: string): Promise<string> {
    const { whole } = await printOf(ledger, operation, body);
    const told = { requestBody: bytes(body), fingerprint: whole, maskedInput: maskedInput(operation, body) };
    const aadhaar = [/\d{12}/.exec(body)?.[0] ?? ''];
    await ledger.begin(aadhaarOrder(id, { ...told, aadhaar }));
    await ledger.settle(orderId(id), answered());
    assert.notEqual((await ledger.get(orderId(id)))?.aadhaarReducedAt, null);
    return whole;
  }

  it('names the order that asked about it whole, and is named by it', async (t) => {
    for (const first of ['reduced', 'whole'] as const) {
      const { ledger } = await aLedger(t);
      const print = await reduced(ledger, 'reduced', asked('ZZZPZ9999Z'));
      const whole = await sent(ledger, 'whole', 'aadhaar-pan-link', asked('ZZZPZ8888Z'), pending);
      await sent(ledger, 'another', 'aadhaar-pan-link', asked('ZZZPZ7777Z', '334567890124'), pending);
      await ledger.eraseInput(first === 'reduced' ? print : whole);
      assert.deepEqual(await ids(ledger), ['another'], first);
    }
  });

  it('names none of which four digits are kept as well: those are counted, but where another number tells', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await reduced(ledger, 'a', asked('ZZZPZ9999Z'));
    await reduced(ledger, 'other PAN', asked('ZZZPZ8888Z'));
    await reduced(ledger, 'other end', asked('ZZZPZ8888Z', '234567890125'));
    await reduced(ledger, 'same PAN', asked('ZZZPZ9999Z', '234567890125'));
    assert.deepEqual(await ledger.heldElsewhere([print]), { ...nothing, orders: 1, paid: 1, untold: 1 });
    await ledger.eraseInput(print);
    assert.deepEqual((await ids(ledger)).toSorted(), ['other PAN', 'other end']);
  });
});

it('lets the host go on between two orders that it opens, however long one takes', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sent(ledger, 'a', 'rc-advanced', `{"rc_number":"${plate}"}`);
  for (let n = 0; n < 5; n += 1)
    await sent(ledger, `other ${n}`, 'rc-advanced', `{"rc_number":"${plate}","n":${n}}`);
  let now = 0;
  // Each looks as if it had taken as long as may be done at a stretch.
  t.mock.method(performance, 'now', () => (now += 10));
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const look = (): void => {
    turns += 1;
    next = setImmediate(look);
  };
  next = setImmediate(look);
  assert.equal((await ledger.heldElsewhere([print])).orders, 5);
  clearImmediate(next);
  assert.ok(turns >= 6, String(turns));
});
