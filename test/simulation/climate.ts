import type { OperationId } from '../../src/contract/words.ts';
import { type EventKind, eventKinds, type Scene } from './events.ts';
import type { Random } from './random.ts';
import type { Temper } from './service/service.ts';
import type { PlainBudget, PlainEnvironment, PlainSettings } from './settings.ts';

/** What a run is like as a whole. */
export interface Climate {
  readonly windows: number;
  readonly operations: readonly OperationId[];
  readonly weights: Readonly<Record<EventKind, number>>;
  /** What happens in a row, besides what happens by lot; none in an ordinary run. */
  readonly scenes: readonly Scene[];
  readonly temper: Temper;
  /** Calls a minute that an account truly takes. */
  readonly perMinute: number;
  readonly wallet: number;
  /** Share of calls that the network spoils. */
  readonly network: number;
  /** How much the ports' answers are delayed: 1 = as a quick computer does. */
  readonly slowness: number;
  /** How the user answers: shares. */
  readonly bold: number;
  readonly startAt: number;
  readonly settings: PlainSettings;
  /** Keys entered at the start, by place in the list of environments. */
  readonly keys: readonly (string | null)[];
}

/** Of several accounts; some end alike, for the last characters are all that is shown of a key. */
export const keyPool = ['first-key-0001-9f3a', 'second-key-02-9f3a', 'third-key-0003-77b0'] as const;
export const origins = [
  'https://api.acme.invalid',
  'https://other.acme.invalid',
  'https://api.acme.invalid/proxy',
  'http://127.0.0.1:4010',
] as const;
export const names = ['acme-prod', 'Acme-Test', 'third'] as const;
export const pricePool = ['4', '0.5', '0.000001', '2.35'] as const;

const base: Readonly<Record<EventKind, number>> = {
  press: 22,
  'press-again': 4,
  cancel: 2,
  lookup: 14,
  file: 4,
  foreign: 4,
  standing: 6,
  plan: 5,
  'run-batch': 4,
  'pause-batch': 2,
  'resume-batch': 3,
  'cancel-batch': 1,
  'leave-waiting': 1,
  'erase-batch': 1,
  budget: 2,
  price: 2,
  limit: 2,
  rename: 2,
  move: 2,
  remove: 1,
  kind: 1,
  identify: 1,
  fields: 2,
  confirm: 2,
  rehearse: 0.5,
  keep: 1,
  choose: 2,
  key: 3,
  'key-gone': 2,
  expire: 0.5,
  erase: 2,
  'erase-input': 1,
  resolve: 3,
  policy: 1,
  recover: 3,
  close: 1,
  kill: 2,
  start: 3,
  fault: 2,
  heal: 1,
  jump: 0.5,
};

/** What a run is always about. */
const always: readonly EventKind[] = ['press', 'lookup'];

type Weights = Readonly<Partial<Record<EventKind, number>>>;

/** What a run may be about: these happen, and often. */
const themes: Readonly<Record<string, Weights>> = {
  batches: {
    plan: 45,
    'run-batch': 15,
    'pause-batch': 20,
    'resume-batch': 15,
    'cancel-batch': 14,
    'leave-waiting': 3,
    'erase-batch': 3,
    fields: 12,
    resolve: 8,
  },
  money: { budget: 12, price: 8, identify: 12, rename: 6, standing: 10 },
  places: { move: 10, remove: 8, kind: 4, choose: 12, key: 10, 'key-gone': 8, rename: 8, standing: 10 },
  windows: { kill: 10, close: 6, start: 16, recover: 8, 'press-again': 14 },
  disk: { fault: 16, heal: 8, press: 30, recover: 12 },
  history: { erase: 10, 'erase-input': 8, resolve: 16, policy: 8, keep: 8 },
  questions: { file: 14, foreign: 14, confirm: 10, limit: 8 },
  clock: { jump: 10 },
};

const themeNames = Object.keys(themes);

function drawWeights(random: Random): Record<EventKind, number> {
  const share = random.pick([0.15, 0.3, 0.6, 1]);
  const weights = { ...base };
  for (const kind of eventKinds) if (!always.includes(kind) && !random.chance(share)) weights[kind] = 0;
  for (let left = random.int(3); left > 0; left -= 1) {
    Object.assign(weights, themes[random.pick(themeNames)]);
  }
  return weights;
}

