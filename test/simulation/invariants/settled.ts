import type { OrderId } from '../../../src/calls/ports/ids.ts';
import type { Settlement } from '../../../src/calls/ports/ports.ts';
import type { Call, Kept } from '../trace.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';
import { accountOf, begunWithin } from './limits.ts';

const minuteMs = 60_000;
/** A date is written in whole seconds. */
const roundMs = 1;

/** A settlement is in the ledger: it says what the service said, or that nobody knows. */
export function checkSettled(world: World, window: SimWindow, id: OrderId, settlement: Settlement): void {
  const kept = world.trace.orders.get(id);
  if (kept === undefined || kept.erased) {
    world.breach('erased', `order ${id} was settled although it is erased, or never was`);
    return;
  }
  if (kept.state === 'settled') world.breach('settled-once', `order ${id} was settled a second time`);
  if (kept.window !== window.index) world.breach('settled-once', `order ${id} was settled by another window`);
  const told = kept.call?.told ?? null;
  if (told === null) world.breach('settled-true', `order ${id} was settled before anything came of its call`);
  else checkMeaning(world, kept, told, settlement);
  kept.state = 'settled';
  kept.outcome = settlement.outcome;
  kept.billing = settlement.billing;
  kept.settlement = settlement;
  if (kept.resolved !== null && givesWay(kept.resolvedAt, settlement)) kept.resolved = null;
  world.story.tell(window.name, () => `order ${id} is settled: ${settlement.outcome}, ${settlement.billing}`);
  if (told?.cools === true) throttle(world, kept, settlement, told.waitMs);
}

/** What was recorded while nobody knew is over; an answer that says nothing leaves it, or one that is older and not final. */
export function givesWay(recordedAt: number, { settledAt, outcome, billing }: Settlement): boolean {
  if (outcome === 'unknown' && billing === 'unknown') return false;
  const isFinal = billing !== 'unknown' && !['pending', 'held', 'unknown'].includes(outcome);
  return isFinal || recordedAt <= settledAt;
}

type Told = NonNullable<Call['told']>;

function checkMeaning(world: World, kept: Kept, told: Told, settlement: Settlement): void {
  const { outcome, billing, coolDown } = settlement;
  const said = `${kept.call?.entry?.answer.body.name ?? 'no answer'}`;
  if (!told.meaning.billings.includes(billing)) {
    world.breach('money', `order ${kept.id} is kept as ${billing}, and what came was: ${said}`);
  }
  if (!told.meaning.outcomes.includes(outcome)) {
    world.breach('settled-true', `order ${kept.id} is kept as ${outcome}, and what came was: ${said}`);
  }
  const settledAt = world.clock.uptimeAt(settlement.settledAt);
  if (settledAt < told.at - 1 && world.jumps === 0) {
    world.breach('settled-true', `order ${kept.id} was settled at a moment before its answer`);
  }
  if (told.cools !== (coolDown !== null)) {
    world.breach(
      'cool-down',
      `order ${kept.id}: a wait was ${told.cools ? 'asked for and not' : 'not asked for and'} kept`,
    );
  } else if (coolDown !== null) {
    const wait = coolDown.until - settlement.settledAt;
    if (Math.abs(wait - (told.waitMs ?? minuteMs)) > roundMs || coolDown.guessed !== (told.waitMs === null)) {
      world.breach(
        'cool-down',
        `order ${kept.id}: asked to wait ${told.waitMs ?? 'unreadably'}, kept ${wait}`,
      );
    }
  }
}

/** The account has to pause; and if it was not pausing, its limit is known a little better. */
function throttle(world: World, kept: Kept, settlement: Settlement, waitMs: number | null): void {
  const account = accountOf(kept);
  const until = world.clock.uptimeAt(settlement.settledAt) + (waitMs ?? minuteMs);
  const sane = (waitMs ?? minuteMs) <= 86_400_000 ? until : Number.NEGATIVE_INFINITY;
  const before = world.trace.throttles.get(account);
  const calls = begunUpTo(world, kept);
  if (before === undefined) {
    world.trace.throttles.set(account, { until, sane, calls, callsAt: kept.begunAt, lifted: null });
    return;
  }
  if (before.until <= kept.begunAt && before.callsAt <= kept.begunAt) {
    before.calls = calls;
    before.callsAt = kept.begunAt;
  }
  before.until = Math.max(before.until, until);
  before.sane = Math.max(before.sane, sane);
}

/**
 * Calls of the minute before this one, itself included; none of those begun after it. Who of two in the same ms was the
 * earlier, nobody can tell.
 */
function begunUpTo(world: World, kept: Kept): readonly [least: number, most: number] {
  const account = accountOf(kept);
  const upTo = (grain: number): number => {
    const later = [...world.trace.orders.values()].filter(
      (one) =>
        one !== kept &&
        one.outcome !== 'not-sent' &&
        accountOf(one) === account &&
        one.begunAt > kept.begunAt + grain,
    ).length;
    // One a minute ago to the ms may count or not.
    return begunWithin(world, kept, minuteMs + 2 * grain) - later + 1;
  };
  return [upTo(0), upTo(2)];
}

/** What a sender is told is on disk before: or it is told that it is not. */
export function checkShown(world: World, order: OrderId, isWritten: boolean): void {
  const kept = world.trace.orders.get(order);
  if (kept === undefined || kept.erased) return;
  if (isWritten && kept.state !== 'settled') {
    world.breach('shown', `the answer of order ${order} was shown before it was on disk`);
  }
}
