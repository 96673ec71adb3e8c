import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, type TestContext, test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { damage, ofOrder } from '../../ledger/aDamagedFile.ts';
import { aFolder, aLedger, noon, place } from '../../ledger/aLedger.ts';

const { exportOrders } = await import('../../../../src/ui/history/exportOrders.ts');
const { noteOrders } = await import('../../../../src/ui/history/record.ts');

beforeEach(reset);

const sentence = (what: string) =>
  new RegExp(`The ${what} of this order (is|are) damaged in the order history’s file`);

/** Orders whose request, answer, both and note are damaged, and one that is whole; exported in this form. */
async function exported(t: TestContext, index: number): Promise<string> {
  const { ledger, folder } = await aLedger(t);
  for (const id of ['request', 'answer', 'both', 'note', 'whole']) await place(ledger, `${id}-order`);
  await ledger.note(orderId('note-order'), 'asked support', noon);
  for (const id of ['request', 'both'])
    damage(folder, 'payloads', 'request_body', 'zeroblob(40)', ofOrder(`${id}-order`));
  for (const id of ['answer', 'both'])
    damage(folder, 'payloads', 'answer_body', 'zeroblob(40)', ofOrder(`${id}-order`));
  damage(folder, 'events', 'words', 'zeroblob(40)', ofOrder('note-order'));
  const target = join(aFolder(t), 'export');
  world.choices.push((given) => (given[0] as readonly unknown[])[index]);
  if (index >= 2) world.choices.push((given) => given.at(-1));
  world.choices.push(() => plainVscode.Uri.file(target));
  await exportOrders({ ledger: async () => ledger, now: () => noon, operation: operationById } as never, {
    filter: {},
  });
  const told = JSON.stringify(world.shown.at(-1));
  assert.match(told, index === 3 ? /5 orders exported .*3 orders are damaged in part/ : /5 orders exported/);
  return target;
}

for (const index of [0, 2]) {
  test(`an NDJSON export says of each order what is damaged, and has the rest (${index})`, async (t) => {
    const lines = readFileSync(await exported(t, index), 'utf8')
      .trimEnd()
      .split('\n');
    const of = (id: string): Record<string, unknown> => {
      const all: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
      return all.find((one) => one.id === `${id}-order`) ?? assert.fail(id);
    };
    for (const id of ['request', 'answer', 'both']) {
      const said = of(id);
      assert.equal(said.payloads, 'damaged', id);
      assert.match(String(said.damaged), sentence(id === 'both' ? 'request and the answer' : id));
      assert.deepEqual(
        ['request' in said, 'answer' in said, said.outcome, said.billing],
        [id === 'answer', id === 'request', 'negative', 'billed'],
        id,
      );
    }
    assert.deepEqual([of('whole').payloads, of('whole').damaged], ['open', '']);
    if (index === 2) assert.match(String(of('note').note), /^\[This text is damaged /);
  });
}

test('a CSV export says in a column of its own what is damaged', async (t) => {
  const [head, ...rows] = readFileSync(await exported(t, 1), 'utf8')
    .trimEnd()
    .split('\r\n');
  assert.match(head ?? '', /,aadhaar_reduced_at,damaged,follow_up,cost_estimated$/);
  assert.equal(rows.length, 5);
  const row = rows.find((one) => one.startsWith('answer-order')) ?? '';
  assert.match(row, sentence('answer'));
  assert.match(row, /,negative,billed,/);
  assert.match(rows.find((one) => one.startsWith('whole-order')) ?? '', /,,,$/);
});

test('a folder of raw bodies has a sentence where a body is damaged, under a name that no body has', async (t) => {
  const folder = await exported(t, 3);
  const names = readdirSync(folder).sort();
  const of = (id: string) =>
    names.filter((name) => name.includes(`_${id.slice(0, 8)}`)).map((n) => n.split('.').slice(1).join('.'));
  assert.deepEqual(of('answer-o'), ['answer.damaged.txt', 'request']);
  assert.deepEqual(of('request-'), ['answer', 'request.damaged.txt']);
  assert.deepEqual(of('both-ord'), ['answer.damaged.txt', 'request.damaged.txt']);
  assert.deepEqual(of('whole-or'), ['answer', 'request']);
  const text = readFileSync(
    join(folder, names.find((name) => name.endsWith('answer.damaged.txt')) ?? ''),
    'utf8',
  );
  assert.match(text, /cannot be read; its outcome, billing and times are intact\. Restore Orders… brings/);
});

test('a damaged note is said to be so, and stays unless something is written', async (t) => {
  const { ledger, folder } = await aLedger(t);
  await place(ledger, 'a');
  await ledger.note(orderId('a'), 'asked support', noon);
  damage(folder, 'events', 'words', 'zeroblob(40)', ofOrder('a'));
  const services = { ledger: async () => ledger, now: () => noon + 1 } as never;
  world.choices.push(() => '');
  await noteOrders(services, [orderId('a')]);
  assert.match(JSON.stringify(world.shown.at(-1)), /The note is damaged in the order history’s file/);
  assert.deepEqual(await ledger.readNote(orderId('a')), { damaged: true });
  world.choices.push(() => 'asked again');
  await noteOrders(services, [orderId('a')]);
  assert.equal(await ledger.readNote(orderId('a')), 'asked again');
});
