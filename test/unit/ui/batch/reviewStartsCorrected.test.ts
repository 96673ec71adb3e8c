import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type { Review } from '../../../../src/calls/batch/review.ts';
import type { BatchStore } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId, pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { batchReader } from '../../../../src/tables/batch.ts';
import { acme, altered } from '../../../support/simulatedPorts.ts';
import { root } from '../../house/sources.ts';
import { aBatch } from '../../ledger/aBatch.ts';
import { aFolder, aWindow, noon } from '../../ledger/aLedger.ts';
import { tabsOfPages } from '../shell/tabsOfPages.ts';

const vscode = await import('vscode');
const { ReviewPage } = await import('../../../../src/ui/batch/reviewPage.ts');
const { newReview } = await import('../../../../src/ui/batch/reviewDraft.ts');

const event = () => ({ dispose: () => undefined });

/** A review of one row, whose look at other orders can be held up. */
async function aJudgedReview(t: TestContext) {
  const real = await aWindow(t, aFolder(t));
  const judging = { from: 0, asked: 0, goOn: Promise.withResolvers<void>() };
  const twins: BatchStore['twins'] = async (...of) => {
    judging.asked += 1;
    // A long history, or one that is just being scrubbed.
    if (judging.asked === judging.from) await judging.goOn.promise;
    return real.batches.twins(...of);
  };
  const batches = new Proxy(real.batches, {
    get: (target, name) => {
      const value: unknown = name === 'twins' ? twins : Reflect.get(target, name, target);
      return typeof value === 'function' && name !== 'twins' ? value.bind(target) : value;
    },
  });
  const ledger = altered(real, { batches });
  const { aPanel } = tabsOfPages(t);
  Object.assign(vscode.workspace, { onDidSaveTextDocument: event });
  const changes: (() => void)[] = [];
  const hears = (one: () => void) => {
    changes.push(one);
    return event();
  };
  const operation = { of: operationById };
  const services = {
    ledger: async () => ledger,
    memory: { get: (_: string, none: unknown) => none, update: async () => undefined },
    environments: { current: () => acme, byIdentity: () => acme, onDidChange: event },
    keys: { onDidChange: event },
    onDidChangeFields: hears,
    operation: (id: Parameters<typeof operationById>[0]) => operation.of(id),
    operations: () => operations,
    batchReader: async () => batchReader,
    sending: { destination: async () => ({ environment: acme }) },
    session: 'a window',
    now: () => noon,
    log: { warn: (...words: unknown[]) => assert.fail(words.join(' ')), error: () => undefined },
    extensionUri: { path: root },
  };
  const planned: string[] = [];
  const plan = async ({ read }: { read(id: ReturnType<typeof batchId>): Promise<unknown> }) => {
    const id = batchId('planned');
    await real.batches.create({ ...aBatch, id });
    await read(id);
    for (const { fields } of (await real.batches.inputs(id, [0])).values())
      planned.push(fields?.rc_number ?? '');
    return false;
  };
  const text = 'rc_number\nMH00AB0001\n';
  const origin = { kind: 'text', name: 'cars.csv', text, uri: 'file:///rows/cars.csv' } as const;
  const kept = { ...newReview(origin, 'rc-advanced'), results: 'none' as const };
  const panel = aPanel('Batch');
  const id = pageId('11111111-2222-4333-8444-555555555555');
  const works = { services, mustBeFree: () => undefined, plan };
  const page = new ReviewPage(works as never, panel as never, { id, seen: 0, kept });
  t.after(() => page.dispose());
  await page.load();
  const inside = page as unknown as {
    readonly notice: string;
    readonly plan: { readonly plan: number; readonly review: Review | null };
  };
  return { panel, judging, planned, inside, operation, fields: () => changes.map((one) => one()) };
}

/** Review.inTurn: "judging a row takes its time, and what is changed next rests on what comes of it." Start rests on it, too. */
test('Start that is pressed right after a row was corrected sends what it was corrected to', async (t) => {
  const { panel, judging, planned, inside } = await aJudgedReview(t);
  const of = inside.plan.plan;
  judging.from = judging.asked + 1;
  panel.asks('review/correct', { plan: of, row: 0, values: { rc_number: 'MH00AB0009' } });
  await rest(20);
  panel.asks('review/start', null);
  await rest(100);
  judging.goOn.resolve();
  await rest(200);
  assert.ok(!planned.includes('MH00AB0001'), `planned: ${planned.join(', ')}`);
});

test('nor is a correction that is still looked at lost where the rows are looked at anew meanwhile', async (t) => {
  const { panel, judging, inside, operation, fields } = await aJudgedReview(t);
  judging.from = judging.asked + 1;
  const { plan } = inside.plan;
  panel.asks('review/correct', { plan, row: 0, values: { rc_number: 'MH00AB0009' } });
  await rest(20);
  operation.of = (id) => {
    const one = operationById(id);
    return { ...one, requestFields: one.requestFields.map((field) => ({ ...field, label: 'Another' })) };
  };
  fields();
  await rest(50);
  judging.goOn.resolve();
  await rest(300);
  assert.match(inside.notice, /^Settings were changed; /);
  assert.deepEqual(
    inside.plan.review?.rows.map(({ cells, before }) => [...cells, ...(before ?? [])]),
    [['MH00AB0009', 'MH00AB0001']],
  );
});
