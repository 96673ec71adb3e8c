/** What changes while the user reads, and what they have said before. */
import type { Beat, EventKind, Scene } from '../events.ts';

function during(kind: EventKind): Scene {
  const change: Beat = { kind, gap: [0, 1500] };
  return [
    { kind: 'lookup', gap: [0, 3000] },
    change,
    { kind: 'press', gap: [20_000, 60_000] },
    change,
    { kind: 'lookup', gap: [20_000, 60_000] },
    { kind: 'file', gap: [0, 500] },
    change,
  ];
}

const changes = [
  'choose',
  'choose',
  'key',
  'key-gone',
  'price',
  'move',
  'kind',
  'rename',
  'limit',
  'budget',
] as const;

export const whileAsked: readonly Scene[] = changes.map(during);

const lookup: Beat = { kind: 'lookup', gap: [2000, 8000] };

/** A session is confirmed once; then something of it is another. */
export const sessions: readonly Scene[] = (['key', 'price', 'move', 'rename', 'kind'] as const).map(
  (kind) => [
    lookup,
    lookup,
    { kind, gap: [2000, 20_000] },
    lookup,
    { kind, gap: [2000, 8000] },
    lookup,
    lookup,
  ],
);

/** Keys are changed for others that end alike, and each has its own calls. */
export const keysLikeEachOther: readonly Scene[] = [
  [
    lookup,
    { kind: 'key', gap: [100, 3000] },
    lookup,
    { kind: 'choose', gap: [0, 100] },
    lookup,
    { kind: 'key', gap: [100, 3000] },
    lookup,
    lookup,
  ],
];

/** What was spent before an environment had its id, its new name or its new price counts on. */
export const budgets: readonly Scene[] = (['identify', 'rename', 'price', 'kill'] as const).map((kind) => [
  lookup,
  { kind: 'standing', gap: [2000, 8000] },
  { kind, gap: [0, 20_000] },
  { kind: 'start', gap: [0, 500] },
  lookup,
  { kind: 'identify', gap: [0, 8000] },
  { kind: 'standing', gap: [2000, 8000] },
  lookup,
]);
