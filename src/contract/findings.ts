import { mask } from './masking.ts';
import { maskPersonalText } from './personalText.ts';
import type { Deviation } from './words.ts';

export function fault(text: string, ...args: readonly (string | number)[]): Deviation {
  return { kind: 'fault', what: { text, args } };
}

export function finding(text: string, ...args: readonly (string | number)[]): Deviation {
  return { kind: 'finding', what: { text, args } };
}

/** A code, word or key of the service's for a sentence of ours: short, and nothing personal in it. */
export function short(text: string): string {
  return maskPersonalText(text.length > 60 ? `${text.slice(0, 60)}…` : text, mask);
}

/** Names for a sentence: the first few, and how many there are. */
export function listOf(names: readonly string[]): string {
  const first = names.slice(0, 6).map(short).join(', ');
  return names.length > 6 ? `${first} … (${names.length})` : first;
}

/** The type of a JSON value as the documents name types. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
