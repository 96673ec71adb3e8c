import type { Phrase } from '../contract/words.ts';
import type { Kind } from './model.ts';

/** What a reader is told stood there. */
export const kindWords: Readonly<Record<Kind, Phrase>> = {
  string: { text: 'text' },
  'empty-string': { text: 'empty text' },
  integer: { text: 'whole number' },
  number: { text: 'number' },
  boolean: { text: 'boolean' },
  null: { text: 'null' },
  object: { text: 'object' },
  array: { text: 'list' },
  'empty-array': { text: 'empty list' },
};
