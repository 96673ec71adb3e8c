/** What the simulator writes down of what was done to the ledger, so that it can tell what it must say. */

import type { Erased } from '../../../src/calls/ports/erasurePorts.ts';
import type { Account } from '../../../src/calls/ports/guardPorts.ts';
import type { OrderId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Resolution } from '../../../src/calls/ports/ports.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import { inputName } from '../inputs.ts';
import { oldestDraft } from '../keptDrafts.ts';
import { lastOrder, noteAnswered, noteForgotten, noteRetained, sendings } from '../plans.ts';
import { accountName, isOpen, isOwed, type Kept } from '../trace.ts';
import type { World } from '../world.ts';

const dayMs = 86_400_000;
/** Clocks are read in whole ms. */
const grainMs = 3;
const utf8 = new TextEncoder();

export function noteLost(world: World, ids: readonly OrderId[], isTimely: boolean): readonly OrderId[] {
  for (const id of ids) {
    const kept = world.trace.orders.get(id);
    if (kept?.state !== 'in-flight') world.breach('recover', `order ${id} was lost, and is not under way`);
    else {
      if (isTimely && !world.isTimeDoubtful && world.scheduler.time < kept.deadline - 1) {
        world.breach('recover', `order ${id} was given up before its deadline`);
      }
      kept.state = 'lost';
      world.story.tell('ledger', () => `order ${id} is past its deadline: unknown, may have been billed`);
    }
  }
  return ids;
}

function forget(world: World, kept: Kept): void {
  kept.erased = true;
  const { batch } = kept.order;
  // An order that was sent anew since has no row any more.
  if (batch !== null && lastOrder(world, batch.id, batch.row) === kept.id)
    noteForgotten(world, batch, (row) => sendings(world, batch.id, row.call ?? -1) > row.again);
  world.story.tell('ledger', () => `order ${kept.id} is erased`);
}

export function noteErased(world: World, ids: readonly OrderId[], erased: Erased): Erased {
  const going = ids
    .flatMap((id) => world.trace.orders.get(id) ?? [])
    .filter(({ state, erased: gone }) => state !== 'in-flight' && !gone);
  if (going.length !== erased.orders) {
    world.breach('erase', `${erased.orders} orders were erased, where ${going.length} could be`);
  }
  for (const kept of going) {
    forget(world, kept);
    noteTyped(world, kept);
  }
  return erased;
}

export function noteErasedInput(world: World, print: string, erased: Erased): Erased {
  for (const plan of world.trace.plans.values()) {
    for (const row of plan.rows) {
      const isOut = row.call !== null && sendings(world, plan.batch.id, row.call) > row.again;
      if (row.print === print && !isOut) row.left = true;
    }
  }
  const ids = [...world.trace.orders.values()].filter(({ order }) => order.fingerprint === print);
  for (const kept of ids) noteTyped(world, kept);
  return noteErased(
    world,
    ids.map(({ id }) => id),
    erased,
  );
}

export function notePolicy(world: World, policy: KeepPolicy, now: number, erased: Erased): void {
  const { keep, orderDays, payloadDays } = policy;
  const before = (days: number): number => (days > 0 ? now - days * dayMs : Number.NEGATIVE_INFINITY);
  const orders = keep === 'open-only' ? Number.POSITIVE_INFINITY : before(orderDays);
  const payloads = keep === 'metadata' ? Number.POSITIVE_INFINITY : before(payloadDays);
  noteRetained(world, orders, now);
  for (const [name, { at }] of world.trace.pages)
    if (at < oldestDraft(policy, now)) world.trace.pages.delete(name);
  const old = [...world.trace.orders.values()].filter((one) => !one.erased && one.order.begunAt < orders);
  const stay = old.filter(isOwed).length;
  if (erased.orders !== old.length - stay || erased.leftOpen !== stay) {
    const said = `${erased.orders} erased and ${erased.leftOpen} left open`;
    world.breach('erase', `retention says ${said}, of ${old.length} orders, ${stay} of them open`);
  }
  for (const kept of world.trace.orders.values()) {
    if (kept.erased || isOpen(kept)) continue;
    if (kept.order.begunAt < orders && !isOwed(kept)) forget(world, kept);
    else if (kept.order.begunAt < payloads) kept.payloads = false;
  }
}

/** What was typed ends with the erasure of its input, on whichever page it stands. */
function noteTyped(world: World, { order, input }: Kept): void {
  for (const page of world.trace.pages.values()) {
    if (page.isErased || inputName(order.operation, utf8.encode(page.body)).whole !== input.whole) continue;
    page.isErased = true;
    page.erasures += 1;
    page.at = world.clock.now();
    page.erasedAt = world.scheduler.time;
  }
}

/** A page keeps the text that stands in it, below its turn, but one that does not know that it was erased. */
export function notePage(
  world: World,
  page: string,
  { draft, now, seen }: { readonly draft: Uint8Array; readonly now: number; readonly seen: number },
  isKept: boolean,
): void {
  const known = world.trace.pages.get(page);
  const erasures = known?.erasures ?? seen;
  if (isKept !== seen >= erasures) {
    const what = isKept ? 'kept what was erased from' : 'was refused to keep what was typed after';
    world.breach('typed', `${page} ${what} the history; it knows of ${seen} erasures of ${erasures}`);
  }
  if (!isKept) return;
  const text = new TextDecoder().decode(draft);
  const body = text.slice(text.indexOf('\n') + 1);
  const erasedAt = known?.erasedAt ?? Number.NEGATIVE_INFINITY;
  world.trace.pages.set(page, { body, isErased: false, erasures, at: now, erasedAt });
}

export function noteResolved(world: World, id: OrderId, { outcome, at }: Resolution): void {
  const kept = world.trace.orders.get(id);
  if (kept === undefined || kept.erased) world.breach('erase', `order ${id} was resolved, and is erased`);
  else {
    kept.resolved = outcome;
    kept.resolvedAt = at;
    const { batch } = kept.order;
    const isLast = batch !== null && lastOrder(world, batch.id, batch.row) === id;
    if (isLast && outcome !== 'still-open') noteAnswered(world, batch);
  }
  world.story.tell('ledger', () => `order ${id} is recorded as ${outcome}`);
}

/** Only the wait that the user was shown goes; what was hidden behind it holds. */
export function noteLifted(
  world: World,
  operation: OperationId,
  { place, keyHash }: Account,
  until: number,
  /** Uptime of the moment from which it is over. */
  from: number,
): void {
  const key = world.trace.keyHashes.get(keyHash) ?? null;
  const throttle = world.trace.throttles.get(accountName(operation, place, key));
  const shown = world.clock.uptimeAt(until);
  if (throttle !== undefined && Math.abs(throttle.until - shown) < grainMs) {
    const hidden = throttle.sane < throttle.until ? throttle.sane : Number.NEGATIVE_INFINITY;
    throttle.lifted = { until: throttle.until, at: world.scheduler.time };
    throttle.until = Math.max(hidden, Math.min(throttle.until, from));
  }
  world.story.tell('ledger', () => `the wait of ${operation} at ${place} is lifted`);
}
