/** What the simulator knows of batches: what each row was planned with, and what the user passed for it by name. */
import type {
  BatchChoice,
  Decision,
  NewBatch,
  NewBatchRow,
  RowWhy,
} from '../../src/calls/ports/batchPorts.ts';
import { batchId, draftOfBatch, type OrderId } from '../../src/calls/ports/ids.ts';
import type { World } from './world.ts';

export interface RowPlan {
  readonly row: number;
  readonly call: number | null;
  readonly print: string | null;
  readonly flawed: boolean;
  paidTwins: readonly OrderId[];
  openTwins: readonly OrderId[];
  /** Names of our own: `open:id`, `paid:id`. */
  readonly passed: Set<string>;
  /** Why it waits for the user's word; null = it does not. */
  undecided: RowWhy | null;
  /** How often the user let it be sent anew. */
  again: number;
  /** It is not to be sent: left out, left, forgotten. */
  left: boolean;
}

export interface BatchPlan {
  readonly batch: NewBatch;
  readonly rows: RowPlan[];
  started: boolean;
  /** Orders that the user accepted for a row before it was read. */
  readonly given: Map<number, readonly OrderId[]>;
  /** The session that holds it, or ended without giving it back. */
  holder: string | null;
  gone: boolean;
  /** Retention was applied while nothing of it waited, or a day after it was planned: it may be there, and it may not. */
  mayBeGone: boolean;
  /** Uptime, at the latest: who planned it may have read the time before the clock was set. */
  readonly madeAt: number;
}

function planOf(world: World, batch: string): BatchPlan | undefined {
  return world.trace.plans.get(batch);
}

function rowPlan(row: NewBatchRow): RowPlan {
  return {
    row: row.row,
    call: row.call,
    print: row.fingerprint,
    flawed: row.flawed,
    paidTwins: row.paidTwins,
    openTwins: row.openTwins,
    passed: new Set(row.accepted.flatMap((order) => [`open:${order}`, `paid:${order}`])),
    undecided: row.state === 'undecided' ? row.why : null,
    again: 0,
    left: row.state === 'skipped',
  };
}

export function noteRows(world: World, batch: string, rows: readonly NewBatchRow[]): void {
  const plan = planOf(world, batch);
  if (plan === undefined) return;
  for (const row of rows) {
    const given = plan.given.get(row.row) ?? [];
    if (row.accepted.some((order) => !given.includes(order))) {
      world.breach('rows', `row ${row.row} of batch ${batch} accepts orders that nobody named`);
    }
    const isTwice = plan.rows.some(
      (one) => row.fingerprint !== null && one.print === row.fingerprint && one.call !== row.call,
    );
    if (isTwice) world.breach('rows', `row ${row.row} of batch ${batch} says what another call says`);
    plan.rows.push(rowPlan(row));
  }
}

export function isOnItsWay({ left, undecided }: RowPlan): boolean {
  return !left && undecided === null;
}

export function noteStart(world: World, batch: string, choice: BatchChoice): void {
  const plan = planOf(world, batch);
  if (plan === undefined) return;
  plan.started = true;
  for (const row of plan.rows) {
    const isStopped = row.paidTwins.some((twin) => !row.passed.has(`paid:${twin}`));
    if (choice.sendPaid) for (const twin of row.paidTwins) row.passed.add(`paid:${twin}`);
    if (!isOnItsWay(row)) continue;
    if ((row.flawed && !choice.sendFlawed) || (isStopped && !choice.sendPaid)) row.left = true;
  }
}

/** The order that a call of a batch last had. */
export function lastOrder(world: World, batch: string, call: number | null): OrderId | null {
  let found: OrderId | null = null;
  for (const { id, order } of world.trace.orders.values()) {
    if (order.batch?.id === batch && order.batch.row === call) found = id;
  }
  return found;
}

export function noteAside(
  world: World,
  batch: string,
  call: number,
  state: 'undecided' | 'skipped',
  why: RowWhy,
  twins: readonly OrderId[],
): void {
  const last = lastOrder(world, batch, call);
  const rows = (planOf(world, batch)?.rows ?? []).filter(
    (row) => row.call === call && isOnItsWay(row) && !isUnderWay(world, last, row),
  );
  if (state === 'skipped' && rows.length > 1) {
    world.breach('rows', `${rows.length} rows of batch ${batch} are left out together, and nobody said so`);
  }
  for (const row of rows) {
    checkAside(world, batch, row, why, twins);
    if (state === 'skipped') row.left = true;
    else row.undecided = why;
    if (why === 'paid') row.paidTwins = twins;
    else row.openTwins = twins;
  }
}

/** Set aside for orders that stand in its way, and that nobody has passed for it. */
function checkAside(world: World, batch: string, row: RowPlan, why: RowWhy, twins: readonly OrderId[]): void {
  const kind = why === 'paid' ? 'paid' : 'open';
  const passed = twins.filter((twin) => row.passed.has(`${kind}:${twin}`));
  if (twins.length > 0 && passed.length < twins.length) return;
  world.breach('rows', `row ${row.row} of batch ${batch} is set aside for nothing that it had not passed`);
}

