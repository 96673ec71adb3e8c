import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Environment, readEnvironments } from '../../../../src/calls/environments/environments.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { batchReader } from '../../../../src/tables/batch.ts';
import { aFolder, aWindow, noon } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { ReviewPlan } = await import('../../../../src/ui/batch/reviewPlan.ts');
const { decodeReview, encodeReview, newReview } = await import('../../../../src/ui/batch/reviewDraft.ts');

/** As the setting holds it: with the id that *Add Environment* makes. */
const { environments } = readEnvironments([
  {
    name: 'Acme',
    baseUrl: 'https://api.example.invalid',
    kind: 'live',
    id: '4f2d3c1b-0a9e-4d8c-b7a6-5e4f3d2c1b0a',
  },
]);

/** All look wrong where it bills, and none in the sandbox, whose magic inputs they are. */
const numbers = 'rc_number\nXX00AA2001\nXX00AA2002\n';

/** A computer with its windows: the ledger and VS Code's own store go on, whatever is closed. */
async function aComputer(t: TestContext) {
  const ledger = await aWindow(t, aFolder(t));
  const kept = new Map<string, unknown>();
  const memory = {
    get: (name: string, none: unknown) => kept.get(name) ?? none,
    update: async (name: string, value: unknown) => void kept.set(name, value),
  };
  const [sandbox, live] = environments;
  assert.ok(sandbox !== undefined && live !== undefined);
  const chosen: { environment: Environment } = { environment: sandbox };
  const services = {
    ledger: async () => ledger,
    memory,
    environments: { current: () => chosen.environment, byIdentity: () => undefined },
    operation: operationById,
    operations: () => operations,
    batchReader: async () => batchReader,
    session: 'a window',
    now: () => noon,
  };
  const opened = async (review: ReturnType<typeof newReview>) => {
    const { origin, choices, results } = review;
    const plan = new ReviewPlan(services as never, origin, choices, () => undefined);
    await plan.load();
    assert.equal(plan.noRows.problem, '');
    return {
      plan,
      sent: () => plan.review?.rows.filter((row) => plan.review?.isSent(row)).length,
      written: () => encodeReview({ origin, results, choices: plan.choices }) ?? new Uint8Array(),
    };
  };
  const use = (one: Environment): void => {
    chosen.environment = one;
  };
  return { opened, kept, sandbox, live, use };
}

const fresh = (text = numbers, name = 'cars.csv') =>
  newReview({ kind: 'text', name, text, uri: `file:///rows/${name}` }, 'rc-advanced');

const restored = (bytes: Uint8Array) => {
  const review = decodeReview(bytes);
  assert.ok(review !== null);
  return review;
};

test('a review of the sandbox that a reload brings back where it bills leaves nothing that looks wrong', async (t) => {
  const { opened, live, sandbox, use } = await aComputer(t);
  const first = await opened(fresh());
  assert.equal(first.sent(), 2);
  const written = first.written();
  use(live);
  const again = await opened(restored(written));
  assert.deepEqual([again.plan.review?.counts.wrong.rows, again.sent()], [2, 0]);
  const once = await opened(restored(again.written()));
  assert.equal(once.sent(), 0, 'nor after another reload');
  use(sandbox);
  assert.equal((await opened(restored(once.written()))).sent(), 2);
});

test('a file whose review in the sandbox was closed is opened where it bills with nothing chosen that looks wrong', async (t) => {
  const { opened, kept, live, use } = await aComputer(t);
  await opened(fresh());
  use(live);
  for (const time of ['once', 'twice']) {
    const again = await opened(fresh());
    assert.deepEqual([again.plan.review?.counts.wrong.rows, again.sent()], [2, 0], time);
  }
  assert.equal((await opened(fresh(numbers, 'others.csv'))).sent(), 0, 'nor has a file that is new');
  assert.equal(JSON.stringify([...kept]).includes('cars'), false, 'no name of a file stands in the clear');
});

test('rows that look right leave wherever the review is opened', async (t) => {
  const { opened, live, use } = await aComputer(t);
  await opened(fresh('rc_number\nMH00AB0001\nXX00AA2002\n'));
  use(live);
  assert.equal((await opened(fresh('rc_number\nMH00AB0001\nXX00AA2002\n'))).sent(), 1);
});

test('what a page chooses of rows that were read again since is refused, and of those it shows is taken', async (t) => {
  const { opened } = await aComputer(t);
  const { plan, sent } = await opened(fresh());
  const shown = plan.plan;
  plan.rowsOf(shown).chooseRow(0, false);
  assert.equal(sent(), 1);
  // A line came in above, say.
  const reading = plan.load();
  assert.throws(() => plan.rowsOf(shown), {
    message: 'The rows are being checked. Try again in a moment.',
  });
  await reading;
  assert.throws(() => plan.rowsOf(shown), {
    message: 'The list changed as you chose, so nothing was done. Choose again.',
  });
  assert.equal(plan.rowsOf(plan.plan), plan.rowsOf());
});

test('two choices, the second made while the rows are looked at for the first, both hold and are shown at once', async (t) => {
  const { opened } = await aComputer(t);
  const text = 'a,b\nXX00AA2001,AAAPZ0001Z\n';
  const { plan } = await opened(
    newReview({ kind: 'text', name: 'c.csv', text, uri: 'file:///c.csv' }, 'credit-report'),
  );
  const [first, second] = plan.operation.requestFields;
  assert.ok(first !== undefined && second !== undefined);
  const chosen = { kind: 'column', column: 0 } as const;
  const other = { kind: 'column', column: 1 } as const;
  const before = plan.setSource(first.name, chosen);
  const after = plan.setSource(second.name, other);
  assert.deepEqual([plan.sources[first.name], plan.sources[second.name]], [chosen, other]);
  await Promise.all([before, after]);
  assert.deepEqual([plan.sources[first.name], plan.sources[second.name]], [chosen, other]);
  const named = plan.setHeader(false);
  assert.equal(plan.header, false);
  await named;
  assert.equal(plan.header, false);
});

test('of lines that say the same a reload sends the one that was corrected, and none once the first line is none of them', async (t) => {
  const { opened } = await aComputer(t);
  const same = 'MH00AB0001,a\nMH00AB0001,a\n';
  const { plan, written } = await opened(fresh(same));
  assert.equal(plan.header, false);
  await plan.setSource('rc_number', { kind: 'column', column: 0 });
  await plan.rowsOf().fill(0, { rc_number: 'MH00AB0002' });
  plan.rowsOf().chooseRow(1, false);
  const leaving = ({ review }: typeof plan) =>
    review?.rows.filter((row) => review.isSent(row)).map(({ line, cells }) => `${line} ${cells[0]}`);
  assert.deepEqual(leaving(plan), ['1 MH00AB0002']);
  const again = await opened(restored(written()));
  assert.deepEqual(leaving(again.plan), ['1 MH00AB0002']);
  const { choices, ...kept } = restored(written());
  const named = await opened({ ...kept, choices: { ...choices, header: true } });
  assert.deepEqual([leaving(named.plan), named.plan.review?.lost], [[], 1]);
});
