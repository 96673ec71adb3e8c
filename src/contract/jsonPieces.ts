/** A piece of a line of JSON, as it is to be coloured. */
export interface JsonPiece {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'mark' | 'other';
  readonly text: string;
}

/** Sticky, for at each place something fits: so no unended string is looked for twice. */
const pieces =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"?)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>\b(?:true|false|null)\b)|(?<mark>[{}[\],:]+)|(?<other>[^"\d{}[\],:tfn-]+|.)/gsuy;

/** One line of pretty-printed JSON in pieces that together are the line; what is no JSON comes back as it is. */
export function jsonPieces(line: string): readonly JsonPiece[] {
  const found: JsonPiece[] = [];
  for (const { groups = {} } of line.matchAll(pieces)) {
    for (const kind of ['key', 'string', 'number', 'word', 'mark', 'other'] as const) {
      const text = groups[kind];
      if (text === undefined) continue;
      const last = found.at(-1);
      if (kind === 'other' && last?.kind === 'other')
        found[found.length - 1] = { kind, text: last.text + text };
      else found.push({ kind, text });
      break;
    }
  }
  return found;
}
