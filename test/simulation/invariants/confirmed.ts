import { micros, ownBills, ownIdentity, type PlainEnvironment } from '../settings.ts';
import type { Asked, Kept, Wish } from '../trace.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';

/** What a user agrees to: everything about where a call goes and what it costs. */
export function targetName(
  { name, kind, baseUrl }: Pick<PlainEnvironment, 'name' | 'kind' | 'baseUrl'>,
  key: string | null,
  price: number | null,
): string {
  return `${name} (${kind}) ${baseUrl} with key ${key ?? 'none'} at ${price ?? 'no price'}`;
}

function targetOfKept({ environment, key, order }: Kept): string {
  return targetName(environment, key, micros(environment.prices[order.operation]));
}

/** What was confirmed in a session, and holds for more than one call. */
function sessionName({ environment, key, order }: Kept): string {
  return confirmedName(order.operation, environment, key);
}

export function confirmedName(operation: string, environment: PlainEnvironment, key: string | null): string {
  const { kind, baseUrl } = environment;
  return `${operation} ${ownIdentity(environment)} ${kind} ${baseUrl} ${key}`;
}

function lastAgreed({ asked }: Wish): Asked | null {
  const last = asked.at(-1);
  return last?.agreed === true ? last : null;
}

/** A call that can be billed was confirmed by the user: this very call, or its like in a session that asks once. */
export function checkConfirmed(world: World, window: SimWindow, kept: Kept, wish: Wish): void {
  if (wish.asker === 'standing') return;
  const agreed = lastAgreed(wish);
  if (agreed !== null) {
    const target = targetOfKept(kept);
    if (agreed.target !== target) {
      world.breach('confirmed', `order ${kept.id} goes to ${target}; agreed was ${agreed.target}`);
    }
    return;
  }
  if (wish.asked.length > 0) {
    world.breach('confirmed', `order ${kept.id} was begun although the user said no`);
    return;
  }
  const why =
    wish.asker !== 'proven'
      ? 'it was not certainly the user’s own hand'
      : !window.settings.asksOnce
        ? 'each call is to be confirmed'
        : !window.confirmed.has(sessionName(kept))
          ? 'its like was not confirmed in this session'
          : window.settings.looseProxy && ownBills(kept.environment)
            ? 'the proxy is not checked'
            : null;
  if (why !== null) world.breach('confirmed', `order ${kept.id} was begun and nobody was asked: ${why}`);
}

/** Everything that was named to the sender of this call, for where it goes now, and that they passed. */
export function passedBy(_window: SimWindow, kept: Kept, wish: Wish): ReadonlySet<string> {
  if (wish.asker === 'standing') return wish.passed;
  const target = targetOfKept(kept);
  return new Set(wish.asked.filter((one) => one.target === target).flatMap(({ passed }) => passed));
}

/** Whether something that must be known, though it stops nothing, was named to the sender: now, or earlier in a confirmed session. */
export function wasTold(window: SimWindow, kept: Kept, wish: Wish, name: string): boolean {
  if (wish.asker === 'standing') return true;
  if (wish.asked.length === 0) return window.confirmed.has(`${ownIdentity(kept.environment)} ${name}`);
  const target = targetOfKept(kept);
  return wish.asked.some((one) => one.target === target && one.named.includes(name));
}
