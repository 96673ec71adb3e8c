import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { closedForm, closedForms, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { inputReader } from '../../../src/ui/panels/keptInputs.ts';
import {
  aFolder,
  aLedger,
  aSettlement,
  aWindow,
  bytes,
  keyRing,
  newOrder,
  noon,
  place,
  text,
} from './aLedger.ts';

const day = 86_400_000;
const plate = 'MH00AB0001';
const page = pageId('9f3a5c1e-page');
const closed = closedForm('rc-advanced', page);
const anew = pageId('another-page');
const typed = encodeDraft({ ...emptyDraft(operationById('rc-advanced')), fields: { rc_number: plate } });

describe('what was typed in a form that was closed', () => {
  it('is kept under the name of its operation, the last closed first, and of no other', async (t) => {
    const { ledger } = await aLedger(t);
    for (const [name, after] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
    ] as const) {
      await ledger.saveDraft(pageId(name), typed, noon + after);
      await ledger.keepDraftAs(pageId(name), closedForm('rc-advanced', pageId(name)));
    }
    await ledger.saveDraft(closedForm('credit-report', page), typed, noon);
    await ledger.saveDraft(page, typed, noon);
    assert.deepEqual(await ledger.pagesBeginning(closedForms('rc-advanced')), [
      'closed-rc-advanced.b',
      'closed-rc-advanced.c',
      'closed-rc-advanced.a',
    ]);
    assert.deepEqual(await ledger.pagesBeginning(closedForms('email-bulk')), []);
  });

  it('is as it was under its other name, and gone under the one it had', async (t) => {
    const { ledger } = await aLedger(t);
    await ledger.saveDraft(page, bytes('typed'), noon);
    assert.equal(await ledger.keepDraftAs(page, closed), true);
    assert.equal(await ledger.loadDraft(page), null);
    assert.equal(text((await ledger.loadDraft(closed)) ?? bytes('')), 'typed');
    assert.equal(await ledger.keepDraftAs(page, closed), false);
  });

  it('takes no name under which something is kept', async (t) => {
    const { ledger } = await aLedger(t);
    await ledger.saveDraft(page, bytes('one'), noon);
    await ledger.saveDraft(closed, bytes('other'), noon);
    assert.equal(await ledger.keepDraftAs(page, closed), false);
    const kept = [await ledger.loadDraft(page), await ledger.loadDraft(closed)];
    assert.deepEqual(
      kept.map((one) => text(one ?? bytes(''))),
      ['one', 'other'],
    );
  });

  it('is asked for briefly where somebody waits for it, and stays where another program writes', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await ledger.saveDraft(closed, typed, noon);
    const other = new DatabaseSync(join(folder, 'orders.sqlite'));
    t.after(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    let isPatient = true;
    const patient = ledger.keepDraftAs(closed, pageId('a-third')).finally(() => {
      isPatient = false;
    });
    await assert.rejects(ledger.keepDraftAs(closed, anew, 'briefly'), /locked/);
    assert.equal(isPatient, true, 'begun before it, and waits still');
    await assert.rejects(patient, /locked/);
    other.exec('ROLLBACK');
    assert.notEqual(await ledger.loadDraft(closed), null);
  });

  it('is given to one of two windows that ask at once', async (t) => {
    const { ledger, folder } = await aLedger(t);
    const other = await aWindow(t, folder);
    await ledger.saveDraft(closed, typed, noon);
    const got = await Promise.all([
      ledger.keepDraftAs(closed, anew),
      other.keepDraftAs(closed, pageId('a-third')),
    ]);
    assert.equal(got.filter(Boolean).length, 1);
  });

  it('is sealed for its new name, and cannot be read in the file', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await ledger.saveDraft(page, typed, noon);
    await ledger.keepDraftAs(page, closed);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    assert.ok(files.some((file) => file.includes(closed)));
    assert.ok(!files.some((file) => file.includes(plate)));
  });

  it('stays where it is where no key opens it', async (t) => {
    const { ledger, folder } = await aLedger(t);
    await ledger.saveDraft(closed, typed, noon);
    await ledger.close();
    const later = await aWindow(t, folder, keyRing('a-new-key'));
    assert.equal(await later.keepDraftAs(closed, anew), false);
    assert.equal(await later.loadDraft(closed), 'key-gone');
    assert.equal(await later.loadDraft(anew), null);
  });

  it('goes with the erasure of its input, wherever it is kept, and is brought back by nothing', async (t) => {
    const { ledger, folder } = await aLedger(t);
    const other = await aWindow(t, folder);
    const body = bytes(`{"rc_number":"${plate}"}`);
    const { whole } = await ledger.inputPrint('rc-advanced', body);
    await place(ledger, 'order', { order: { requestBody: body, fingerprint: whole } });
    await ledger.saveDraft(page, typed, noon);
    await ledger.keepDraftAs(page, closed);
    await other.eraseInput(whole);
    assert.deepEqual(await ledger.pagesBeginning(closedForms('rc-advanced')), []);
    assert.equal(await ledger.keepDraftAs(closed, anew), false);
    assert.equal(await ledger.loadDraft(closed), null);
  });

  it('and with the erasure of its order after it was brought back', async (t) => {
    const { ledger } = await aLedger(t);
    const body = bytes(`{"rc_number":"${plate}"}`);
    const { whole } = await ledger.inputPrint('rc-advanced', body);
    await place(ledger, 'order', { order: newOrder('order', { requestBody: body, fingerprint: whole }) });
    await ledger.saveDraft(closed, typed, noon);
    await ledger.keepDraftAs(closed, anew);
    await ledger.erase([orderId('order')]);
    assert.equal(await ledger.saveDraft(anew, typed, noon, 0), false);
    assert.equal(await ledger.loadDraft(anew), null);
  });

  it('goes by age, from when it was closed, sooner where little is kept', async (t) => {
    const { ledger } = await aLedger(t);
    await ledger.saveDraft(page, typed, noon);
    await ledger.keepDraftAs(page, closed);
    const policy = { keep: 'metadata', payloadDays: 0, orderDays: 0 } as const;
    await ledger.applyPolicy(policy, noon + day);
    assert.notEqual(await ledger.loadDraft(closed), null);
    await ledger.applyPolicy(policy, noon + day + 1);
    assert.equal(await ledger.loadDraft(closed), null);
  });

  /** Erasing: "It takes every draft that holds an input of what is erased along". */
  for (const [what, erase] of [
    ['', (ledger: Ledger) => ledger.erase([orderId('own')])],
    [', as one of all that is settled', (ledger: Ledger) => ledger.eraseSettledBefore(noon + 60_000)],
  ] as const) {
    it(`a closed form goes with its order that is answered while it is being erased${what}`, async (t) => {
      const folder = aFolder(t);
      const second = await aWindow(t, folder);
      let meanwhile = async (): Promise<void> => undefined;
      const inputs = async () => {
        await meanwhile();
        return inputReader(operationById);
      };
      const ledger = await aWindow(t, folder, keyRing('a-key'), { inputs });
      const body = bytes(`{"rc_number":"${plate}"}`);
      const { whole } = await ledger.inputPrint('rc-advanced', body);
      await second.begin(
        newOrder('own', { requestBody: body, fingerprint: whole, deadlineAt: noon + 60_000 }),
      );
      await ledger.saveDraft(closed, typed, noon);
      meanwhile = async () => {
        meanwhile = async () => undefined;
        await second.settle(orderId('own'), aSettlement());
      };
      const { orders } = await erase(ledger);
      assert.equal(await ledger.get(orderId('own')), null, 'it was erased');
      assert.equal(orders, 1);
      assert.equal(await ledger.loadDraft(closed), null);
    });
  }
});
