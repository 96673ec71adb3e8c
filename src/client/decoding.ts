import { isUtf8 } from 'node:buffer';
import type { Phrase } from '../contract/words.ts';
import { type Coding, codings, type Undone } from './members.ts';

/** What came of a body that has a Content-Encoding. */
export interface Decoded {
  readonly bytes: Buffer;
  readonly end: Undone['end'];
  readonly cause: string;
  /** In what the body is not as Content-Encoding says, though it could be read. */
  readonly oddities: readonly Phrase[];
}

/** The codings to undo, last applied first; none when one is not known: then the body is kept as it came. */
export function codingsOf(header: string): readonly Coding[] {
  const names = header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const known = names.flatMap((name) => codings.get(name) ?? []);
  // More than two is no server's habit but a way to make us work.
  return known.length === names.length && known.length <= 2 ? known.reverse() : [];
}

function isJson(bytes: Buffer): boolean {
  if (!isUtf8(bytes)) return false;
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Undoes codings as far as they were applied. A coding that is said and not there is passed over, and said to be; where what
 * is left is no text, the body is broken and kept as it came.
 * @param limit bytes that may come of it
 */
export async function decoded(list: readonly Coding[], wire: Buffer, limit: number): Promise<Decoded> {
  const oddities: Phrase[] = [];
  let bytes = wire;
  let end: Undone['end'] = 'whole';
  let cause = '';
  for (const { name, begins, undo } of list) {
    if (bytes.length === 0) break;
    const done = begins(bytes) ? await undo(bytes, limit) : null;
    if (done === null || (done.end !== 'whole' && isJson(bytes))) {
      oddities.push({
        text: 'Content-Encoding says {0}, but the body is not compressed that way: it is read as it came.',
        args: [name],
      });
      continue;
    }
    if (done.end === 'whole' && done.spare > 0) {
      oddities.push({
        text: '{1} bytes after the end of the {0}-compressed body are left out.',
        args: [name, done.spare],
      });
    }
    if (done.end !== 'whole' && end === 'whole') [end, cause] = [done.end, done.cause];
    // Nothing at all could be read: what came is worth more.
    if (done.end !== 'whole' && done.bytes.length === 0) return { bytes: wire, end, cause, oddities };
    bytes = done.bytes;
  }
  const untouched = bytes === wire && oddities.length > 0;
  if (untouched && end === 'whole' && !isUtf8(wire)) {
    return { bytes: wire, end: 'broken', cause: 'Z_DATA_ERROR', oddities: [] };
  }
  return { bytes, end, cause, oddities };
}
