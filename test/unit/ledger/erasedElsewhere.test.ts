import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { printOf } from '../../../src/calls/inputs/compared.ts';
import { orderId, pageId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { sideFiles } from '../../../src/ledger/fileNames.ts';
import { emptyDraft, encodeDraft } from '../../../src/ui/panels/draft.ts';
import { number } from '../contract/aadhaar/aNumber.ts';
import { aRow, b, decide, order, started, states } from './aBatch.ts';
import { aLedger, aSettlement, aWindow, bytes, keyRing, noon, pending, place, text } from './aLedger.ts';
import { aadhaarOrder, answered, keptOf, reducedRequest, requestText, spelt } from './anAadhaarOrder.ts';
import { filesTelling } from './sealedSearch.ts';

const person = {
  plate: 'MH00QX0419',
  pan: 'ZZZPZ4190Q',
  aadhaar: '900000004190',
  mobile: '9000004190',
  mail: 'asha.rao@example.com',
} as const;
const words = [...Object.values(person), 'Asha Rao', '9000 0000 4190', 'MH-00-QX-0419'];

const requests: readonly (readonly [OperationId, string])[] = [
  ['rc-advanced', JSON.stringify({ rc_number: person.plate })],
  ['credit-report', JSON.stringify({ number: person.mobile, fetch_by: 'mobile' })],
  ['aadhaar-pan-link', JSON.stringify({ aadhaar_number: '9000 0000 4190', pan_number: person.pan })],
  ['email-bulk', JSON.stringify({ emails: [person.mail, 'someone.else@example.com'] })],
];

async function sent(
  ledger: Ledger,
  operation: OperationId,
  body: string,
  id: string,
  owner = 'Asha Rao',
): Promise<string> {
  const { whole, parts } = await printOf(ledger, operationById(operation), body);
  const answer = { ...aSettlement().answer, body: bytes(`{"owner":"${owner}","asked":${body}}`) };
  const order = { operation, requestBody: bytes(body), fingerprint: whole, parts };
  await place(ledger, id, { order, settlement: { ...pending, answer } });
  return whole;
}

const other = orderId('other');

/** Everything a person may be kept in. @returns the prints of their inputs */
async function aPerson(ledger: Ledger): Promise<string[]> {
  const prints: string[] = [];
  for (const [operation, body] of requests) {
    prints.push(await sent(ledger, operation, body, operation));
    await ledger.note(orderId(operation), 'Asha Rao, second try', noon);
    await ledger.followUps.addText(orderId(operation), bytes(`about Asha Rao ${body}`), noon);
    const form = { ...emptyDraft(operationById(operation)), json: body };
    await ledger.saveDraft(pageId(`form of ${operation}`), encodeDraft(form), noon);
  }
  await sent(ledger, 'rc-advanced', '{"rc_number":"MH00QX0001"}', other, 'Somebody Else');
  await ledger.note(other, 'same owner as MH-00-QX-0419 (Asha Rao)', noon);
  await ledger.followUps.addText(other, bytes(`{"seen":{"pan":"${person.pan}"},"name":"Asha Rao"}`), noon);
  await ledger.followUps.addText(other, bytes('nothing of anybody'), noon + 1);
  await ledger.resolve(other, {
    at: noon + 2,
    outcome: 'verified',
    note: `Asha Rao said so, ${person.mobile}`,
    pasted: bytes(`{"mail":"${person.mail.toUpperCase()}"}`),
  });
  const left = {
    call: null,
    state: 'skipped',
    why: 'uneven',
    repeatKey: null,
    fingerprint: null,
    fields: null,
  } as const;
  await started(ledger.batches, [
    aRow(0, {
      fields: { rc_number: person.plate },
      fingerprint: prints[0] ?? '',
      own: [person.plate, 'Asha Rao'],
    }),
    aRow(1, { own: ['Asha Rao', `mob. ${person.mobile}`] }),
    aRow(2, { ...left, own: ['Asha Rao', person.aadhaar] }),
    aRow(3, { own: ['Somebody Else'] }),
  ]);
  return prints;
}

async function keysOf(...names: string[]): Promise<Uint8Array[]> {
  return Promise.all(names.map(async (name) => (await keyRing(name).current()).key));
}

/** The file as a window finds and sets it aside, or a migration copies it, with its log. */
function copyAs(folder: string, name: string): void {
  for (const end of sideFiles) {
    if (end === '-journal') continue;
    copyFileSync(join(folder, `orders.sqlite${end}`), join(folder, `${name}${end}`));
  }
}

it('leaves nothing of a person that any key opens, in any file, once their inputs are erased', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const second = await aWindow(t, folder);
  const prints = await aPerson(ledger);
  copyAs(folder, 'orders.set-aside-2026-11-21.sqlite');
  copyAs(folder, 'orders.backup-v6-2026-11-21.sqlite');
  const keys = await keysOf('a-key', 'another-key');
  const before = filesTelling(folder, keys, words);
  for (const word of words.slice(0, 6))
    assert.ok(
      before.some((one) => one.includes(word)),
      word,
    );
  assert.deepEqual(
    before.filter((one) => one.endsWith('clear')),
    [],
  );

  assert.equal((await ledger.heldElsewhere(prints)).quotes, 3);
  for (const print of prints) await second.eraseInput(print);
  assert.deepEqual(await second.setAside(), ['orders.set-aside-2026-11-21.sqlite']);
  const aside = filesTelling(folder, keys, words);
  assert.deepEqual(
    aside.filter((one) => !one.startsWith('orders.set-aside')),
    [],
  );
  await second.eraseSetAside();
  assert.deepEqual(await ledger.setAside(), []);
  assert.deepEqual(filesTelling(folder, keys, words), []);

  // What is of others stays, and that an outcome was recorded.
  assert.equal((await ledger.get(other))?.resolved, 'verified');
  assert.equal((await ledger.get(other))?.hasNote, false);
  const resolved = (await ledger.events(other)).find(({ kind }) => kind === 'resolved');
  assert.ok(resolved?.kind === 'resolved');
  assert.deepEqual([resolved.resolution.note, resolved.resolution.pasted], ['', null]);
  const kept = await ledger.followUps.texts(other);
  assert.deepEqual(
    kept.map(({ body }) => body && text(body)),
    ['nothing of anybody'],
  );
  // Of a row that was left out nothing is kept without a results file, so nothing of it is erased.
  assert.deepEqual(await states(ledger.batches), [
    'skipped erased',
    'skipped erased',
    'skipped uneven',
    'waiting',
  ]);
});

