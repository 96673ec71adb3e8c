import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { aRow, started, states } from './aBatch.ts';
import { aLedger, ids, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

const mine = 'requested_by":"dev@shop.example';
const asked = (plate: string): string => `{"rc_number":"${plate}","${mine}"}`;

describe('the same request alone', () => {
  it('goes without what else holds an address that every request of a developer has', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'rc-advanced', asked('XX00OK0200'));
    await sentAs(ledger, 'again', 'rc-advanced', asked('XX00OK0200'));
    await sentAs(ledger, 'other', 'rc-advanced', asked('XX00OK7777'));
    await ledger.note(orderId('other'), 'ask dev@shop.example', noon);
    const draft = (plate: string) =>
      encodeDraft({ ...emptyDraft(operationById('rc-advanced')), json: asked(plate) });
    await ledger.saveDraft(pageId('same'), draft('XX00OK0200'), noon);
    await ledger.saveDraft(pageId('other'), draft('XX00OK7778'), noon);
    assert.deepEqual((await ledger.heldElsewhere([print])).orders, 1);
    assert.deepEqual(await ledger.eraseRequest(print), { orders: 2, leftOpen: 0 });
    assert.deepEqual(await ids(ledger), ['other']);
    assert.equal(await ledger.readNote(orderId('other')), 'ask dev@shop.example');
    assert.equal(await ledger.loadDraft(pageId('same')), null);
    assert.notEqual(await ledger.loadDraft(pageId('other')), null);
  });

  it('takes rows that wait to be it, and those that would leave with them', async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'rc-advanced', asked('XX00OK0200'));
    const row = (at: number, call: number) => aRow(at, { call, fields: { rc_number: `XX00OK777${at}` } });
    await started(ledger.batches, [{ ...row(0, 0), fingerprint: print }, row(1, 0), row(2, 1)]);
    assert.equal((await ledger.heldElsewhere([print])).waiting, 2);
    await ledger.eraseRequest(print);
    assert.deepEqual(await states(ledger.batches), ['skipped erased', 'skipped erased', 'waiting']);
    assert.equal((await ledger.heldElsewhere([print])).waiting, 0);
  });
});

it('rows that wait and hold an erased value are counted with those of their calls', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'rc-advanced', asked('XX00OK0200'));
  const row = (at: number, call: number, own: string) =>
    aRow(at, { call, own: [own], fields: { rc_number: `XX00OK777${at}` } });
  await started(ledger.batches, [row(0, 0, 'xx 00 ok 0200'), row(1, 0, ''), row(2, 1, 'XX00OK02001')]);
  assert.equal((await ledger.heldElsewhere([print])).waiting, 2);
  await ledger.eraseInput(print);
  assert.deepEqual(await states(ledger.batches), ['skipped erased', 'skipped erased', 'waiting']);
});
