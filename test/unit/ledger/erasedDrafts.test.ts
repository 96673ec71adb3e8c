import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { draftOfPage, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { encodeReview } from '../../../src/ui/batch/reviewDraft.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { aLedger, aWindow, bytes, keyRing, newOrder, noon, place } from './aLedger.ts';

const day = 86_400_000;
const page = pageId('9f3a5c1e-page');
const plate = 'MH00AB0001';

function form(operation: OperationId, part: Partial<ReturnType<typeof emptyDraft>>): Uint8Array {
  return encodeDraft({ ...emptyDraft(operationById(operation)), ...part });
}

function review(rows: {
  corrected?: string[];
  leftOut?: string[];
  text?: string;
  value?: string;
}): Uint8Array {
  const { corrected, leftOut, text, value } = rows;
  const uri = 'file:///rows.csv';
  const made = encodeReview({
    origin: text === undefined ? { kind: 'file', uri } : { kind: 'text', name: 'Untitled-1', text, uri },
    results: 'csv-masked',
    choices: {
      operation: 'rc-advanced',
      header: null,
      sources: value === undefined ? null : { rc_number: { kind: 'value', value } },
      rows: {
        corrections: corrected === undefined ? [] : [{ before: ['wrong'], nth: 0, cells: corrected }],
        leftOut: leftOut === undefined ? [] : [{ cells: leftOut, nth: 0 }],
        groupsOff: [],
      },
    },
  });
  assert.ok(made !== null);
  return made;
}

async function send(ledger: Ledger, operation: OperationId, body: string, id = 'order'): Promise<string> {
  const { whole } = await ledger.inputPrint(operation, bytes(body));
  const order = { operation, requestBody: bytes(body), fingerprint: whole, draftId: draftOfPage(page, 3) };
  await place(ledger, id, { order });
  return whole;
}

/** Whether a draft is kept after the order of a plate was erased, and after its whole input was. */
async function survives(
  t: TestContext,
  draft: Uint8Array,
  body = `{"rc_number":"${plate}"}`,
): Promise<boolean[]> {
  const kept: boolean[] = [];
  for (const whole of [false, true]) {
    const { ledger } = await aLedger(t);
    const print = await send(ledger, 'rc-advanced', body);
    await ledger.saveDraft(page, draft, noon);
    await (whole ? ledger.eraseInput(print) : ledger.erase([orderId('order')]));
    kept.push((await ledger.loadDraft(page)) !== null);
  }
  return kept;
}

const gone = [false, false];
const stays = [true, true];

describe('an erased input takes the drafts that hold it', () => {
  it('on a form’s fields, however it is spelt', async (t) => {
    for (const rc_number of [plate, 'mh 00 ab 0001', ' MH-00-AB-0001 ']) {
      assert.deepEqual(await survives(t, form('rc-advanced', { fields: { rc_number } })), gone, rc_number);
    }
    assert.deepEqual(await survives(t, form('rc-advanced', { fields: { rc_number: 'MH00AB0002' } })), stays);
  });

  it('on its JSON side, behind what the fields say', async (t) => {
    const fields = { rc_number: 'MH00AB0002' };
    for (const json of [
      `{"rc_number":"${plate}"}`,
      '{ "other" : [ "\\u004dH00 AB0001" ] }',
      `not JSON: ${plate}`,
    ]) {
      assert.deepEqual(await survives(t, form('rc-advanced', { fields, json, tab: 'form' })), gone, json);
    }
  });

  it('also on a form of another operation', async (t) => {
    const json = JSON.stringify({ note: `asked about ${plate.toLowerCase()} before` });
    assert.deepEqual(await survives(t, form('credit-report', { json, tab: 'json' })), gone);
  });

  it('in a batch’s corrected rows, rows left out, fixed values and pasted rows', async (t) => {
    assert.deepEqual(await survives(t, review({ corrected: ['mh00 ab0001'] })), gone);
    assert.deepEqual(await survives(t, review({ leftOut: ['x', plate] })), gone);
    assert.deepEqual(await survives(t, review({ value: plate })), gone);
    assert.deepEqual(await survives(t, review({ text: `rc\nMH00AB0002\nmh-00-ab-0001\n` })), gone);
    const others = { corrected: ['MH00AB0002'], leftOut: ['MH00AB0003'], text: 'rc\nMH00AB0004' };
    assert.deepEqual(await survives(t, review(others)), stays);
  });

  it('whatever the input looks like, and where its request is not kept any more', async (t) => {
    const odd = '{"rc_number":"ask the clerk"}';
    assert.deepEqual(
      await survives(t, form('rc-advanced', { fields: { rc_number: 'ask the clerk' } }), odd),
      gone,
    );
    const { ledger } = await aLedger(t);
    const print = await send(ledger, 'rc-advanced', `{"rc_number":"${plate}"}`);
    await ledger.applyPolicy({ keep: 'metadata', payloadDays: 0, orderDays: 0 }, noon);
    await ledger.saveDraft(page, form('rc-advanced', { fields: { rc_number: 'mh00ab0001' } }), noon);
    await ledger.eraseInput(print);
    assert.equal(await ledger.loadDraft(page), null);
  });

  it('each of its identifiers, and no word that everybody’s request has', async (t) => {
    const { ledger } = await aLedger(t);
    await send(
      ledger,
      'credit-report',
      '{"number":"9876543210","fetch_by":"mobile","name":"Asha Rao","gender":"female"}',
    );
    const drafts = {
      number: { number: '+91 98765 43210' },
      name: { name: 'asha  rao' },
      other: { number: '9876500000', fetch_by: 'mobile', gender: 'female' },
    };
    for (const [name, fields] of Object.entries(drafts))
      await ledger.saveDraft(pageId(name), form('credit-report', { fields }), noon);
    await ledger.erase([orderId('order')]);
    const left = [];
    for (const name of Object.keys(drafts))
      if ((await ledger.loadDraft(pageId(name))) !== null) left.push(name);
    assert.deepEqual(left, ['other']);
  });

  it('with settled orders of long ago, not with one that is under way', async (t) => {
    const { ledger } = await aLedger(t);
    await send(ledger, 'rc-advanced', `{"rc_number":"${plate}"}`);
    await ledger.begin(newOrder('out', { requestBody: bytes('{"rc_number":"MH00AB0002"}') }));
    const other = pageId('other');
    await ledger.saveDraft(page, form('rc-advanced', { fields: { rc_number: plate } }), noon);
    await ledger.saveDraft(other, form('rc-advanced', { fields: { rc_number: 'MH00AB0002' } }), noon);
    await ledger.eraseSettledBefore(noon + 1);
    await ledger.erase([orderId('out')]);
    assert.equal(await ledger.loadDraft(page), null);
    assert.notEqual(await ledger.loadDraft(other), null);
  });

  it('and what no key opens any more', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await ledger.saveDraft(page, form('rc-advanced', { fields: { rc_number: 'MH00AB0002' } }), noon);
    // A window that holds the key would hand it over.
    await ledger.close();
    const later = await aWindow(t, folder, keyRing('a-new-key'));
    const print = await send(later, 'rc-advanced', `{"rc_number":"${plate}"}`);
    await later.eraseInput(print);
    assert.equal(await later.draftErasures(page), 1);
  });

  it('or nothing is erased, where the keys cannot be read', async (t) => {
    const { folder, ledger } = await aLedger(t);
    await ledger.saveDraft(page, form('rc-advanced', { fields: { rc_number: plate } }), noon);
    const print = await send(ledger, 'rc-advanced', `{"rc_number":"${plate}"}`);
    const locked = await aWindow(t, folder, {
      current: () => Promise.reject(new Error('locked')),
      find: () => Promise.reject(new Error('locked')),
    });
    await assert.rejects(locked.eraseInput(print), /could not be read \(locked\)\. Unlock/);
    assert.notEqual(await ledger.get(orderId('order')), null);
  });
});

