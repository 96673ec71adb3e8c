import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderId } from '../../../src/calls/ports/ids.ts';
import { maskedInput } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { aFolder, aLedger, aWindow, bytes, keyRing, noon, place } from './aLedger.ts';

const cases: readonly (readonly [what: string, text: string, found: readonly string[]])[] = [
  ['order_id alone', 'ORD-2026-0042', ['a']],
  ['in other letters', 'ord-2026-0042', ['a']],
  ['in a sentence', 'Why was order "ORD-2026-0042", not refunded?', ['a']],
  ['in JSON', '{"order_id":"ORD-2026-0042","data":{"order_id":"ORD-2026-0043"}}', ['b', 'a']],
  ['in an address', 'https://dash.example.invalid/orders/ORD-2026-0042?tab=1#top', ['a']],
  ['after a colon and before a full stop', 'order_id:ORD-2026-0042.', ['a']],
  ['with a slash in it', 'see PAY/77 x', ['c']],
  ['on a line of its own', 'hello\n  ORD 9 WITH BLANKS \nbye', ['d']],
  ['beginning of an order_id', 'ORD-2026', ['b', 'a']],
  ['end of an order_id', '26-0042', ['a']],
  ['middle of several, in other letters', 'rd-2026', ['b', 'a']],
  ['a part where something else is found', 'd-2026 accepted', ['b']],
  ['a part too short', '042', []],
  ['what a pattern would find', '2026%0042', []],
  ['beginning too short', 'OR', []],
  ['our own id', 'order a: 0A0B0C0D-0000-4000-8000-00000000000A', ['a']],
  ['message_code', 'What does ACCEPTED mean?', ['b']],
  ['beginning of a code', 'accep', ['b']],
  ['masked input', 'zz••••77', ['c']],
  ['beginning of a masked input', 'ZZ••', ['c']],
  ['masked input, as short as a row shows it', '••05X · ••0005', ['e']],
  ['beginning of one', '••05X', ['e']],
  ['words of a note, in any order', 'ravi CALLED', ['d']],
  ['what was noted with an outcome', 'dashboard', ['b']],
  ['nothing', 'ravi wrote', []],
  ['blank', ' \n ', []],
];

const idOf = (name: string) => `0a0b0c0d-0000-4000-8000-00000000000${name}`;

it('finds an order by anything a person may hold', async (t) => {
  const { ledger } = await aLedger(t);
  const put = (name: string, at: number, orderId: string, messageCode: string, maskedInput: string) =>
    place(ledger, idOf(name), {
      order: { begunAt: noon + at, maskedInput },
      settlement: { orderId, messageCode, outcome: messageCode === 'ACCEPTED' ? 'pending' : 'verified' },
    });
  await put('a', 1, 'ORD-2026-0042', 'OK', 'XX••••42');
  await put('b', 2, 'ORD-2026-0043', 'ACCEPTED', 'XX••••43');
  await put('c', 3, 'PAY/77', 'OK', 'ZZ••••77');
  await put('e', 5, 'ORD-E', 'NO_RECORD_FOUND', '••••••05X · ••••••0005');
  await put('d', 4, 'ORD 9 WITH BLANKS', 'OK', 'XX••••42');
  await ledger.note(orderId(idOf('d')), 'Called Ravi at 5', noon);
  await ledger.resolve(orderId(idOf('b')), {
    at: noon,
    outcome: 'refunded',
    note: 'seen on the dashboard',
    pasted: null,
  });
  for (const [what, text, found] of cases) {
    const ids = (await ledger.find(text, 10)).map((order) => order.id);
    assert.deepEqual(ids, found.map(idOf), what);
  }
  assert.deepEqual(
    (await ledger.find('ok', 1)).map((order) => order.id),
    [idOf('d')],
  );
});

it('finds everything but notes when their key is gone', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a', { settlement: { orderId: 'ORD-1' } });
  await ledger.note(orderId('a'), 'ravi', noon);
  await ledger.close();
  const other = await aWindow(t, folder, keyRing('another-key'));
  assert.equal((await other.find('ORD-1', 5)).length, 1);
  assert.equal((await other.find('ravi', 5)).length, 0);
});

it('finds the orders whose request names a number that is typed, whatever stands beside it', async (t) => {
  const { ledger } = await aLedger(t);
  const put = (id: string, operation: OperationId, body: string) => {
    const shown = maskedInput(operationById(operation), body);
    return place(ledger, id, { order: { operation, requestBody: bytes(body), maskedInput: shown } });
  };
  await put('alone', 'rc-advanced', '{"rc_number":"XX00OK0200"}');
  await put('beside', 'rc-advanced', '{"rc_number":"xx 00 ok 0200","consent":"Y"}');
  await put('alike', 'rc-advanced', '{"rc_number":"XX11AB1100","consent":"Y"}');
  await put('mobile', 'credit-report', '{"number":"9876543210","fetch_by":"mobile","consent":"Y"}');
  const found = async (text: string) => (await ledger.find(text, 10)).map(({ id }) => id).toSorted();
  for (const text of ['XX00OK0200', ' xx-00-ok-0200 ', 'Asha XX00OK0200'])
    assert.deepEqual(await found(text), ['alone', 'beside'], text);
  assert.deepEqual(await found('+91 98765 43210'), ['mobile']);
  // Of two nobody can tell which is meant; a mail may quote many.
  for (const text of ['XX00OK0200 XX11AB1100', 'XX00OK0200\n', 'see\nXX00OK0200', 'XX00OK0201', '9876543211'])
    assert.deepEqual(await found(text), text === 'XX00OK0200\n' ? ['alone', 'beside'] : [], text);
});

it('knows no number where nobody knows what requests say', async (t) => {
  const ledger = await openLedger({
    folder: aFolder(t),
    sealing: keyRing('a-key'),
    now: () => noon,
    newId: () => 'id',
  });
  t.after(() => ledger.close());
  const body = '{"rc_number":"XX00OK0200","consent":"Y"}';
  await place(ledger, 'a', { order: { requestBody: bytes(body), maskedInput: 'XX••••••00' } });
  assert.deepEqual(await ledger.find('XX00OK0200', 10), []);
});
