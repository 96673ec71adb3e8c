import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

/** A survivor that was looked at and does no harm. */
export interface Harmless {
  readonly file: string;
  /** The line, trimmed. */
  readonly said: string;
  /** What was changed into what. */
  readonly from: string;
  readonly by: string;
  /** Which of those alike in the file, from 0; all when it is not said. */
  readonly nth?: number;
  readonly why: string;
}

/** The survivors that were looked at, with why each does no harm. */
export function readHarmless(): readonly Harmless[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'harmless.json'), 'utf8'));
}

/** Whether a line of the list means a mutant. */
export function means(one: Harmless, file: string, text: string, mutant: Mutant): boolean {
  return (
    one.file === file &&
    one.said === mutant.said &&
    one.from === text.slice(mutant.from, mutant.to) &&
    one.by === mutant.by &&
    (one.nth === undefined || one.nth === mutant.nth)
  );
}
