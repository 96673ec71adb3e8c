import type { BatchRow } from '../../../src/calls/ports/batchPorts.ts';
import { batchId, type OrderId, orderId, pageId } from '../../../src/calls/ports/ids.ts';
import { reducedBody } from '../../../src/contract/aadhaar/reducing.ts';
import type { Backend } from '../ledger/backend.ts';
import type { BatchPlan } from '../plans.ts';
import { isSpent, type Kept, mayBeBilled } from '../trace.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';

/** Everything is over, and a window that knows nothing opens the ledger: it must tell what truly happened. */
export async function checkFinal(world: World, killed: ReadonlySet<string>): Promise<void> {
  const backend = await world.history.open();
  checkEnded(world, killed);
  for (const kept of world.trace.orders.values()) await checkOrder(world, backend, kept);
  for (const kept of [...world.trace.orders.values()].slice(0, 2)) await checkFirm(world, backend, kept);
  for (const [page, { isErased }] of world.trace.pages) {
    if (isErased && (await backend.loadDraft(pageId(page))) !== null) {
      world.breach('typed', `an input was erased, and can still be read as the draft of ${page}`);
    }
  }
  checkBook(world);
  await checkSpend(world, backend);
  for (const plan of world.trace.plans.values()) if (!plan.gone) await checkPlan(world, backend, plan);
  await backend.close();
}

/** Every wish of a window that was not killed came to something, and what left for it was written. */
function checkEnded(world: World, killed: ReadonlySet<string>): void {
  for (const kept of world.trace.orders.values()) {
    if (killed.has(kept.order.session) || kept.erased) continue;
    if (kept.call !== null && kept.state !== 'settled') {
      world.breach('written', `order ${kept.id} has its answer, and it never came to be written`);
    }
  }
}

/** What was begun is not begun again, and what was settled is not settled again, whoever asks. */
async function checkFirm(world: World, backend: Backend, kept: Kept): Promise<void> {
  const { order, settlement } = kept;
  const isDone = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      () => false,
    );
  if (kept.erased) return;
  if (await isDone(backend.begin({ ...order, id: orderId(`${order.id} again`) }))) {
    world.breach('one-wish', `draft ${order.draftId} could be begun a second time`);
  }
  if (settlement === null || kept.state !== 'settled') return;
  if (await isDone(backend.settle(kept.id, { ...settlement, outcome: 'failed', billing: 'free' }))) {
    world.breach('settled-once', `order ${kept.id} could be settled a second time`);
  }
}

async function checkOrder(world: World, backend: Backend, kept: Kept): Promise<void> {
  const found = await backend.get(kept.id);
  if (kept.erased) {
    if (found !== null) world.breach('erased', `order ${kept.id} was erased, and is there`);
    const payloads = await backend.payloads(kept.id).catch(() => null);
    if (payloads?.kind === 'open') world.breach('erased', `order ${kept.id} was erased, and can be opened`);
    return;
  }
  if (found === null) {
    world.breach('lost', `order ${kept.id} is not in the ledger any more`);
    return;
  }
  if (found.state !== kept.state || found.outcome !== kept.outcome || found.billing !== kept.billing) {
    const kind = `${found.state}, ${found.outcome}, ${found.billing}`;
    world.breach(
      'lost',
      `order ${kept.id} is ${kind}; it was ${kept.state}, ${kept.outcome}, ${kept.billing}`,
    );
  }
  if (found.resolved !== kept.resolved)
    world.breach('lost', `order ${kept.id} is recorded as ${found.resolved}`);
  const payloads = await backend.payloads(kept.id);
  if (payloads.kind === 'open') {
    if (!kept.payloads)
      world.breach('erased', `the payloads of order ${kept.id} were dropped, and can be opened`);
    // A number is kept whole, or reduced wherever it stands: never half of the one.
    const numbers = found.aadhaarReducedAt === null ? [] : kept.order.aadhaar;
    const asKept = (bytes: Uint8Array): Promise<Uint8Array> =>
      reducedBody(bytes, numbers, async () => undefined);
    if (Buffer.compare(payloads.requestBody, await asKept(kept.order.requestBody)) !== 0) {
      world.breach('lost', `order ${kept.id} is kept with another request than was sent`);
    }
    const body = kept.settlement?.answer.body;
    if (
      body !== undefined &&
      Buffer.compare(payloads.answer?.body ?? new Uint8Array(), await asKept(body)) !== 0
    ) {
      world.breach('lost', `order ${kept.id} is kept with another answer than came`);
    }
  } else if (kept.payloads) world.breach('lost', `the payloads of order ${kept.id} are gone`);
}

