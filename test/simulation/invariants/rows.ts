import type { BatchRow } from '../../../src/calls/ports/batchPorts.ts';
import { isOnItsWay, sendings } from '../plans.ts';
import type { Kept, Wish } from '../trace.ts';
import type { World } from '../world.ts';

/** A call of a batch: started by the user, once, with the rows as they were planned. */
export function checkRow(world: World, { id, order }: Kept, wish: Wish): void {
  if (order.batch?.id !== wish.batch?.id || order.batch?.row !== wish.batch?.call) {
    world.breach('rows', `order ${id} is kept for another row than it was wished for`);
  }
  if (wish.batch === null) return;
  const plan = world.trace.plans.get(wish.batch.id);
  if (plan === undefined || plan.gone) {
    world.breach('rows', `order ${id} is of a batch that is gone`);
    return;
  }
  if (!plan.started) world.breach('rows', `order ${id} is of a batch that nobody started`);
  const rows = plan.rows.filter(({ call }) => call === wish.batch?.call);
  const leaving = rows.filter(({ left, undecided }) => !left && undecided === null);
  if (leaving.length === 0)
    world.breach('rows', `order ${id} is of rows that were left out, or wait for the user`);
  const most = 1 + Math.max(0, ...leaving.map(({ again }) => again));
  if (sendings(world, wish.batch.id, wish.batch.call) + 1 > most) {
    world.breach('rows', `order ${id} sends its rows once more, and nobody asked for it`);
  }
  if (leaving.some(({ print }) => print !== order.fingerprint)) {
    world.breach('rows', `order ${id} leaves with another input than its rows were planned with`);
  }
}

/** What the user did not let through waits no more once a batch is started; all else does. */
export function checkStarted(world: World, batch: string, rows: readonly BatchRow[]): void {
  const plan = world.trace.plans.get(batch);
  for (const { row, state } of rows) {
    const known = plan?.rows.find((one) => one.row === row);
    if (known === undefined || known.call === null || (state === 'waiting') === isOnItsWay(known)) continue;
    world.breach('rows', `row ${row} of batch ${batch} is ${state} after its start`);
  }
}

/** A window to which a batch is denied because another one runs it is told the truth. */
export function checkDenied(world: World, batch: string, holder: string): void {
  const plan = world.trace.plans.get(batch);
  if (plan === undefined || plan.gone || plan.mayBeGone || (plan.holder !== null && plan.holder !== holder))
    return;
  world.breach('taken', `batch ${batch} is denied to ${holder}, and no other window runs it`);
}

/** A batch that came to its end is given back, so that no other window takes it for interrupted. */
export function checkReleased(world: World, batch: string, session: string): void {
  if (world.faults.failures > 0 || world.trace.plans.get(batch)?.holder !== session) return;
  world.breach('released', `batch ${batch} ended, and is still held by the window that ran it`);
}
