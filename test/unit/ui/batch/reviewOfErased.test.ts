import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { rerunGroups } from '../../../../src/calls/batch/rerun.ts';
import type { Review } from '../../../../src/calls/batch/review.ts';
import { printOf } from '../../../../src/calls/inputs/compared.ts';
import { batchId, pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { root } from '../../house/sources.ts';
import { aBatch, aRow, b, order, started } from '../../ledger/aBatch.ts';
import { aFolder, aSettlement, aWindow, bytes, noon } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const vscode = await import('vscode');
const { ReviewPage } = await import('../../../../src/ui/batch/reviewPage.ts');
const { newReview } = await import('../../../../src/ui/batch/reviewDraft.ts');

const event = () => ({ dispose: () => undefined });
const plates = operationById('rc-advanced');
const bodyOf = (plate: string) => JSON.stringify({ rc_number: plate });

/** Two rows of a batch failed for free, or wait and are planned anew; a review shows them, and stands open. */
async function aRerunReview(t: TestContext, isPlannedAnew = false) {
  const ledger = await aWindow(t, aFolder(t));
  const plateOf = (row: number) => aRow(row).fields?.rc_number ?? '';
  const printFor = async (row: number) => (await printOf(ledger, plates, bodyOf(plateOf(row)))).whole;
  const rows = await Promise.all([0, 1].map(async (row) => aRow(row, { fingerprint: await printFor(row) })));
  await started(ledger.batches, rows);
  for (const row of isPlannedAnew ? [] : [0, 1]) {
    const one = order(row);
    const body = bytes(bodyOf(plateOf(row)));
    await ledger.begin({ ...one, fingerprint: await printFor(row), requestBody: body });
    const free = { outcome: 'throttled', billing: 'free', messageCode: 'RATE_LIMITED' } as const;
    await ledger.settle(one.id, aSettlement({ ...free, httpStatus: 429, orderId: null }));
  }
  const { aPanel } = tabsOfPages(t);
  Object.assign(vscode.workspace, { onDidSaveTextDocument: event });
  const services = {
    ledger: async () => ledger,
    memory: { get: (_: string, none: unknown) => none, update: async () => undefined },
    environments: { current: () => acme, byIdentity: () => acme, onDidChange: event },
    keys: { onDidChange: event },
    onDidChangeFields: event,
    operation: operationById,
    operations: () => operations,
    sending: { destination: async () => ({ environment: acme }) },
    session: 'a window',
    now: () => noon,
    log: { warn: (...words: unknown[]) => assert.fail(words.join(' ')), error: () => undefined },
    extensionUri: { path: root },
  };
  /** What the batch that is started would have sent. */
  const planned: string[] = [];
  const held = { meanwhile: async () => undefined as unknown };
  const plan = async ({ read }: { read(id: ReturnType<typeof batchId>): Promise<unknown> }) => {
    const id = batchId('again');
    await ledger.batches.create({ ...aBatch, id });
    await held.meanwhile();
    if (!(await read(id))) return false;
    for (const { fields } of (await ledger.batches.inputs(id, [0, 1])).values())
      planned.push(fields?.rc_number ?? '');
    return true;
  };
  const batches = { services, mustBeFree: () => undefined, plan, follow: async () => undefined };
  const groups = isPlannedAnew ? null : rerunGroups(await ledger.batches.outcomes(b));
  const { identity, origin: place } = aBatch;
  const origin = {
    kind: 'batch',
    batch: b,
    name: '',
    identity,
    origin: place,
    groups,
    numbers: null,
  } as const;
  const kept = { ...newReview(origin, 'rc-advanced'), results: 'none' as const };
  const page = new ReviewPage(batches as never, aPanel('Batch') as never, {
    id: pageId('11111111-2222-4333-8444-555555555555'),
    seen: 0,
    kept,
  });
  t.after(() => page.dispose());
  await page.load();
  const inside = page as unknown as {
    start(): Promise<void>;
    readonly notice: string;
    readonly plan: {
      readonly plan: number;
      readonly noRows: { readonly problem: string };
      readonly review: Review | null;
    };
  };
  const [print, otherPrint] = [await printFor(0), await printFor(1)];
  return { ledger, inside, planned, held, erased: plateOf(0), other: plateOf(1), print, otherPrint };
}

/** README: Erase Everything About This Input… takes "drafts, batches, notes and open forms of all windows". */
test('a review of rows that are run again shows nothing of an input that is erased while it stands open', async (t) => {
  const { ledger, inside, erased, print } = await aRerunReview(t);
  assert.match(JSON.stringify(inside.plan.review?.rows), new RegExp(erased));
  await ledger.eraseInput(print);
  // A review follows the history within a second.
  await rest(1500);
  assert.doesNotMatch(JSON.stringify(inside.plan.review?.rows ?? null), new RegExp(erased));
});

test('nor does its Start write that input into the history anew, and send it', async (t) => {
  const { ledger, inside, planned, erased, print } = await aRerunReview(t);
  await ledger.eraseInput(print);
  await rest(1500);
  await inside.start();
  assert.ok(!planned.includes(erased), `planned: ${planned.join(', ')}`);
});

test('what is left of the rows leaves, and it is told that they were read again', async (t) => {
  for (const isPlannedAnew of [false, true]) {
    const { ledger, inside, planned, other, print } = await aRerunReview(t, isPlannedAnew);
    await ledger.eraseInput(print);
    await rest(1500);
    const told = 'Inputs of these rows were erased from the order history; what is left was read again.';
    assert.equal(inside.notice, told);
    // These numbers look wrong: run again they were chosen before.
    if (isPlannedAnew) inside.plan.review?.chooseGroup('wrong', true);
    await inside.start();
    assert.deepEqual(planned, [other]);
  }
});

test('where all of them are erased, each input or the whole batch, nothing is left to show, and the page says why', async (t) => {
  for (const how of ['inputs', 'batch'] as const) {
    const { ledger, inside, print, otherPrint } = await aRerunReview(t);
    if (how === 'batch') assert.equal(await ledger.batches.erase(b, 'a window', noon), true);
    else for (const one of [print, otherPrint]) await ledger.eraseInput(one);
    await rest(1500);
    assert.equal(inside.plan.review, null);
    assert.match(
      inside.plan.noRows.problem,
      how === 'batch' ? /no longer kept/ : /^The inputs of these rows/,
    );
    await assert.rejects(inside.start());
  }
});

test('an input of other rows that is erased changes nothing: what was chosen need not be chosen again', async (t) => {
  const { ledger, inside } = await aRerunReview(t);
  const { plan } = inside.plan;
  const one = { ...order(7, 'of its own'), batch: null };
  const whole = (await printOf(ledger, plates, bodyOf('MH00AB0077'))).whole;
  await ledger.begin({ ...one, fingerprint: whole, requestBody: bytes(bodyOf('MH00AB0077')) });
  await ledger.settle(one.id, aSettlement());
  await ledger.eraseInput(whole);
  await rest(1500);
  assert.deepEqual([inside.plan.plan, inside.notice], [plan, '']);
});

test('what is erased just as the batch is written is not planned', async (t) => {
  const { ledger, inside, planned, held, print } = await aRerunReview(t);
  held.meanwhile = () => ledger.eraseInput(print);
  await inside.start();
  assert.deepEqual(planned, []);
  assert.match(inside.notice, /^Inputs of these rows were erased /);
});
