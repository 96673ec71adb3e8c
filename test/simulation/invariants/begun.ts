import type { NewOrder } from '../../../src/calls/ports/ports.ts';
import { inputName } from '../inputs.ts';
import {
  micros,
  ownBills,
  ownCounted,
  ownEnvironments,
  ownGuarded,
  ownOrigin,
  ownPlace,
  ownWith,
  type PlainEnvironment,
} from '../settings.ts';
import type { Kept, Wish } from '../trace.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';
import { checkBudget } from './budget.ts';
import { checkConfirmed, passedBy, wasTold } from './confirmed.ts';
import { checkCoolDown, checkMeters } from './limits.ts';
import { checkRow } from './rows.ts';
import { checkTwins } from './twins.ts';

/** Where this wish may go, by the settings as its window knows them; null = nowhere. */
function environmentFor(window: SimWindow, wish: Wish): PlainEnvironment | null {
  if (wish.to === null) return window.chosen();
  const { identity, place, kind, baseUrl } = wish.to;
  const found = ownWith(window.settings, identity);
  if (found === undefined || ownPlace(found) !== place || found.kind !== kind) return null;
  return baseUrl === null || found.baseUrl === baseUrl ? found : null;
}

/**
 * An order is in the ledger: all that had to hold is looked at, by the book, the user's answers and the settings. It is
 * the very moment of the transaction that wrote it.
 */
export function checkBegun(world: World, window: SimWindow, order: NewOrder): void {
  const { trace } = world;
  const wish = trace.wishes.get(order.draftId) ?? null;
  if (wish === null) {
    world.breach('one-wish', `order ${order.id} was begun for a draft that nobody made: ${order.draftId}`);
    return;
  }
  if (trace.drafts.has(order.draftId)) {
    world.breach('one-wish', `a second order was begun for draft ${order.draftId}`);
  }
  trace.drafts.add(order.draftId);
  const withdrawn = wish.withdrawn();
  if (withdrawn !== null) world.breach('withdrawn', `order ${order.id} was begun, and ${withdrawn}`);
  const environment = environmentFor(window, wish);
  if (environment === null) {
    world.breach(
      'destination',
      `order ${order.id} was begun where its environment is gone or leads elsewhere`,
    );
    return;
  }
  const kept = keep(world, window, wish, environment, order);
  world.story.tell(window.name, () => tellBegun(kept));
  world.isTimeDoubtful ||= kept.begunAt < world.jumpedAt;
  checkFacts(world, window, kept);
  checkRow(world, kept, wish);
  if (ownGuarded(window.settings, environment)) checkGuarded(world, window, kept, wish);
  else checkUnguarded(world, window, kept, wish);
  trace.orders.set(order.id, kept);
}

function tellBegun({ id, order, wish, environment, key, input }: Kept): string {
  return `order ${id} is begun for wish ${wish?.number ?? '?'} (${order.draftId}): ${input.whole} to ${environment.name}, key ${key ?? 'none'}`;
}

function keep(
  world: World,
  window: SimWindow,
  wish: Wish,
  environment: PlainEnvironment,
  order: NewOrder,
): Kept {
  const price = environment.prices[order.operation] ?? null;
  return {
    id: order.id,
    seq: world.trace.orders.size,
    order,
    wish,
    window: window.index,
    environment,
    spender: ownCounted(environment),
    place: ownPlace(environment),
    key: world.trace.keyHashes.get(order.keyHash) ?? null,
    input: inputName(order.operation, order.requestBody),
    micros: micros(price),
    begunAt: window.readAt(order.begunAt),
    writtenAt: world.scheduler.time,
    deadline: window.readAt(order.begunAt) + (order.deadlineAt - order.begunAt),
    state: 'in-flight',
    outcome: 'unknown',
    billing: 'unknown',
    resolved: null,
    resolvedAt: 0,
    erased: false,
    payloads: true,
    call: null,
    settlement: null,
  };
}

/** What the order says of itself is what the settings, the clock and the key ring say. */
function checkFacts(world: World, window: SimWindow, kept: Kept): void {
  const { order, environment, wish } = kept;
  const wrong = (what: string): void => world.breach('destination', `order ${kept.id}: ${what}`);
  if (order.environment !== environment.name)
    wrong(`it is for ${order.environment}, not ${environment.name}`);
  if (order.origin !== ownOrigin(environment)) wrong(`its origin is ${order.origin}`);
  if (order.kind !== (ownBills(environment) ? 'live' : 'sandbox')) wrong(`its kind is ${order.kind}`);
  if (micros(order.price) !== kept.micros) wrong(`its price is ${order.price}`);
  if (order.operation !== wish?.operation) wrong(`its operation is ${order.operation}`);
  if (order.session !== window.session) wrong(`its session is ${order.session}`);
  if (order.deadlineAt - order.begunAt < window.settings.deadlineMs) wrong('its deadline is too short');
  if (Number.isNaN(kept.begunAt) || kept.begunAt < (wish?.heardAt ?? 0)) {
    world.breach('fresh', `order ${kept.id} was judged by a moment before the user’s last word`);
  }
  if (environment.baseUrl === '') return;
  const all = ownEnvironments(window.settings);
  const stale = world.keys.staleness(window.index, environment, all, kept.key, wish?.heardAt ?? 0);
  if (stale !== null) world.breach('key', `order ${kept.id} is for key ${kept.key ?? 'none'}: ${stale}`);
}

function checkGuarded(world: World, window: SimWindow, kept: Kept, wish: Wish): void {
  const { environment } = kept;
  checkConfirmed(world, window, kept, wish);
  const passed = passedBy(window, kept, wish);
  checkBudget(world, kept, (name) => wasTold(window, kept, wish, name));
  checkTwins(world, kept, wish, passed);
  if (!world.isTimeDoubtful) {
    checkMeters(world, kept, passed);
    checkCoolDown(world, kept, passed);
  }
  const isKeyless = kept.key === null && environment.baseUrl !== '';
  if (wish.asker === 'standing' && isKeyless && !passed.has('refusal:set-key')) {
    world.breach('keyless', `order ${kept.id} was begun without a key, and nobody was asked`);
  }
}

/** Nothing is asked here; but who was asked about a place goes there, and what reads this computer’s variables asks wherever it leaves for. */
function checkUnguarded(world: World, window: SimWindow, kept: Kept, wish: Wish): void {
  const isNoted = wish.asker === 'notes' && kept.environment.baseUrl !== '';
  if (isNoted || wish.asked.length > 0) checkConfirmed(world, window, kept, wish);
}
