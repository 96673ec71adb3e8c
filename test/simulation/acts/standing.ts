import { draftOfLookup } from '../../../src/calls/ports/ids.ts';
import type { Event } from '../events.ts';
import { bodyText } from '../inputs.ts';
import { operationFor } from '../operations.ts';
import { ownIdentity, ownPlace } from '../settings.ts';
import { nameOf } from '../user.ts';
import type { SimWindow } from '../window.ts';
import { operationOf, send, wishFor } from './wishes.ts';

/** A call whose questions were answered beforehand: what the look before it names is passed, or half of it. */
export async function standing(window: SimWindow, event: Event): Promise<void> {
  const { world } = window;
  const operation = operationOf(window, event.a);
  const body = bodyText(operation, event.b, event.c);
  const environment = window.chosen();
  const { kind } = environment;
  const to = { identity: ownIdentity(environment), place: ownPlace(environment), kind, baseUrl: null };
  const { sending } = window;
  const destination = await sending.destination();
  const check = await sending.look(operationFor(operation, 0), destination, body);
  const share = event.a % 3;
  const passing = check.obstacles.filter(({ kind }, index) =>
    share === 0 ? false : share === 1 ? index % 2 === 0 : kind !== 'meter',
  );
  const passed = new Set(passing.map((one) => nameOf(world, one)));
  const draft = draftOfLookup(world.newId());
  const wish = wishFor(window, { operation, draft, asker: 'standing', seed: event.seed, body, passed, to });
  world.story.tell(
    window.name,
    () => `wish ${wish.number} (standing, passes ${[...passed].join(', ') || 'nothing'}): ${body}`,
  );
  const accepted = new Set(passing.map(({ id }) => id));
  await send(window, wish, body, { asker: { kind: 'standing', accepted } });
}
