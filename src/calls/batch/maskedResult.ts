import { prettyJson } from '../../contract/jsonText.ts';
import { maskAt } from '../../contract/masking.ts';
import type { OwnInput } from '../../contract/ownInput.ts';
import type { Operation } from '../../contract/shapes.ts';

/** Longest result in a results file, characters. */
const longest = 10_000_000;

/**
 * The JSON with what is personal in it masked, as below `data.result` of an answer; of one that is too long a JSON text of
 * its beginning, which ends with `…`.
 */
export function maskedResult(operation: Operation, json: string, own: OwnInput): string {
  const opening = '{"data":{"result":';
  const { text, truncated } = prettyJson(`${opening}${json}}}`, {
    maxChars: longest,
    mask: (path) => maskAt(operation, path),
    own,
  });
  // Line breaks of the layout stand outside of strings: within, they are escaped.
  const line = text.replaceAll(/\n\s*/g, '');
  const start = opening.length + 2;
  return truncated ? JSON.stringify(`${line.slice(start)}…`) : line.slice(start, -2);
}
