import { posix } from 'node:path';

/** A place of a Markdown text that leads somewhere. */
export interface Link {
  /** As written. */
  readonly target: string;
  /** 1-based. */
  readonly line: number;
  /** Whether vsce leads it to the repository: `[text](target)`, `![text](target)` and `<img src="target">`. */
  readonly rewritable: boolean;
}

/** Code says what is typed, not where something is: blanks of the same length stand for it. */
function withoutCode(text: string): string {
  const blank = (code: string): string => code.replace(/[^\n]/g, ' ');
  return text
    .replace(/^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?(^ {0,3}\2[`~]*[ \t]*$|(?![\s\S]))/gm, blank)
    .replace(/(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blank);
}

const forms: readonly (readonly [pattern: RegExp, rewritable: boolean])[] = [
  [/\]\(\s*<?([^()\s<>]+)>?(?:\s+["'][^)]*)?\)/g, true],
  [/<(?:img|video)\b[^>]*?\bsrc=["']([^"']*)["']/gi, true],
  [/<a\b[^>]*?\bhref=["']([^"']*)["']/gi, false],
  [/^ {0,3}\[[^\]\n]+\]:\s*<?([^\s>]+)/gm, false],
];

/** Links and pictures of a text, in their order. */
export function linksOf(text: string): readonly Link[] {
  const plain = withoutCode(text);
  return forms
    .flatMap(([pattern, rewritable]) =>
      [...plain.matchAll(pattern)].map((match) => ({ match, rewritable, target: match[1] ?? '' })),
    )
    .sort((a, b) => a.match.index - b.match.index)
    .map(({ match, rewritable, target }) => ({
      ...{ target, rewritable },
      line: plain.slice(0, match.index).split('\n').length,
    }));
}

/** Neither an address of its own nor a place in the same text. */
export function isRelative(target: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(target) && !target.startsWith('//') && !target.startsWith('#');
}

/** What headings are called in addresses: as the hosts of repositories make them, the second of a name with -1. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const found = new Set<string>();
  const fenced = text.replace(/^( {0,3})(`{3,}|~{3,})[\s\S]*?^ {0,3}\2/gm, '');
  for (const [, heading = ''] of fenced.matchAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm)) {
    const name = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    found.add(before === 0 ? name : `${name}-${before}`);
  }
  return found;
}

/** The files that links may lead to. */
export interface Tree {
  /** From the root, with forward slashes. */
  readonly files: ReadonlySet<string>;
  read(file: string): string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function problemOf(from: string, { target }: Link, { files, read }: Tree): string | null {
  const [path = '', anchor] = target.split('#');
  const named = decoded(path.replace(/\?.*$/, ''));
  const file = path === '' ? from : posix.join(named.startsWith('/') ? '' : posix.dirname(from), named);
  const whole = file.replace(/^\//, '').replace(/\/$/, '');
  if (whole.startsWith('..')) return 'leads out of the repository';
  const isFolder = [...files].some((one) => whole === '.' || one.startsWith(`${whole}/`));
  if (!files.has(whole) && !isFolder) return 'leads to no file of the repository';
  if (anchor === undefined || anchor === '' || !whole.endsWith('.md')) return null;
  const known = anchorsOf(read(whole));
  return known.has(decoded(anchor).toLowerCase()) ? null : `leads to a heading that ${whole} does not have`;
}

/**
 * Sentences about links of a file that lead nowhere: files that are not in the tree, headings that a file does not have.
 * Addresses of others are not looked at: whether they answer is no matter of this repository.
 *
 * @param from the file, from the root
 */
export function deadLinks(from: string, tree: Tree): readonly string[] {
  return linksOf(tree.read(from))
    .filter(({ target }) => isRelative(target) || target.startsWith('#'))
    .flatMap((link) => {
      const problem = problemOf(from, link, tree);
      return problem === null ? [] : [`${from}:${link.line}: "${link.target}" ${problem}: correct the link.`];
    });
}

/** Sentences about links that a gallery would show and that vsce does not lead to the repository. */
export function unledLinks(from: string, text: string): readonly string[] {
  return linksOf(text)
    .filter(({ target, rewritable }) => isRelative(target) && !rewritable)
    .map(
      ({ target, line }) =>
        `${from}:${line}: "${target}" would lead nowhere in the gallery: write it as [text](${target}).`,
    );
}

/**
 * The first link that vsce led elsewhere than it was told to, as it was and as it is; null where there is none.
 *
 * @param before a text as it was written
 * @param after the same text as it was packed
 * @param bases what its relative links have to be below
 */
export function strayLink(
  before: string,
  after: string,
  bases: readonly string[],
): { readonly from: string; readonly to: string } | null {
  const led = linksOf(after);
  for (const [at, { target }] of linksOf(before).entries()) {
    const to = led[at]?.target ?? '';
    const isBelow = bases.some((base) => to.toLowerCase().startsWith(`${base.toLowerCase()}/`));
    if (isRelative(target) && !isBelow) return { from: target, to };
  }
  return null;
}
