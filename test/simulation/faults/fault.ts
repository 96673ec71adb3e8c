import type { ClimateName } from '../climates.ts';
import { climateOf } from './where.ts';

/** A mistake that could be made in the product; the simulator has to find it. */
export interface Fault {
  readonly id: string;
  /** The rule that does not hold any more. */
  readonly rule: string;
  /** Below `src`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Where it is looked for. */
  readonly climate: ClimateName;
  /** Only the real ledger can show it. */
  readonly ledger?: 'real';
}

/** Faults of one file. */
export function faultsIn(
  file: string,
  ledger: 'model' | 'real',
  all: readonly (readonly [id: string, rule: string, find: string, replace: string])[],
): readonly Fault[] {
  const own = ledger === 'real' ? ({ ledger } as const) : {};
  return all.map(([id, rule, find, replace]) => ({
    ...{ id, rule, file, find, replace, climate: climateOf(id) },
    ...own,
  }));
}
