import { licenceProblem, type Part } from './licences.ts';

/** Licences that may be named by an address instead of their text (CC BY 4.0, section 3(a)(1)(C)). */
const addresses: Readonly<Record<string, string>> = {
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/legalcode',
};

/** A licence's text, taken apart: whose it is, and what it says of everybody's. */
interface Text {
  readonly holders: readonly string[];
  readonly terms: string;
}

const title =
  /^\W*(the )?(mit|isc|0bsd|bsd( zero| [23]|-[23])?([ -]clause)?)( "[^"]*")? licen[cs]e( \([^)]*\))?\W*$/i;
const holder = /^\W{0,4}(copyright|\(c\)|©)/i;

/** Paragraphs without what differs by the file they were in: byte order mark, ends of lines, indentation. */
function paragraphsOf(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines
    .map((line) => line.trim())
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

function takeApart(text: string): Text {
  const rest = paragraphsOf(text).filter((paragraph) => !title.test(paragraph));
  // The notice stands before the terms; what begins so among them belongs to them.
  const first = rest.findIndex((paragraph) => !holder.test(paragraph));
  const end = first < 0 ? rest.length : first;
  return { holders: rest.slice(0, end), terms: rest.slice(end).join('\n\n') };
}

/** Two terms are the same where only lines are broken, or quotes drawn, differently. */
function sameness(terms: string): string {
  return terms.replace(/[“”]/g, '"').replace(/\s+/g, ' ').replace(/\W+$/, '').toLowerCase();
}

interface Group {
  readonly licence: string;
  readonly terms: string;
  readonly parts: string[];
}

function described({ name, version, note }: Part, holders: readonly string[]): string {
  const lines = [...holders.flatMap((one) => one.split('\n')), ...(note === '' ? [] : [note])];
  return [`${name} ${version}`, ...lines.map((line) => `  ${line.trim()}`)].join('\n');
}

function grouped(parts: readonly Part[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const part of parts) {
    const { holders, terms } = takeApart(part.text ?? '');
    const address = addresses[part.licence];
    const said = address === undefined ? terms : `The text of the licence: ${address}`;
    const key = `${part.licence}\n${sameness(said)}`;
    const group = groups.get(key) ?? { licence: part.licence, terms: said, parts: [] };
    // By address, the paragraphs of the text are not about this part.
    const named = address === undefined ? holders : [];
    const who = named.length === 0 && part.by !== '' ? [`By ${part.by}`] : named;
    group.parts.push(described(part, who));
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => (a.licence < b.licence ? -1 : a.licence > b.licence ? 1 : 0));
}

const line = '-'.repeat(80);

/**
 * The notices of everything of others that is shipped, sorted, each text once; throws with a sentence for each part that
 * may not be shipped.
 *
 * @param product the name of what they are shipped in
 */
export function noticesOf(product: string, parts: readonly Part[]): string {
  const problems = parts.map(licenceProblem).filter((problem) => problem !== null);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const key = ({ name, version }: Part): string => `${name.replace('@', '').toLowerCase()} ${version}`;
  const sorted = [...parts].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  const groups = grouped(sorted).map(({ licence, terms, parts: named }) =>
    [line, `Under ${licence}:`, ...named, terms].join('\n\n'),
  );
  const opening =
    `THIRD-PARTY NOTICES\n\n${product} contains the following, in part and minified. Each belongs to whoever is named ` +
    'with it; the terms\nstand below the parts that they hold for.';
  return `${[opening, ...groups].join('\n\n')}\n`;
}
