import fc from 'fast-check';
import { type Body, bodies } from './bodies.ts';
import { exporting } from './properties/exporting.ts';
import { importing } from './properties/importing.ts';
import { masking } from './properties/masking.ts';
import { printing } from './properties/printing.ts';
import { reading } from './properties/reading.ts';
import { tables } from './properties/tables.ts';
import type { Property } from './property.ts';

/** What every body is held against. */
const ofAll: Readonly<Record<string, Property>> = { reading, masking, printing };
/** Of these each body is held against one, by its own chance: they cost the most. */
const ofSome: readonly (readonly [string, Property])[] = Object.entries({ exporting, importing, tables });
const properties: Readonly<Record<string, Property>> = { ...ofAll, ...Object.fromEntries(ofSome) };

export const propertyNames: readonly string[] = Object.keys(properties);

export function isProperty(name: string): boolean {
  return Object.hasOwn(properties, name);
}

/** A body of which something does not hold: the smallest that was found. */
export interface Found {
  readonly property: string;
  readonly seed: number;
  readonly body: string;
  readonly what: string;
}

/**
 * So many bodies, each read, masked and printed, and exported, imported or put into a table (or held against the one
 * property that is named).
 *
 * @param seed the same seed makes the same bodies
 */
export async function fuzz(runs: number, seed: number, only: string | null = null): Promise<Found | null> {
  let property = '';
  const wanted = ({ dice }: Body): readonly (readonly [string, Property])[] =>
    only === null
      ? [...Object.entries(ofAll), ...ofSome.filter((_, at) => (dice >>> 9) % ofSome.length === at)]
      : Object.entries(properties).filter(([name]) => name === only);
  const outcome = await fc.check(
    fc.asyncProperty(bodies, async (body) => {
      for (const [name, holds] of wanted(body)) {
        try {
          await holds(body);
        } catch (error) {
          property = name;
          throw error;
        }
      }
    }),
    { numRuns: runs, seed },
  );
  if (!outcome.failed) return null;
  const { errorInstance: error, counterexample } = outcome;
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { property, seed, body: JSON.stringify(counterexample?.[0] ?? null), what };
}
