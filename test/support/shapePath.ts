import type { Path, Segment } from '../../src/shapes/model.ts';

const plain = /^[A-Za-z_$][\w$-]*$/;
const step =
  /(?<items>\[\])|(?<any>\{\})|\[(?<quoted>"(?:[^"\\]|\\.)*")\]|(?<dot>\.?)(?<key>[A-Za-z_$][\w$-]*)/sy;

/** The path of a text that pathText wrote; null for any other text. */
export function pathOf(text: string): Path | null {
  const path: Segment[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const groups = step.exec(text)?.groups;
    if (groups === undefined) return null;
    const segment = segmentOf(groups, path.length === 0);
    if (segment === null) return null;
    path.push(segment);
  }
  return path;
}

function segmentOf(
  { items, any, quoted, dot, key }: Readonly<Record<string, string | undefined>>,
  first: boolean,
): Segment | null {
  if (items !== undefined) return 'items';
  if (any !== undefined) return 'any-key';
  if (quoted === undefined) return key === undefined || (dot === '') !== first ? null : { key };
  const read = readQuoted(quoted);
  // Only what is written so: a plain word in brackets would be a second text of its path.
  return read === null || plain.test(read) || JSON.stringify(read) !== quoted ? null : { key: read };
}

function readQuoted(quoted: string): string | null {
  try {
    const read: unknown = JSON.parse(quoted);
    return typeof read === 'string' ? read : null;
  } catch {
    return null;
  }
}
