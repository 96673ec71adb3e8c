import type { Path, Segment } from './model.ts';

/**
 * A path as one text: `data.result.items[].amount`. `[]` = any item, `{}` = any key; a key that is no plain word
 * stands as JSON in brackets, `a["b.c"][""]`; the root is ''. Each path has one text, whatever its keys are.
 */
export function pathText(path: Path): string {
  let text = '';
  for (const segment of path) text = textBelow(text, segment);
  return text;
}

/** The text of what stands one step below. */
export function textBelow(above: string, segment: Segment): string {
  if (segment === 'items') return `${above}[]`;
  if (segment === 'any-key') return `${above}{}`;
  if (!plain.test(segment.key)) return `${above}[${JSON.stringify(segment.key)}]`;
  return above === '' ? segment.key : `${above}.${segment.key}`;
}

const plain = /^[A-Za-z_$][\w$-]*$/;