export function drawBudget(random: Random): PlainBudget | null {
  const form = random.weighted({ none: 6, day: 3, month: 2, session: 2, both: 1, broken: 0.5 });
  const calls = { calls: random.int(4) };
  const money = { money: random.pick(['4', '0.5', '8.5', '0', '12.000001']) };
  const limit = random.chance(0.6) ? calls : random.chance(0.7) ? money : { ...calls, ...money };
  switch (form) {
    case 'none':
      return null;
    case 'broken':
      return 'broken';
    case 'both':
      return { day: calls, month: money };
    default:
      return { [form]: limit };
  }
}

/** Limits of the user's own: so low that they are met. */
export function drawLimit(random: Random, operation: OperationId, share: number): PlainEnvironment['limits'] {
  if (!random.chance(share)) return {};
  const perMinute = 1 + random.int(3);
  const form = random.weighted({ minute: 5, day: 2, both: 3 });
  if (form === 'minute') return { [operation]: { perMinute } };
  const perDay = 1 + random.int(4);
  return { [operation]: form === 'day' ? { perDay } : { perMinute, perDay } };
}

function drawEnvironment(
  random: Random,
  place: number,
  operations: readonly OperationId[],
): PlainEnvironment {
  const [operation = 'rc-advanced'] = operations;
  const form = random.weighted({ 'each its own': 6, 'one place': 2, any: 2 });
  return {
    id: random.chance(0.6) ? `id-${place}` : null,
    name: names[place] ?? 'more',
    baseUrl:
      form === 'one place'
        ? origins[0]
        : form === 'each its own'
          ? (origins[place] ?? origins[0])
          : random.pick(origins),
    kind: random.chance(0.85) ? 'live' : 'sandbox',
    prices: random.chance(0.6) ? { [operation]: random.pick(pricePool) } : {},
    limits: drawLimit(random, operation, 0.35),
    budget: drawBudget(random),
  };
}

function drawSettings(random: Random, operations: readonly OperationId[]): PlainSettings {
  const count = random.pick([1, 1, 2, 2, 3]);
  return {
    environments: Array.from({ length: count }, (_, place) => drawEnvironment(random, place, operations)),
    asksOnce: random.chance(0.35),
    rehearses: random.chance(0.05),
    looseProxy: random.chance(0.05),
    keep: {
      keep: random.weighted({ everything: 8, metadata: 1, 'open-only': 1 }),
      payloadDays: 0,
      orderDays: 0,
    },
    deadlineMs: random.pick([10_000, 60_000]),
    fields: 0,
  };
}

export function drawClimate(random: Random): Climate {
  const operation = random.weighted<OperationId>({
    'rc-advanced': 4,
    'aadhaar-pan-link': 3,
    'email-bulk': 3,
    'credit-report': 1,
  });
  const second = random.pick<OperationId>(['rc-advanced', 'credit-report', 'email-bulk']);
  const operations = random.chance(0.25) && second !== operation ? [operation, second] : [operation];
  const settings = drawSettings(random, operations);
  return {
    windows: random.pick([1, 2, 2, 2, 3, 4]),
    operations,
    weights: drawWeights(random),
    scenes: [],
    temper: {
      contradicts: random.pick([0, 0.05, 0.3]),
      strange: random.pick([0, 0.05, 0.2]),
      throttles: random.pick([0, 0.05, 0.4]),
      doubtful: 1,
      skewMs: random.pick([0, 0, 7_200_000, -600_000]),
    },
    perMinute: random.pick([2, 3, 5, 100]),
    wallet: random.pick([3, 1000, 1000]),
    network: random.pick([0, 0.1, 0.4]),
    slowness: random.pick([0, 1, 1, 30]),
    bold: random.pick([0.5, 0.8, 0.95]),
    // Some begin just before a month ends.
    startAt: random.chance(0.15)
      ? new Date(2026, 10, 30, 23, 59, random.int(60)).getTime()
      : new Date(2026, 10, 21, 6 + random.int(12), random.int(60)).getTime(),
    settings,
    keys: settings.environments.map(() => (random.chance(0.85) ? random.pick(keyPool) : null)),
  };
}