describe('a page whose draft was erased', () => {
  const draft = form('rc-advanced', { fields: { rc_number: plate } });

  it('saves nothing that it held before, and everything after, in whatever window', async (t) => {
    const { ledger, folder } = await aLedger(t);
    const other = await aWindow(t, folder);
    const print = await send(ledger, 'rc-advanced', `{"rc_number":"${plate}"}`);
    assert.equal(await other.saveDraft(page, draft, noon, 0), true);
    assert.equal(await other.draftErasures(page), 0);
    await ledger.eraseInput(print);
    assert.equal(await other.saveDraft(page, draft, noon, 0), false);
    assert.equal(await ledger.loadDraft(page), null);
    assert.equal(await other.draftErasures(page), 1);
    assert.equal(await other.saveDraft(page, draft, noon, 1), true);
    assert.notEqual(await ledger.loadDraft(page), null);
    await ledger.eraseInput(print);
    assert.equal(await other.draftErasures(page), 2);
    assert.equal(await other.saveDraft(page, draft, noon, 1), false);
  });

  it('is told of it, also where no order went', async (t) => {
    const { ledger, folder } = await aLedger(t);
    const other = await aWindow(t, folder);
    await ledger.begin(
      newOrder('out', { fingerprint: 'f'.repeat(32), requestBody: bytes(`{"rc_number":"${plate}"}`) }),
    );
    await ledger.saveDraft(page, draft, noon);
    let told = 0;
    ledger.onDidChange(() => {
      told += 1;
    });
    const elsewhere = new Promise<void>((resolve) => void other.onDidChange(resolve));
    assert.deepEqual(await ledger.eraseInput('f'.repeat(32)), { orders: 0, leftOpen: 1 });
    assert.ok(told > 0);
    await elsewhere;
    assert.equal(await other.draftErasures(page), 1);
  });
});

describe('a draft that nobody saves or restores', () => {
  const draft = form('rc-advanced', { fields: { rc_number: plate } });

  for (const [policy, days] of [
    [{ keep: 'everything', payloadDays: 0, orderDays: 0 }, 30],
    [{ keep: 'everything', payloadDays: 7, orderDays: 0 }, 7],
    [{ keep: 'everything', payloadDays: 0, orderDays: 3 }, 3],
    [{ keep: 'everything', payloadDays: 400, orderDays: 400 }, 30],
    [{ keep: 'metadata', payloadDays: 0, orderDays: 0 }, 1],
    [{ keep: 'open-only', payloadDays: 0, orderDays: 400 }, 1],
  ] as const) {
    it(`is kept for ${days} days under ${JSON.stringify(policy)}`, async (t) => {
      const { ledger } = await aLedger(t);
      await ledger.saveDraft(page, draft, noon);
      await ledger.applyPolicy(policy, noon + days * day);
      assert.notEqual(await ledger.loadDraft(page), null);
      await ledger.applyPolicy(policy, noon + days * day + 1);
      assert.equal(await ledger.loadDraft(page), null);
    });
  }
});
