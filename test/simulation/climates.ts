/**
 * Runs that are about one thing: events and answers are those of ordinary runs, but what seldom meets by lot meets here
 * every time. A planted fault names the one in which it is looked for; the product without it passes them all.
 */
import type { OperationId } from '../../src/contract/words.ts';
import { type Climate, keyPool, origins, pricePool } from './climate.ts';
import type { EventKind, Scene } from './events.ts';
import type { Random } from './random.ts';
import { batchPlaces, batchWords, rowsDecided, rowsReread, wordsOvertaken } from './scenes/batches.ts';
import { budgets, keysLikeEachOther, sessions, whileAsked } from './scenes/questions.ts';
import { clockSet, erasing, lateAnswers, lostCalls, waits } from './scenes/time.ts';
import type { PlainEnvironment, PlainSettings } from './settings.ts';

type Make = (drawn: Climate, random: Random) => Climate;

const quiet = { contradicts: 0, strange: 0, throttles: 0, doubtful: 1, skewMs: 0 } as const;

/** Nothing but what a climate is about stands in the way. */
function plain(one: PlainEnvironment): PlainEnvironment {
  return { ...one, kind: 'live', limits: {}, budget: null };
}

function withEnvironments(
  drawn: Climate,
  environments: readonly PlainEnvironment[],
  more: Partial<PlainSettings> = {},
): Pick<Climate, 'settings' | 'keys'> {
  const settings = { ...drawn.settings, looseProxy: false, rehearses: false, ...more, environments };
  return { settings, keys: environments.map(() => keyPool[0]) };
}

/** So many, each at the first address unless told otherwise. */
function environments(
  drawn: Climate,
  count: number,
  change: (one: PlainEnvironment, place: number) => PlainEnvironment,
): readonly PlainEnvironment[] {
  const [first] = drawn.settings.environments;
  const names = ['acme-prod', 'Acme-Test', 'third'];
  if (first === undefined) throw new Error('a climate without an environment');
  return Array.from({ length: count }, (_, place) =>
    change({ ...plain(first), name: names[place] ?? 'more', id: null, baseUrl: origins[0] }, place),
  );
}

function about(scenes: readonly Scene[], of: (drawn: Climate, random: Random) => Partial<Climate>): Make {
  return (drawn, random) => ({
    ...drawn,
    temper: quiet,
    perMinute: 100,
    wallet: 1000,
    network: 0,
    bold: 0.95,
    windows: 1 + random.int(2),
    operations: [operationFor(random)],
    ...withEnvironments(drawn, drawn.settings.environments.map(plain)),
    scenes,
    ...of(drawn, random),
  });
}

function operationFor(random: Random): OperationId {
  return random.pick(['rc-advanced', 'aadhaar-pan-link', 'email-bulk']);
}

const only = (kinds: readonly EventKind[], { weights }: Climate): Climate['weights'] =>
  Object.fromEntries(
    Object.keys(weights).map((kind) => [kind, kinds.includes(kind as EventKind) ? 1 : 0]),
  ) as Climate['weights'];

