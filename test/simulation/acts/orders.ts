import type { OrderId } from '../../../src/calls/ports/ids.ts';
import { recordedOutcomes } from '../../../src/calls/ports/orderEvents.ts';
import type { Event } from '../events.ts';
import { isOpen, type Kept } from '../trace.ts';
import type { SimWindow } from '../window.ts';

function kept(window: SimWindow): readonly Kept[] {
  return [...window.world.trace.orders.values()].filter(({ erased }) => !erased);
}

/** The user erases some orders, whatever their state. */
export async function erase(window: SimWindow, event: Event): Promise<void> {
  const all = kept(window);
  const ids: readonly OrderId[] =
    event.b % 3 === 0
      ? all.map(({ id }) => id)
      : all.filter((_, index) => index % 2 === event.a % 2).map(({ id }) => id);
  if (ids.length === 0) return;
  window.world.story.tell(window.name, () => `the user erases orders ${ids.join(', ')}`);
  await (await window.ledger()).erase(ids);
}

export async function eraseInput(window: SimWindow, event: Event): Promise<void> {
  const all = kept(window);
  const print = all[event.a % Math.max(1, all.length)]?.order.fingerprint ?? null;
  if (print === null) return;
  window.world.story.tell(window.name, () => `the user erases the input of ${print}`);
  await (await window.ledger()).eraseInput(print);
}

/** The user records what an order came to that the service left open. */
export async function resolve(window: SimWindow, event: Event): Promise<void> {
  // A later word replaces an earlier one.
  const open = kept(window).filter(
    (one) => one.state !== 'in-flight' && (isOpen(one) || one.resolved !== null),
  );
  const one = open[event.a % Math.max(1, open.length)];
  if (one === undefined) return;
  const outcome = recordedOutcomes[event.b % recordedOutcomes.length] ?? 'verified';
  await (await window.ledger()).resolve(one.id, { at: window.now(), outcome, note: '', pasted: null });
}

export async function applyPolicy(window: SimWindow): Promise<void> {
  await (await window.ledger()).applyPolicy(window.settings.keep, window.now());
}

export async function recover(window: SimWindow): Promise<void> {
  await (await window.ledger()).recover(window.now());
}
