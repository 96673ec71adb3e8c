import { documentedLimits } from '../service/codes.ts';
import { accountName, type Kept } from '../trace.ts';
import type { World } from '../world.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Clocks are read in whole ms, and a little before the order is written. */
const grainMs = 2;

export function accountOf({ order, place, key }: Kept): string {
  return accountName(order.operation, place, key);
}

/** Calls of this account begun in the last `ms`, and not provably unsent; erased ones too. */
export function begunWithin(world: World, kept: Kept, ms: number): number {
  const account = accountOf(kept);
  let count = 0;
  for (const one of world.trace.orders.values()) {
    if (one === kept || one.outcome === 'not-sent' || accountOf(one) !== account) continue;
    if (kept.begunAt - one.begunAt < ms - grainMs) count += 1;
  }
  return count;
}

/** Every limit that may have been learned; null among them = none. */
function learnedBy(calls: readonly [least: number, most: number] | undefined): readonly (number | null)[] {
  if (calls === undefined) return [null];
  const [least, most] = calls;
  return Array.from({ length: most - least + 1 }, (_, index) =>
    least + index >= 2 ? least + index - 1 : null,
  );
}

/** No window is passed that its sender did not pass by name. */
export function checkMeters(world: World, kept: Kept, passed: ReadonlySet<string>): void {
  const { operation } = kept.order;
  const set = kept.environment.limits[operation];
  const documented = documentedLimits[operation];
  const throttle = world.trace.throttles.get(accountOf(kept));
  const known = set?.perMinute ?? documented.minute;
  const windows: readonly (readonly [number, readonly (number | null)[]])[] = [
    [minuteMs, known === null ? learnedBy(throttle?.calls) : [known]],
    [dayMs, [set?.perDay ?? documented.day]],
  ];
  for (const [ms, limits] of windows) {
    const count = begunWithin(world, kept, ms);
    const keepsTo = (most: number | null): boolean =>
      most === null || passed.has(`meter:${ms}:${most}`) || count < most;
    const [most] = limits;
    if (!limits.some(keepsTo)) {
      world.breach(
        'limit',
        `order ${kept.id} is call ${count + 1} of ${most} in ${ms / 1000} s, and nobody was asked`,
      );
    }
  }
}

/** Two waits are the same if they end together. */
const sameMs = 1500;

/** Nothing leaves before a wait is over that its sender did not pass by name. */
export function checkCoolDown(world: World, kept: Kept, passed: ReadonlySet<string>): void {
  const until = world.trace.throttles.get(accountOf(kept))?.until ?? Number.NEGATIVE_INFINITY;
  if (until - kept.begunAt <= grainMs) return;
  for (const name of passed) {
    if (name.startsWith('cool:') && Number(name.slice(5)) >= until - sameMs) return;
  }
  const left = ((until - kept.begunAt) / 1000).toFixed(1);
  world.breach('cool-down', `order ${kept.id} left ${left} s before the wait was over, and nobody was asked`);
}