const makers = {
  ordinary: (drawn) => drawn,
  'batch-words': about(batchWords, () => ({ slowness: 30 })),
  'batch-places': about(batchPlaces, (drawn, random) => ({
    slowness: random.pick([0, 1]),
    ...withEnvironments(
      drawn,
      environments(drawn, 2, (one, place) => ({ ...one, id: random.chance(0.3) ? `id-${place}` : null })),
    ),
  })),
  'rows-decided': about(rowsDecided, (_, random) => ({
    slowness: random.pick([0, 1]),
    network: random.pick([0.3, 0.7]),
    temper: { ...quiet, strange: 0.3 },
  })),
  'words-overtaken': about(wordsOvertaken, (drawn) => ({
    slowness: 1,
    windows: 1,
    network: 0.4,
    temper: { ...quiet, strange: 0.6 },
    settings: { ...drawn.settings, environments: drawn.settings.environments.map(plain), deadlineMs: 60_000 },
  })),
  'rows-reread': about(rowsReread, (drawn) => ({
    slowness: 1,
    network: 0.4,
    temper: { ...quiet, strange: 0.5 },
    operations: ['rc-advanced'],
    weights: only(['lookup', 'resolve'], drawn),
  })),
  'while-asked': about(whileAsked, (drawn, random) => ({
    ...withEnvironments(
      drawn,
      environments(drawn, 2, (one, place) => ({
        ...one,
        baseUrl: place === 0 ? origins[0] : random.pick(origins),
        kind: place === 0 || random.chance(0.4) ? 'live' : 'sandbox',
      })),
      { asksOnce: random.chance(0.3) },
    ),
  })),
  sessions: about(sessions, (drawn) => ({
    ...withEnvironments(
      drawn,
      environments(drawn, 1, (one) => one),
      { asksOnce: true },
    ),
  })),
  'like-keys': about(keysLikeEachOther, (drawn, random) => ({
    operations: ['rc-advanced'],
    ...withEnvironments(
      drawn,
      environments(drawn, 2, (one, place) => ({
        ...one,
        baseUrl: origins[place] ?? origins[0],
        limits: { 'rc-advanced': { perMinute: 1 + random.int(2) } },
      })),
    ),
  })),
  budgets: about(budgets, (drawn, random) => ({
    network: random.pick([0, 0.5]),
    temper: { ...quiet, contradicts: random.pick([0, 0.3]) },
    ...withEnvironments(
      drawn,
      environments(drawn, 1, (one) => ({
        ...one,
        prices: { 'rc-advanced': random.pick(pricePool), 'email-bulk': '0.5' },
        budget: { [random.pick(['session', 'day', 'month'])]: { calls: 1 + random.int(3) } },
      })),
    ),
  })),
  'late-answers': about(lateAnswers, (drawn) => ({
    slowness: 1,
    windows: 2,
    settings: { ...drawn.settings, environments: drawn.settings.environments.map(plain), deadlineMs: 10_000 },
  })),
  'lost-calls': about(lostCalls, (_, random) => ({ network: random.pick([0, 0.5]) })),
  waits: about(waits, (_, random) => ({
    temper: { ...quiet, throttles: random.pick([0.5, 0.9]), doubtful: random.pick([1, 20]) },
    perMinute: 2 + random.int(3),
    operations: ['rc-advanced'],
    bold: 1,
  })),
  'clock-set': about(clockSet, (drawn, random) => ({
    temper: { ...quiet, throttles: random.pick([0, 0.7]), doubtful: 0 },
    network: random.pick([0, 0.5]),
    ...withEnvironments(
      drawn,
      drawn.settings.environments.map((one) => ({
        ...plain(one),
        limits: random.chance(0.5) ? { 'rc-advanced': { perMinute: 2, perDay: 3 } } : {},
      })),
    ),
    operations: ['rc-advanced'],
  })),
  erasing: about(erasing, (drawn, random) => ({
    network: random.pick([0, 0.4]),
    temper: { ...quiet, throttles: random.pick([0, 0.4]), contradicts: 0.2 },
    ...withEnvironments(drawn, drawn.settings.environments.map(plain), {
      keep: {
        keep: random.pick(['everything', 'metadata', 'open-only']),
        payloadDays: random.pick([0, 1]),
        orderDays: random.pick([0, 1]),
      },
    }),
  })),
} as const satisfies Readonly<Record<string, Make>>;

export type ClimateName = keyof typeof makers;
export const climateNames = Object.keys(makers) as readonly ClimateName[];

export function climateNamed(text: string): ClimateName {
  const found = climateNames.find((name) => name === text);
  if (found === undefined)
    throw new Error(`there is no climate "${text}": ${climateNames.join(', ')}, or all`);
  return found;
}

/** @param drawn as an ordinary run of this seed has it */
export function directed(name: ClimateName, drawn: Climate, random: Random): Climate {
  return makers[name](drawn, random);
}