async function quotedBy(t: TestContext, note: string): Promise<number> {
  const { ledger } = await aLedger(t);
  const print = await sent(ledger, 'aadhaar-pan-link', requests[2]?.[1] ?? '', 'order');
  await place(ledger, 'other');
  await ledger.note(other, note, noon);
  return (await ledger.heldElsewhere([print])).quotes;
}

it('counts what quotes an input, in whatever spelling, and not what does not', async (t) => {
  assert.equal(await quotedBy(t, `asked with ${person.aadhaar}`), 1);
  assert.equal(await quotedBy(t, 'Aadhaar 9000-0000-4190.'), 1);
  assert.equal(await quotedBy(t, 'आधार ९००० ०००० ४१९०'), 1);
  assert.equal(await quotedBy(t, `pan: ${person.pan.toLowerCase()}`), 1);
  assert.equal(await quotedBy(t, 'another person’s PAN, ZZZPZ4191Q; XXXX XXXX 4190'), 0);
});

it('takes no note for the four digits that are left of a number: they are many people’s', async (t) => {
  const { ledger } = await aLedger(t);
  await ledger.begin(aadhaarOrder('reduced'));
  await ledger.settle(orderId('reduced'), answered());
  assert.equal((await keptOf(ledger, 'reduced')).request, reducedRequest);
  await place(ledger, 'another');
  await ledger.note(orderId('another'), 'somebody else: XXXX XXXX 0124', noon);
  const fingerprint = (await ledger.get(orderId('reduced')))?.fingerprint ?? '';
  assert.equal((await ledger.heldElsewhere([fingerprint])).quotes, 0);
  await ledger.note(orderId('another'), 'the same PAN: zzzpz9999z', noon);
  assert.equal((await ledger.heldElsewhere([fingerprint])).quotes, 1);
});

