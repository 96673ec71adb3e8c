import { isRecord } from '../../contract/record.ts';

/** An API key as it is kept in SecretStorage: bound to the one origin it was entered for. */
export interface KeyRecord {
  readonly v: 1;
  readonly key: string;
  readonly origin: string;
  readonly savedAt: number;
}

export type KeyState =
  /** The embedded sandbox brings its own key. */
  | { readonly kind: 'simulated'; readonly key: string }
  | { readonly kind: 'present'; readonly key: string; readonly savedAt: number }
  | { readonly kind: 'missing' }
  /** A key is kept, but for another origin than the environment's: it must be entered again. */
  | { readonly kind: 'other-origin'; readonly origin: string };

/** Last four characters, what a person may see of a key; short keys show nothing. */
export function keyTail(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

/** Reads a kept secret; anything but a whole record counts as missing, so that the key is asked for again. */
export function readKeyRecord(text: string | undefined): KeyRecord | null {
  if (text === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { v, key, origin, savedAt } = value;
  if (v !== 1 || typeof key !== 'string' || typeof origin !== 'string' || typeof savedAt !== 'number')
    return null;
  return key === '' ? null : { v, key, origin, savedAt };
}

export function keyStateFor(record: KeyRecord | null, origin: string): KeyState {
  if (record === null) return { kind: 'missing' };
  if (record.origin !== origin) return { kind: 'other-origin', origin: record.origin };
  return { kind: 'present', key: record.key, savedAt: record.savedAt };
}

/** Quotes that somebody copies along with a key, each with what closes it. */
const quoted = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|“([^”]*)”|‘([^’]*)’)$/u;

function unquoted(text: string): string {
  const [whole, ...within] = quoted.exec(text) ?? [text];
  return (within.find((one) => one !== undefined) ?? whole).trim();
}

/** The key in what was typed or pasted: without white space, quotes and the words of its header around it. */
export function keyIn(typed: string): string {
  const header = unquoted(typed.trim()).replace(/^authorization\s*:\s*/i, '');
  return unquoted(unquoted(header).replace(/^bearer(?:\s+|$)/i, ''));
}

/** Why what was typed cannot be a key, or null. The format is not documented; only what an HTTP header cannot carry is refused. */
export function keyProblem(typed: string): { readonly text: string } | null {
  const key = keyIn(typed);
  if (key === '') return { text: 'Enter the API key.' };
  if (!/^[\x21-\x7e]+$/.test(key))
    return { text: 'A key cannot contain spaces, line breaks or letters outside ASCII.' };
  return null;
}
