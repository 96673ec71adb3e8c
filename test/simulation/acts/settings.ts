import type { OperationId } from '../../../src/contract/words.ts';
import { drawBudget, drawLimit, keyPool, names, origins, pricePool } from '../climate.ts';
import type { Event } from '../events.ts';
import { Random } from '../random.ts';
import {
  environmentsOf,
  ownEnvironments,
  ownIdentity,
  ownOrigin,
  type PlainEnvironment,
  type PlainSettings,
} from '../settings.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';
import { operationOf } from './wishes.ts';

/** The file is written here; the other windows are told of it a while later, in the order of the changes. */
function write(
  world: World,
  windows: readonly SimWindow[],
  window: SimWindow,
  settings: PlainSettings,
): void {
  world.settings = settings;
  world.changes += 1;
  checkSettings(world, settings);
  window.settings = settings;
  for (const other of windows) {
    if (other === window) continue;
    world.scheduler.after(world.climate.slowness === 0 ? 0 : 5 + world.climate.slowness, other.life, () => {
      other.settings = world.settings;
    });
  }
}

/** The product sees the environments that the user has, and no two that cannot be told apart. */
function checkSettings(world: World, settings: PlainSettings): void {
  const own = ownEnvironments(settings).map(({ name }) => name);
  const read = environmentsOf(settings).map(({ name }) => name);
  if (own.join() !== read.join())
    world.breach('settings', `environments ${read.join()} are offered, not ${own.join()}`);
}

type Change = (one: PlainEnvironment, random: Random, operation: OperationId) => PlainEnvironment;

const changes: Readonly<Record<string, Change>> = {
  budget: (one, random) => ({ ...one, budget: drawBudget(random) }),
  price: (one, random, operation) => {
    const { [operation]: _, ...others } = one.prices;
    return {
      ...one,
      prices: random.chance(0.25) ? others : { ...others, [operation]: random.pick(pricePool) },
    };
  },
  limit: (one, random, operation) => {
    const { [operation]: _, ...others } = one.limits;
    return { ...one, limits: { ...others, ...drawLimit(random, operation, 0.75) } };
  },
  rename: (one, random) => ({ ...one, name: random.pick([...names, 'ACME-PROD', 'renamed']) }),
  move: (one, random) => ({ ...one, baseUrl: random.pick(origins) }),
  kind: (one) => ({ ...one, kind: one.kind === 'live' ? 'sandbox' : 'live' }),
  identify: (one, random) => ({ ...one, id: one.id === null ? `id-${random.int(3)}` : one.id }),
};

/** One entry of the environments is changed, or goes. */
export function changeEnvironment(
  world: World,
  windows: readonly SimWindow[],
  window: SimWindow,
  event: Event,
): void {
  const { environments } = world.settings;
  const at = event.a % Math.max(1, environments.length);
  const random = new Random(event.seed);
  const change = changes[event.kind];
  const operation = operationOf(window, event.b);
  const changed = environments.flatMap((one, index) => {
    if (index !== at) return [one];
    return change === undefined ? [] : [change(one, random, operation)];
  });
  world.story.tell(
    window.name,
    () =>
      `the user changes ${event.kind} of ${environments[at]?.name}: ${JSON.stringify(changed[at] ?? 'gone')}`,
  );
  write(world, windows, window, { ...world.settings, environments: changed });
}

export function changeSettings(
  world: World,
  windows: readonly SimWindow[],
  window: SimWindow,
  event: Event,
): void {
  const now = world.settings;
  const random = new Random(event.seed);
  const next: Partial<PlainSettings> =
    event.kind === 'confirm'
      ? { asksOnce: !now.asksOnce }
      : event.kind === 'rehearse'
        ? { rehearses: !now.rehearses }
        : event.kind === 'fields'
          ? { fields: (now.fields + 1) % 3 }
          : {
              keep: {
                keep: random.pick(['everything', 'metadata', 'open-only']),
                payloadDays: random.pick([0, 0, 1]),
                orderDays: random.pick([0, 0, 1]),
              },
            };
  world.story.tell(window.name, () => `the user sets ${JSON.stringify(next)}`);
  write(world, windows, window, { ...now, ...next });
}

export function chooseEnvironment(window: SimWindow, event: Event): void {
  const all = ownEnvironments(window.settings);
  const chosen = all[event.a % all.length];
  if (chosen === undefined) return;
  window.chosenIdentity = ownIdentity(chosen);
  window.world.story.tell(window.name, () => `the user chooses ${chosen.name}`);
}

/** A key is entered, replaced or removed; other windows hear of it a while later. */
export function changeKey(
  world: World,
  windows: readonly SimWindow[],
  window: SimWindow,
  event: Event,
): void {
  const all = ownEnvironments(window.settings);
  const others = all.filter(({ baseUrl }) => baseUrl !== '');
  const environment = others[event.a % Math.max(1, others.length)];
  if (environment === undefined) return;
  const key = keyPool[event.b % keyPool.length] ?? keyPool[0];
  const record = { v: 1, key, origin: ownOrigin(environment), savedAt: world.clock.now() } as const;
  const isGone = event.kind === 'key-gone';
  world.changes += 1;
  world.story.tell(window.name, () =>
    isGone ? `the key of ${environment.name} is removed` : `the key of ${environment.name} is ${key}`,
  );
  const kept = isGone ? null : record;
  const tell = world.keys.change(window.index, environment, all, kept, world.scheduler.time);
  for (const other of windows) {
    if (other !== window) world.scheduler.after(1 + world.climate.slowness, null, () => tell(other.index));
  }
}

/** The service, or its owner, changes an account. */
export function changeAccount(world: World, event: Event): void {
  const account = world.service.account(keyPool[event.a % keyPool.length] ?? keyPool[0]);
  if (event.b % 2 === 0) account.expired = !account.expired;
  else account.wallet += event.c % 3;
}