/** Its call was begun for this very sending of it. */
function isUnderWay(world: World, last: OrderId | null, { again }: RowPlan): boolean {
  const kept = last === null ? undefined : world.trace.orders.get(last);
  return (
    kept !== undefined && sendings(world, kept.order.batch?.id ?? '', kept.order.batch?.row ?? -1) > again
  );
}

/** Orders that were begun for a call. */
export function sendings(world: World, batch: string, call: number): number {
  let count = 0;
  for (const { order } of world.trace.orders.values()) {
    if (order.batch?.id === batch && order.batch.row === call) count += 1;
  }
  return count;
}

/** Its last order has no known outcome, so that only the user may send it anew. */
function isUnknown(world: World, batch: string, row: RowPlan): OrderId | null {
  const last = lastOrder(world, batch, row.call);
  const kept = last === null ? undefined : world.trace.orders.get(last);
  if (kept === undefined || kept.erased || sendings(world, batch, row.call ?? -1) <= row.again) return null;
  const isOpen = kept.state === 'lost' || (kept.state === 'settled' && kept.outcome === 'unknown');
  return isOpen && (kept.resolved === null || kept.resolved === 'still-open') ? last : null;
}

export function noteDecided(world: World, batch: string, decisions: readonly Decision[]): void {
  for (const row of planOf(world, batch)?.rows ?? []) {
    if (row.left) continue;
    const own = isUnknown(world, batch, row);
    const why = own === null ? row.undecided : 'unknown';
    const draft =
      own === null
        ? draftOfBatch(batchId(batch), row.call ?? -1, row.again)
        : world.trace.orders.get(own)?.order.draftId;
    const decision = decisions.find(
      (one) => one.why === why && draft !== undefined && one.drafts.includes(draft),
    );
    if (decision === undefined || why === null) continue;
    if (decision.what === 'leave') row.left = true;
    else {
      const orders = own === null ? row.openTwins : [own];
      if (why === 'paid') for (const order of row.paidTwins) row.passed.add(`paid:${order}`);
      else for (const order of orders) row.passed.add(`open:${order}`).add(`paid:${order}`);
      if (own !== null) row.again += 1;
    }
    row.undecided = null;
  }
}

export function noteLeft(world: World, { batch, rows }: NonNullable<BatchChoice['insteadOf']>): void {
  for (const row of planOf(world, batch)?.rows ?? []) {
    if (!rows.includes(row.row)) continue;
    if (row.undecided === null && (row.call === null || sendings(world, batch, row.call) <= row.again))
      row.left = true;
  }
}

/** The user recorded what their order came to: where it is reopened, a row that was left is asked about anew. */
export function noteAnswered(
  world: World,
  batch: { readonly id: string; readonly row: number } | null,
): void {
  for (const row of batch === null ? [] : (planOf(world, batch.id)?.rows ?? [])) {
    if (row.call === batch?.row && sendings(world, batch.id, batch.row) > row.again) row.left = false;
  }
}

/** The order of these rows is forgotten, and with it what could be sent again. */
export function noteForgotten(
  world: World,
  batch: { readonly id: string; readonly row: number } | null,
  isSent: (row: RowPlan) => boolean,
): void {
  for (const row of batch === null ? [] : (planOf(world, batch.id)?.rows ?? [])) {
    if (row.call === batch?.row && isSent(row)) row.left = true;
  }
}

/** Nothing of it waits, is under way or is to be decided. */
function isOver(world: World, plan: BatchPlan): boolean {
  return plan.rows.every((row) => {
    if (row.call === null || row.left) return true;
    const last = lastOrder(world, plan.batch.id, row.call);
    const kept = last === null ? undefined : world.trace.orders.get(last);
    if (kept === undefined || sendings(world, plan.batch.id, row.call) <= row.again) return false;
    return kept.erased || (kept.state === 'settled' && isUnknown(world, plan.batch.id, row) === null);
  });
}

/** So long a plan is kept that nobody starts; steps of the clock by a minute go unseen. */
const plannedMs = 86_400_000 - 300_000;

/**
 * Retention was applied. A plan that nobody started goes after a day, though its user be asked about it still; of its age
 * the clock that was set meanwhile says nothing. What was started goes by the day it was planned, as the clock has it.
 *
 * @param before of batches planned before this time
 */
export function noteRetained(world: World, before: number, now: number): void {
  const { clock, scheduler, trace } = world;
  for (const plan of trace.plans.values()) {
    const madeAt = clock.now() - (scheduler.time - plan.madeAt);
    const isOld = Math.min(plan.batch.createdAt, madeAt) < before;
    if (!plan.started) plan.mayBeGone ||= clock.uptimeAt(now) - plan.madeAt > plannedMs;
    else if (isOld && isOver(world, plan)) plan.mayBeGone = true;
  }
}
