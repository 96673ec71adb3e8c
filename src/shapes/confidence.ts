import type { Phrase } from '../contract/words.ts';
import { type Kind, kinds, type LearnedPath } from './model.ts';

/**
 * How sure one may be of what was learned, by the rule of three: what never happened in n inputs happens, with 95 % certainty,
 * in fewer than 3/n of them.
 */

/**
 * Different inputs before a departure is called one. By the rule of three what never happened in n inputs happens in fewer
 * than 3/n of them, with 95 % certainty: here, in fewer than three of a hundred.
 */
export const enough = 100;

/** Fewer inputs say nothing of what never happened: a third or more may still have it. */
export const fewest = 9;

/** Whether every input whose body had its object had it. Of items and of keys that are data nothing is required. */
export function isRequired({ path, missing, of, seen }: LearnedPath): boolean {
  return typeof path.at(-1) === 'object' && missing === null && of === seen.inputs;
}

/** The kinds that were seen, in the order of `kinds`. */
export function kindsOf({ kinds: found }: LearnedPath): readonly Kind[] {
  return kinds.filter((kind) => found[kind] !== undefined);
}

/** Inputs that had it in a kind that is known: of those whose number was covered nobody knows it. */
export function inputsOfKinds({ kinds: found, seen }: LearnedPath): number {
  // One that had several kinds counts for each.
  const sum = kinds.reduce((all, kind) => all + (found[kind]?.inputs ?? 0), 0);
  return Math.min(seen.inputs, sum);
}

/** JSON's own types that were seen, null left out: an empty text is a text, an empty list a list, an integer beside numbers a number. */
export function typesOf(
  path: LearnedPath,
): readonly ('string' | 'integer' | 'number' | 'boolean' | 'object' | 'array')[] {
  const found = new Set(
    kindsOf(path).map((kind) =>
      kind === 'empty-string' ? 'string' : kind === 'empty-array' ? 'array' : kind,
    ),
  );
  if (found.has('number')) found.delete('integer');
  return [...found].filter((kind) => kind !== 'null');
}

/** How often it was there, and what that is worth. */
export function presence({ path, missing, of, seen: { inputs } }: LearnedPath): Phrase {
  if (typeof path.at(-1) !== 'object') {
    return inputs === 1 ? { text: 'in 1 input' } : { text: 'in {0} inputs', args: [inputs] };
  }
  if (missing !== null) {
    return of === 1
      ? { text: 'missing in part of 1 input' }
      : { text: 'missing in {0} of {1} inputs', args: [missing.inputs, of] };
  }
  return never(of);
}

function never(of: number): Phrase {
  if (of === 1) return { text: 'there in the only input' };
  if (of < fewest) return { text: 'never missing in {0} inputs, too few to rely on', args: [of] };
  return {
    text: 'never missing in {0} inputs: missing in fewer than 1 of {1}',
    args: [of, Math.floor(of / 3)],
  };
}
