/** Batches, and what is said and set while they run. */
import type { Beat, EventKind, Scene } from '../events.ts';

const plan: Beat = { kind: 'plan', gap: [0, 2000] };

function times(count: number, beats: Scene): Scene {
  return Array.from({ length: count }, () => beats).flat();
}

/** The user takes up to 20 s to look at the rows; then each call takes a second or two. */
export const batchWords: readonly Scene[] = [
  [
    plan,
    ...times(9, [
      { kind: 'pause-batch', gap: [100, 4000] },
      { kind: 'resume-batch', gap: [100, 1500] },
    ]),
  ],
  [
    plan,
    { kind: 'cancel-batch', gap: [2000, 22_000] },
    ...times(6, [
      { kind: 'run-batch', gap: [500, 5000] },
      { kind: 'cancel-batch', gap: [200, 12_000] },
    ]),
  ],
  [
    plan,
    ...times(6, [
      { kind: 'fields', gap: [500, 8000] },
      { kind: 'resume-batch', gap: [200, 4000] },
    ]),
    { kind: 'leave-waiting', gap: [500, 5000] },
  ],
];

function changed(kind: EventKind): Scene {
  return [
    plan,
    { kind, gap: [1000, 24_000] },
    { kind: 'choose', gap: [0, 2000] },
    { kind: 'resume-batch', gap: [500, 6000] },
    { kind: 'choose', gap: [0, 2000] },
    { kind: 'resume-batch', gap: [500, 6000] },
    { kind, gap: [0, 3000] },
    { kind: 'run-batch', gap: [500, 6000] },
  ];
}

const settings = [
  'kind',
  'remove',
  'rename',
  'move',
  'identify',
  'key',
  'key-gone',
  'budget',
  'limit',
] as const;

/** What a batch was planned for is changed while it runs. */
export const batchPlaces: readonly Scene[] = settings.map(changed);

const lookups: Scene = times(3, [{ kind: 'lookup', gap: [0, 4000] }]);
const recover: Beat = { kind: 'recover', gap: [80_000, 200_000], elsewhere: true };

/** Rows that failed, were passed, were left, or belong to a window that is gone. */
export const rowsDecided: readonly Scene[] = [
  [
    ...lookups,
    plan,
    { kind: 'pause-batch', gap: [18_000, 28_000] },
    { kind: 'run-batch', gap: [5000, 60_000] },
  ],
  [
    plan,
    { kind: 'kill', gap: [15_000, 24_000] },
    { kind: 'start', gap: [0, 3000], a: 0 },
    recover,
    ...times(3, [{ kind: 'run-batch', gap: [2000, 30_000] }]),
  ],
  [
    plan,
    ...times(4, [
      { kind: 'cancel-batch', gap: [20_000, 40_000] },
      { kind: 'run-batch', gap: [1000, 30_000] },
    ]),
  ],
  [
    ...lookups,
    plan,
    { kind: 'cancel-batch', gap: [12_000, 22_000] },
    { kind: 'erase-input', gap: [100, 3000] },
    { kind: 'run-batch', gap: [1000, 5000] },
    { kind: 'erase-input', gap: [12_000, 30_000] },
    { kind: 'run-batch', gap: [1000, 5000] },
  ],
  [
    plan,
    { kind: 'cancel-batch', gap: [10_000, 22_000] },
    { kind: 'fields', gap: [0, 2000] },
    { kind: 'leave-waiting', gap: [100, 2000] },
    { kind: 'run-batch', gap: [22_000, 40_000] },
    { kind: 'run-batch', gap: [10_000, 40_000] },
  ],
  [
    plan,
    { kind: 'cancel-batch', gap: [20_000, 40_000] },
    { kind: 'resolve', gap: [0, 5000] },
    { kind: 'run-batch', gap: [1000, 30_000] },
    { kind: 'policy', gap: [0, 30_000] },
    { kind: 'run-batch', gap: [1000, 30_000] },
  ],
];

/** An order is recorded otherwise after its rows were planned. `b` of a resolution: 0 = verified, 3 = still open. */
export const rowsReread: readonly Scene[] = [
  [
    ...lookups,
    ...times(3, [{ kind: 'resolve', gap: [60_000, 90_000], b: 0 }]),
    plan,
    ...times(4, [{ kind: 'resolve', gap: [1000, 9000], b: 3 }]),
    { kind: 'run-batch', gap: [5000, 20_000] },
  ],
  [
    ...lookups,
    { kind: 'resolve', gap: [60_000, 90_000] },
    plan,
    { kind: 'resolve', gap: [1000, 24_000] },
    { kind: 'run-batch', gap: [5000, 20_000] },
    { kind: 'resolve', gap: [1000, 9000] },
    { kind: 'run-batch', gap: [5000, 20_000] },
  ],
];

/** While the user reads which rows came to nothing, others come to nothing: what they say is about those they read. */
export const wordsOvertaken: readonly Scene[] = [
  [
    plan,
    { kind: 'kill', gap: [12_000, 26_000] },
    { kind: 'start', gap: [0, 1000], a: 0 },
    { kind: 'run-batch', gap: [75_000, 100_000] },
    { kind: 'recover', gap: [0, 4000] },
    { kind: 'run-batch', gap: [20_000, 40_000] },
  ],
];
