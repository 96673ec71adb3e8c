import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { aRow, started, states } from './aBatch.ts';
import { aLedger, ids, noon } from './aLedger.ts';
import { sentAs } from './sentAs.ts';

for (const [what, typed, other] of [
  ['a word', 'test', '"purpose":"test"'],
  ['the year of a date', '2024', '"from":"2024-04-01"'],
  ['the name of the field, as a placeholder', 'rc_number', '"purpose":"loan"'],
] as const)
  it(`a word typed for a plate, no identifier of anybody, takes no paid order of another plate: ${what}`, async (t) => {
    const { ledger } = await aLedger(t);
    const print = await sentAs(ledger, 'own', 'rc-advanced', `{"rc_number":"${typed}"}`);
    await sentAs(ledger, 'other', 'rc-advanced', `{"rc_number":"XX00OK7777",${other}}`);
    await ledger.eraseInput(print);
    assert.deepEqual(await ids(ledger), ['other']);
  });

it('it names what has it whole in a field of the same kind, of an order, a row and a form; no note, key, column of one’s own or other kind', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'rc-advanced', '{"rc_number":"test"}');
  await sentAs(ledger, 'beside', 'rc-advanced', '{"rc_number":" Test ","purpose":"loan"}');
  await sentAs(ledger, 'as a key', 'rc-advanced', '{"rc_number":"XX00OK7777","test":"loan"}');
  await sentAs(ledger, 'a PAN', 'credit-report', '{"fetch_by":"pan","number":"test"}');
  await ledger.note(orderId('a PAN'), 'a test', noon);
  const row = (at: number, own: string, plate: string) =>
    aRow(at, { call: at, own: [own], fields: { rc_number: plate } });
  await started(ledger.batches, [row(0, 'test', 'XX00OK7771'), row(1, '', 'TEST')]);
  const draft = emptyDraft(operationById('rc-advanced'));
  const save = (id: string, fields: Readonly<Record<string, string>>) =>
    ledger.saveDraft(pageId(id), encodeDraft({ ...draft, fields }), noon);
  await save('other', { rc_number: 'test drive' });
  await save('same', { rc_number: 'TEST' });
  const { orders, quotes, waiting } = await ledger.heldElsewhere([print]);
  assert.deepEqual([orders, quotes, waiting], [1, 0, 1]);
  await ledger.eraseInput(print);
  assert.deepEqual((await ids(ledger)).toSorted(), ['a PAN', 'as a key']);
  assert.equal(await ledger.readNote(orderId('a PAN')), 'a test');
  assert.deepEqual(await states(ledger.batches), ['waiting', 'skipped erased']);
  assert.notEqual(await ledger.loadDraft(pageId('other')), null);
  assert.equal(await ledger.loadDraft(pageId('same')), null);
});

it('a long number that was mistyped takes no other order, and the note that quotes it', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sentAs(ledger, 'own', 'credit-report', '{"fetch_by":"mobile","number":"98765432101"}');
  await sentAs(ledger, 'other', 'rc-advanced', '{"rc_number":"XX00OK7777","ref":"98765432101"}');
  await ledger.note(orderId('other'), 'they typed 98765432101', noon);
  await ledger.eraseInput(print);
  assert.deepEqual([await ids(ledger), (await ledger.readNote(orderId('other'))) ?? ''], [['other'], '']);
});
