import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, originOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import type { BatchStore, NewBatchRow } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { bodyFromFields } from '../../../../src/contract/draft.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import { owned, told } from './aSender.ts';
import { aWorld, key } from './aSending.ts';

const emails = operationById('email-bulk');

/** Nobody can tell which of the two is for addresses: the version before took the first. */
const twoLists = withRequestFields(
  emails,
  readRequestFields({
    'email-bulk': [
      { name: 'addresses', type: 'string-list', required: true },
      { name: 'checks', type: 'string-list' },
    ],
  }),
);

interface Before {
  readonly operation: Operation;
  readonly rows: readonly (readonly string[])[];
  /** Of its one call. */
  readonly body: string;
}

/** The first call of a batch that a version before planned, and what came of it. */
async function leaving(t: TestContext, { operation, rows, body }: Before) {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  world.fields.set('email-bulk', operation.requestFields);
  const { real } = world;
  const id = batchId('before');
  await real.batches.create({
    id,
    operation: 'email-bulk',
    environment: owned.name,
    identity: identityOf(owned),
    kind: owned.kind,
    origin: originOf(owned),
    baseUrl: owned.baseUrl,
    source: 'mails.csv',
    createdAt: world.now,
    fields: operation.requestFields,
  });
  const prints = { fingerprint: real.fingerprint.bind(real), inputPrint: real.inputPrint.bind(real) };
  const { whole } = await printOf(prints, operation, body);
  const store: Pick<BatchStore, 'addRows' | 'firstRows' | 'twins'> = {
    addRows: (of, added: readonly NewBatchRow[]) =>
      real.batches.addRows(
        of,
        added.map((row) => ({ ...row, call: 0, fingerprint: whole })),
      ),
    firstRows: (of, keys) => real.batches.firstRows(of, keys),
    twins: (at, inputs) => real.batches.twins(at, inputs),
  };
  const map = Object.fromEntries(operation.requestFields.map(({ name }, column) => [name, { column }]));
  const width = operation.requestFields.length;
  const planner = new Planner(
    { store, ...prints },
    { operation, place: placeOf(owned), map, width, chunk: 50, batch: id },
  );
  for (const [index, cells] of rows.entries()) await planner.add({ line: index + 2, cells });
  await planner.end();
  await real.batches.start(id, { sendFlawed: true, sendPaid: false, results: null, insteadOf: null });
  const batch = await real.batches.get(id, 'window', world.now);
  assert.ok(batch !== null);
  const sender = new BatchSender(world.sending, batch, [], async () => undefined);
  const call = await real.batches.nextCall(id, 0);
  assert.ok(call !== null);
  assert.equal(call.rows.length, rows.length);
  const attempted = await sender.attempt(call, 0, () => true);
  if (attempted.kind === 'left') await attempted.end;
  return { attempted, left: world.requests.map((one) => new TextDecoder().decode(one.body)) };
}

/** As versions before this one planned it: an address is asked about as often as it stands there. */
for (const cells of [['a@x.invalid\nA@x.invalid'], ['a@x.invalid\nb@x.invalid', 'b@x.invalid']]) {
  test(`a batch that the version before planned leaves, as it was planned: ${JSON.stringify(cells)}`, async (t) => {
    const body = bodyFromFields(emails, { emails: cells.join('\n') });
    const rows = cells.map((cell) => [cell]);
    const { attempted, left } = await leaving(t, { operation: emails, rows, body });
    assert.equal(told(attempted), 'left');
    assert.deepEqual(left, [body]);
  });
}

const rows = [
  ['a@x.invalid', 'mx'],
  ['b@x.invalid', 'mx'],
];

test('so does a call of several rows whose list of addresses nobody can tell by now: each of them is asked about', async (t) => {
  const body = bodyFromFields(twoLists, { addresses: 'a@x.invalid\nb@x.invalid', checks: 'mx' });
  const { attempted, left } = await leaving(t, { operation: twoLists, rows, body });
  assert.equal(told(attempted), 'left');
  assert.deepEqual(left, [body]);
});

const checksFirst = withRequestFields(
  emails,
  readRequestFields({
    'email-bulk': [
      { name: 'checks', type: 'string-list' },
      { name: 'to', type: 'string-list', check: 'emails' },
    ],
  }),
);
for (const [what, operation, cells, planned] of [
  [
    'one with another list than is known for addresses by now',
    checksFirst,
    [
      ['mx', 'a@x.invalid'],
      ['smtp', 'a@x.invalid'],
    ],
    { checks: 'mx\nsmtp', to: 'a@x.invalid' },
  ],
  [
    'a row alone that repeats an address, which the version before asked about once',
    twoLists,
    [['a@x.invalid\nA@x.invalid', 'mx']],
    { addresses: 'a@x.invalid', checks: 'mx' },
  ],
] as const)
  test(`what would leave otherwise than it was planned stays, and is to be planned anew: ${what}`, async (t) => {
    const body = bodyFromFields(operation, planned);
    const { attempted, left } = await leaving(t, { operation, rows: cells, body });
    assert.deepEqual(left, []);
    assert.ok(attempted.kind === 'not-begun', attempted.kind);
    assert.match(attempted.why.text, /would differ from what was planned\. Plan the batch anew\.$/);
  });