/** What the service charged is counted, or openly unknown, or the service itself said that it was free. */
function checkBook(world: World): void {
  for (const entry of world.service.book) {
    const call = world.trace.calls.find((one) => one.entry === entry);
    const kept = call?.kept ?? null;
    if (call === undefined || kept === null) {
      world.breach('order-first', 'the service has a call in its book that no order stands for');
      continue;
    }
    if (!entry.charged || mayBeBilled(kept)) continue;
    const saidFree = entry.answer.body.whole.billings.some((one) => one === 'free' || one === 'refunded');
    if (!saidFree)
      world.breach('money', `the service charged order ${kept.id}, which is kept as ${kept.billing}`);
  }
}

/** Of every identity, day and session the ledger counts as many calls as were billed or may have been. */
async function checkSpend(world: World, backend: Backend): Promise<void> {
  const orders = [...world.trace.orders.values()];
  const groups = new Map<string, Kept[]>();
  for (const kept of orders) {
    const { identity, day, session } = kept.order;
    const key = `${identity} | ${day} | ${session}`;
    groups.set(key, [...(groups.get(key) ?? []), kept]);
  }
  for (const [first] of groups.values()) {
    if (first === undefined) continue;
    const { identity, day, session } = first.order;
    const facts = await backend.guard({
      operation: first.order.operation,
      place: first.order.place,
      keyHash: first.order.keyHash,
      spenders: [identity],
      input: null,
      now: world.clock.now(),
      day,
      session,
      windows: [],
    });
    // What a name had spent goes along with the id it was given.
    const names = new Set([identity, ...(world.trace.earlier.get(identity) ?? [])]);
    const own = orders.filter(({ order }) => names.has(order.identity)).filter(isSpent);
    const periods = {
      session: own.filter(({ order }) => order.session === session),
      day: own.filter(({ order }) => order.day === day),
      month: own.filter(({ order }) => order.day.slice(0, 7) === day.slice(0, 7)),
    };
    for (const period of ['session', 'day', 'month'] as const) {
      const { calls, byPrice } = facts.spent[period];
      const priced = byPrice.reduce((sum, one) => sum + one.calls, 0);
      const least = periods[period].filter(({ order }) => order.identity === identity).length;
      if (calls < least || calls > periods[period].length || priced !== calls) {
        world.breach(
          'spend',
          `the ${period} of ${identity} counts ${calls} calls (${priced} by price), not ${least}`,
        );
      }
    }
  }
}

function stateOf(world: World, plan: BatchPlan, row: BatchRow): string | null {
  const known = plan.rows.find((one) => one.row === row.row);
  if (known === undefined) return 'it was never planned';
  const kept = row.order === null ? undefined : world.trace.orders.get(row.order);
  const isUnknown = kept !== undefined && (kept.state === 'lost' || kept.outcome === 'unknown');
  switch (row.state) {
    case 'waiting':
      return known.left
        ? 'it waits, and was left out'
        : row.order === null
          ? null
          : 'it waits, and has an order';
    case 'sent':
      return kept?.state === 'in-flight'
        ? null
        : `it is under way, and its order is ${kept?.state ?? 'missing'}`;
    case 'done':
      if (row.why === 'erased') return null;
      return kept !== undefined && kept.state !== 'in-flight' ? null : 'it is done, and has no answer';
    case 'undecided':
      if (row.why === 'unknown') return isUnknown ? null : 'it is unknown, and its order is not';
      return row.order === null ? null : 'it was never sent, and has an order';
    case 'skipped':
      return row.order === null || row.why === 'erased' ? null : 'it was left out, and has an order';
  }
}

/** Every row of a batch is there, and in one state that fits its order. */
async function checkPlan(world: World, backend: Backend, plan: BatchPlan): Promise<void> {
  const { rows } = await backend.batches.rows(batchId(plan.batch.id), null, 1000);
  if (plan.mayBeGone && rows.length === 0) return;
  const names = new Set(rows.map(({ row }) => row));
  if (rows.length !== plan.rows.length || names.size !== rows.length) {
    world.breach('rows', `batch ${plan.batch.id} has ${rows.length} rows; ${plan.rows.length} were planned`);
  }
  const orders = new Set<OrderId>();
  for (const row of rows) {
    const why = stateOf(world, plan, row);
    if (why !== null)
      world.breach('rows', `row ${row.row} of batch ${plan.batch.id} is ${row.state}: ${why}`);
    if (row.order !== null) orders.add(row.order);
  }
  for (const kept of world.trace.orders.values()) {
    const { batch } = kept.order;
    if (batch?.id !== plan.batch.id || kept.erased || orders.has(kept.id)) continue;
    const again = plan.rows.filter(({ call }) => call === batch.row).some((row) => row.again > 0);
    if (!again)
      world.breach('rows', `order ${kept.id} of batch ${plan.batch.id} belongs to none of its rows`);
  }
}

/** Nobody waits for ever. */
export function checkNobodyWaits(world: World, windows: readonly SimWindow[]): void {
  for (const window of windows) {
    if (window.endedEarly || window.underWay.size === 0) continue;
    world.breach('ends', `${window.name} has ${window.underWay.size} wishes that came to nothing`);
  }
}