for (const [spelling, body] of [
  ['as text', requestText],
  ['as a number', `{"aadhaar_number":${number},"pan_number":"ZZZPZ9999Z"}`],
] as const) {
  it(`finds what quotes the whole number of an order that keeps four digits of it, sent ${spelling}`, async (t) => {
    const { ledger } = await aLedger(t);
    const fingerprint = (await printOf(ledger, operationById('aadhaar-pan-link'), body)).whole;
    await ledger.begin(aadhaarOrder('reduced', { requestBody: bytes(body), fingerprint }));
    await ledger.settle(orderId('reduced'), answered());
    assert.doesNotMatch((await keptOf(ledger, 'reduced')).request, /2345/);
    await place(ledger, 'other');
    await ledger.note(other, `the same as ${spelt}, I think`, noon);
    await ledger.followUps.addText(other, bytes('another one: 3345 6789 0124'), noon);
    const form = { ...emptyDraft(operationById('credit-report')), json: `{"number":"${number}"}` };
    await ledger.saveDraft(pageId('form'), encodeDraft(form), noon);
    await started(ledger.batches, [
      aRow(0, { own: ['Somebody', `mentions ${spelt}`] }),
      aRow(1, { own: ['Somebody Else', '3345 6789 0124'] }),
    ]);
    assert.equal((await ledger.heldElsewhere([fingerprint])).quotes, 1);
    await ledger.eraseInput(fingerprint);
    assert.equal((await ledger.get(other))?.hasNote, false);
    assert.equal((await ledger.followUps.texts(other)).length, 1);
    assert.equal(await ledger.loadDraft(pageId('form')), null);
    assert.deepEqual(await states(ledger.batches), ['skipped erased', 'waiting']);
  });
}

it('takes a call of a batch that waits as a whole: none is made of less than was planned', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sent(ledger, 'email-bulk', requests[3]?.[1] ?? '', 'order');
  const row = (at: number, call: number, mail: string) => aRow(at, { call, fields: { emails: mail } });
  await started(ledger.batches, [row(0, 0, 'a@x.example'), row(1, 0, person.mail), row(2, 1, 'b@x.example')]);
  await ledger.eraseInput(print);
  assert.deepEqual(await states(ledger.batches), ['skipped erased', 'skipped erased', 'waiting']);
  assert.equal((await ledger.batches.nextCall(b, 0))?.call, 1);
});

it('leaves no row of a call that was sent to a question nobody can answer: neither it nor the rest of its call is sent again', async (t) => {
  const { ledger } = await aLedger(t);
  const print = await sent(ledger, 'email-bulk', requests[3]?.[1] ?? '', 'order');
  const row = (at: number, call: number, mail: string) => aRow(at, { call, fields: { emails: mail } });
  await started(ledger.batches, [row(0, 0, 'a@x.example'), row(1, 0, person.mail), row(2, 1, 'b@x.example')]);
  await ledger.begin(order(0));
  await ledger.recover(noon + 24 * 3_600_000);
  await ledger.eraseInput(print);
  assert.deepEqual(await states(ledger.batches), ['done left-unknown', 'done left-unknown', 'waiting']);
  assert.deepEqual(await ledger.batches.undecided(b, 'unknown'), []);
  await decide(ledger.batches, 'unknown', 'again');
  assert.deepEqual(await states(ledger.batches), ['done left-unknown', 'done left-unknown', 'waiting']);
  assert.equal((await ledger.batches.nextCall(b, 0))?.call, 1);
});

it('counts what the user erases for all windows, and nothing that retention does', async (t) => {
  const { ledger, folder } = await aLedger(t);
  const second = await aWindow(t, folder);
  await place(ledger, 'a');
  await ledger.applyPolicy({ keep: 'open-only', payloadDays: 0, orderDays: 0 }, noon);
  assert.equal(await second.erasures(), 0);
  await place(ledger, 'b');
  await ledger.erase([orderId('b')]);
  assert.equal(await second.erasures(), 1);
});
