import type { Random } from './random.ts';

/** Everything that can happen from outside. What it is done to follows from the numbers, taken modulo what there is. */
export const eventKinds = [
  'press',
  'press-again',
  'cancel',
  'lookup',
  'file',
  'foreign',
  'standing',
  'plan',
  'run-batch',
  'pause-batch',
  'resume-batch',
  'cancel-batch',
  'leave-waiting',
  'erase-batch',
  'budget',
  'price',
  'limit',
  'rename',
  'move',
  'remove',
  'kind',
  'identify',
  'fields',
  'confirm',
  'rehearse',
  'keep',
  'choose',
  'key',
  'key-gone',
  'expire',
  'erase',
  'erase-input',
  'resolve',
  'policy',
  'recover',
  'close',
  'kill',
  'start',
  'fault',
  'heal',
  'jump',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface Event {
  readonly kind: EventKind;
  /** Ms after the event before. */
  readonly gap: number;
  readonly window: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** For what follows from it: answers of the user and of the service. */
  readonly seed: number;
}

const gaps: Readonly<Record<string, readonly [number, number]>> = {
  atOnce: [0, 2],
  soon: [2, 3000],
  later: [3000, 50_000],
  minutes: [50_000, 400_000],
  hours: [400_000, 20_000_000],
  days: [20_000_000, 260_000_000],
};

const gapWeights = { atOnce: 25, soon: 45, later: 18, minutes: 8, hours: 3, days: 1 };

/** One event of a scene; numbers that are not given are drawn. */
export interface Beat {
  readonly kind: EventKind;
  /** Ms after the one before, from and to. */
  readonly gap: readonly [number, number];
  /** In the next window, not in the scene's own. */
  readonly elsewhere?: true;
  readonly a?: number;
  readonly b?: number;
  readonly c?: number;
}

/** Events that follow each other in a window: what they meet, and when, is drawn all the same. */
export type Scene = readonly Beat[];

interface Stage {
  readonly weights: Readonly<Record<EventKind, number>>;
  readonly windows: number;
  /** None = everything happens by lot. */
  readonly scenes: readonly Scene[];
}

function drawEvent(random: Random, { weights, windows }: Stage): Event {
  const [from, to] = gaps[random.weighted(gapWeights)] ?? [0, 1];
  return {
    kind: random.weighted(weights),
    gap: random.between(from, to),
    window: random.int(windows),
    a: random.int(1 << 16),
    b: random.int(1 << 16),
    c: random.int(1 << 16),
    seed: random.seed(),
  };
}

function drawScene(random: Random, { windows, scenes }: Stage): Event[] {
  const window = random.int(windows);
  return random.pick(scenes).map(({ kind, gap, elsewhere, a, b, c }) => ({
    kind,
    gap: random.between(...gap),
    window: elsewhere === true ? window + 1 : window,
    a: a ?? random.int(1 << 16),
    b: b ?? random.int(1 << 16),
    c: c ?? random.int(1 << 16),
    seed: random.seed(),
  }));
}

/** Draws what happens; each run knows only some kinds of events, so that those meet each other often. */
export function drawEvents(random: Random, stage: Stage): Event[] {
  if (stage.scenes.length === 0) {
    const count = 3 + random.int(13);
    return Array.from({ length: count }, () => drawEvent(random, stage));
  }
  return Array.from({ length: 1 + random.int(2) }, () => [
    ...Array.from({ length: random.int(3) }, () => drawEvent(random, stage)),
    ...drawScene(random, stage),
  ]).flat();
}
