import type { OrderFilter } from '../calls/ports/ports.ts';

/** What of a filter no facet knows, and the index that holds such orders alone. */
export interface Narrowing {
  /** A condition that ends in AND, or nothing; its parameters. */
  readonly only: string;
  readonly values: readonly string[];
  /** Null = none: what is left of the facets is looked through. */
  readonly index: 'orders_repeat' | 'orders_drift' | null;
}

const ofRepeats = 'repeat = 1 AND';
const ofKind = 'kind = ? AND';
const ofIdentities = 'identity IN (SELECT value FROM json_each(?)) AND';
/** The first half says what the index holds: SQLite would not use it else. */
const ofDrifts = 'drift IS NOT NULL AND drift IN (SELECT value FROM json_each(?)) AND';

/** Orders that drifted are the fewest: of two conditions their index is walked. */
export function narrowingOf({ repeats, drifts, kind, identities }: OrderFilter): Narrowing {
  const parts = [
    ...(repeats === true ? [ofRepeats] : []),
    ...(drifts === undefined ? [] : [ofDrifts]),
    ...(kind === undefined ? [] : [ofKind]),
    ...(identities === undefined ? [] : [ofIdentities]),
  ];
  return {
    only: parts.join(' '),
    values: [
      ...(drifts === undefined ? [] : [JSON.stringify(drifts)]),
      ...(kind === undefined ? [] : [kind]),
      ...(identities === undefined ? [] : [JSON.stringify(identities)]),
    ],
    index: drifts !== undefined ? 'orders_drift' : repeats === true ? 'orders_repeat' : null,
  };
}

/** The same of a row that was read; it has `repeat`, `drift`, `kind` and `identity`. */
export function isWithin(
  { repeats, drifts, kind, identities }: OrderFilter,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return (
    (repeats !== true || row.repeat === 1) &&
    (drifts === undefined || drifts.some((grade) => grade === row.drift)) &&
    (kind === undefined || row.kind === kind) &&
    (identities === undefined || identities.some((one) => one === row.identity))
  );
}
