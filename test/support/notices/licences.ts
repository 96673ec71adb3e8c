/** Something of others that is in what we ship. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** As its package.json states it, an SPDX expression; empty where it states none. */
  readonly licence: string;
  /** The licence's text as its package brings it; null where it brings none. */
  readonly text: string | null;
  /** Whoever made it, where the text names nobody; may be empty. */
  readonly by: string;
  /** What the reader of the notices has to know besides; may be empty. */
  readonly note: string;
}

/** Licences under which something may be shipped in an extension under MIT, by their SPDX names. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
]);

/** `MIT`, `(MIT OR GPL-3.0)`, `MIT AND BSD-3-Clause`; what is nested deeper is not understood, and so not allowed. */
function isAllowed(expression: string): boolean {
  const plain = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((name) => allowed.has(name.trim())));
}

/** Why this part may not be shipped, as one sentence that says what to do; null where it may. */
export function licenceProblem({ name, version, licence, text }: Part): string | null {
  const what = `${name} ${version} is in the bundles`;
  if (licence.trim() === '')
    return `${what}, and its package.json states no licence: find out, or do without it.`;
  if (!isAllowed(licence))
    return (
      `${what} under "${licence}", which is none of ${[...allowed].join(', ')}: do without it, or add the licence to ` +
      'test/support/notices/licences.ts if it may be shipped.'
    );
  if (text === null || text.trim() === '')
    return (
      `${what} under ${licence}, and its package brings no text of the licence: name whose text holds for it in ` +
      'test/support/notices/supplied.json.'
    );
  return null;
}
