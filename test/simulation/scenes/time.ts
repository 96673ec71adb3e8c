/** Answers that come late or never, waits, the clock, and what is not kept. */
import type { Beat, Scene } from '../events.ts';

const lookup: Beat = { kind: 'lookup', gap: [0, 3000] };
const recover: Beat = { kind: 'recover', gap: [30_000, 90_000], elsewhere: true };

/** A disk that takes no answer until another window has given the order up. `a`, `b`: in this window, each write from the n-th on. */
export const lateAnswers: readonly Scene[] = [
  [
    { kind: 'fault', gap: [0, 100], a: 1, b: 1, c: 1 },
    lookup,
    recover,
    { kind: 'heal', gap: [0, 5000] },
    recover,
  ],
  [
    { kind: 'fault', gap: [0, 100], a: 1, b: 1 },
    { kind: 'press', gap: [0, 100] },
    recover,
    { kind: 'heal', gap: [0, 5000] },
  ],
];

/** A window is killed while its calls are under way. */
export const lostCalls: readonly Scene[] = [
  [
    lookup,
    { kind: 'kill', gap: [200, 3000] },
    { kind: 'start', gap: [100, 5000] },
    recover,
    { kind: 'lookup', gap: [0, 3000] },
    { kind: 'resolve', gap: [5000, 60_000] },
  ],
  [
    { kind: 'press', gap: [0, 2000] },
    { kind: 'press', gap: [0, 800] },
    { kind: 'kill', gap: [0, 3000] },
    { kind: 'start', gap: [100, 5000] },
    { kind: 'press', gap: [5000, 20_000] },
    recover,
  ],
];

const burst: Scene = [
  lookup,
  { kind: 'lookup', gap: [0, 300] },
  { kind: 'standing', gap: [0, 300] },
  { ...lookup, elsewhere: true },
];

/** The service asks to wait, more than once, and the user waits, goes on, or lifts it. */
export const waits: readonly Scene[] = [
  [...burst, ...burst, { kind: 'lookup', gap: [10_000, 70_000] }],
  [...burst, { kind: 'lookup', gap: [60_000, 130_000] }, ...burst, ...burst],
  [
    ...burst,
    { kind: 'plan', gap: [0, 3000] },
    { kind: 'resume-batch', gap: [20_000, 40_000] },
    { kind: 'resume-batch', gap: [2000, 40_000] },
  ],
];

const jump: Beat = { kind: 'jump', gap: [0, 4000] };

/** The clock is set while something is counted, waited for or under way. */
export const clockSet: readonly Scene[] = [
  [...burst, jump, lookup, lookup, { kind: 'standing', gap: [0, 2000] }],
  [lookup, { kind: 'jump', gap: [500, 3000] }, { ...recover, gap: [0, 1000] }, lookup],
  [
    { kind: 'plan', gap: [0, 2000] },
    { kind: 'jump', gap: [5000, 25_000] },
    { kind: 'run-batch', gap: [0, 5000], elsewhere: true },
    lookup,
  ],
  // A plan's user is asked about it meanwhile; what is not kept goes by the clock.
  [
    { kind: 'plan', gap: [0, 2000] },
    { kind: 'jump', gap: [100, 3000], a: 4 },
    { kind: 'policy', gap: [0, 3000], elsewhere: true },
    lookup,
  ],
];

/** Orders are erased, by hand or by age, while others are under way or open; what they counted for counts on. */
export const erasing: readonly Scene[] = [
  [...burst, { kind: 'erase', gap: [0, 8000] }, ...burst],
  [...burst, { kind: 'policy', gap: [0, 20_000] }, ...burst],
  [
    lookup,
    { kind: 'press', gap: [0, 3000] },
    { kind: 'policy', gap: [90_000_000, 180_000_000] },
    { kind: 'erase-input', gap: [0, 3000] },
    ...burst,
  ],
  [
    ...burst,
    { kind: 'resolve', gap: [10_000, 60_000] },
    { kind: 'policy', gap: [0, 1000] },
    { kind: 'erase', gap: [0, 1000] },
    lookup,
  ],
  // What a form sent is kept no longer, and its window has forgotten that it was sent.
  [
    { kind: 'press', gap: [0, 3000], a: 0 },
    { kind: 'policy', gap: [100_000, 180_000_000] },
    { kind: 'press-again', gap: [0, 100_000], a: 0, b: 0 },
  ],
];
