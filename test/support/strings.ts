/**
 * What there is to translate. `node test/support/strings.ts` says what is missing in l10n/; with `--write` it writes the
 * English bundle anew and puts what is gone out of the others. Translations are added to them by hand.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { operations } from '../../src/contract/operations.ts';
import { magicInputs } from '../../src/sandbox/magic.ts';
import { pageStrings } from '../../webview/strings.ts';
import { root } from './paths.ts';
import { type FileSentences, type Makers, makersIn, sentencesIn } from './sentences.ts';

/** Languages beside English, as VS Code names them. */
export const languages = ['hi'] as const;

const folder = join(root, 'l10n');

/** The sandbox's own answers are the service's words, not ours: only its magic inputs are shown. */
const sources = [
  'src/{contract,calls,requests,ledger,client,imports,tables,ui}/**/*.ts',
  'src/*.ts',
  // Of the others a text is what a body says, or a comment of exported code, which is English.
  'src/shapes/{confidence,kindWords}.ts',
  'src/shapes/export/{words,observedDocument}.ts',
  'src/sandbox/magic*.ts',
];

/** Expressions that are translated, and what their strings are taken from: see `listed`. */
export const listedExpressions: ReadonlySet<string> = new Set([
  'phrase.text',
  'field.label',
  'operation.category',
  'operation.shortTitle',
  'node.title',
  'group.title',
  'one.label',
  'one.description',
  'one.group',
]);

/** Strings of the tables that the ui translates through a variable. */
function listed(): string[] {
  return [
    ...operations.flatMap(({ category, shortTitle }) => [category, shortTitle]),
    ...operations.flatMap(({ requestFields }) => requestFields.map(({ label }) => label)),
    ...operations.flatMap(({ resultGroups }) => (resultGroups ?? []).map(({ title }) => title)),
    ...magicInputs.flatMap(({ label, description, group }) => [label, description, group]),
    ...pageStrings,
  ];
}

function files(): string[] {
  return globSync(sources, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

function text(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Makers of phrases that a file imports, by its name for them. */
function importedMakers(file: string, makers: ReadonlyMap<string, Makers>): Makers {
  const found = new Map<string, number>();
  for (const [, names, target] of text(file).matchAll(/^import \{([^}]*)\} from '(\.[^']+)';/gm)) {
    const from = makers.get(posix.join(dirname(file), target ?? ''));
    for (const name of (names ?? '').split(',').map((one) => one.trim())) {
      const place = from?.get(name);
      if (place !== undefined) found.set(name, place);
    }
  }
  return found;
}

/** What each file says; a maker may call one of another file, so makers are looked for twice. */
export function sentencesByFile(): ReadonlyMap<string, FileSentences> {
  const all = files();
  let makers = new Map<string, Makers>();
  for (let turn = 0; turn < 3; turn += 1) {
    makers = new Map(all.map((file) => [file, makersIn(text(file), importedMakers(file, makers))]));
  }
  return new Map(all.map((file) => [file, sentencesIn(text(file), importedMakers(file, makers))]));
}

/** Every string that has to be translated, sorted. */
export function stringsToTranslate(): string[] {
  const inFiles = [...sentencesByFile().values()].flatMap(({ found }) => [...found.keys()]);
  return [...new Set([...inFiles, ...listed()])].sort();
}

export type Bundle = Readonly<Record<string, string>>;

export function bundleFile(language: string): string {
  return join(folder, language === 'en' ? 'bundle.l10n.json' : `bundle.l10n.${language}.json`);
}

export function readBundle(language: string): Bundle {
  const file = bundleFile(language);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function writeBundle(language: string, bundle: Bundle): void {
  mkdirSync(folder, { recursive: true });
  const sorted = Object.fromEntries(Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(bundleFile(language), `${JSON.stringify(sorted, null, 2)}\n`);
}

/** What a bundle lacks, and what it has that nothing says any more. */
export function difference(
  bundle: Bundle,
  wanted: readonly string[],
): { readonly missing: readonly string[]; readonly unused: readonly string[] } {
  return {
    missing: wanted.filter((one) => !Object.hasOwn(bundle, one)),
    unused: Object.keys(bundle).filter((one) => !wanted.includes(one)),
  };
}

/** The holes of a sentence, `{0}` …, sorted: a translation may order them as it likes, but not drop or add one. */
export function holes(sentence: string): string {
  return (sentence.match(/\{\d+\}/g) ?? []).sort().join(' ');
}

function main(write: boolean): void {
  const wanted = stringsToTranslate();
  if (write) writeBundle('en', Object.fromEntries(wanted.map((one) => [one, one])));
  for (const language of ['en', ...languages]) {
    const bundle = readBundle(language);
    const { missing, unused } = difference(bundle, wanted);
    console.log(`${language}: ${missing.length} missing, ${unused.length} no longer used`);
    for (const one of missing) console.log(`  ${JSON.stringify(one)}: "",`);
    if (write && unused.length > 0) {
      writeBundle(
        language,
        Object.fromEntries(Object.entries(bundle).filter(([key]) => !unused.includes(key))),
      );
    } else if (unused.length > 0) console.log(`  no longer used: ${JSON.stringify(unused)}`);
    process.exitCode = !write && missing.length + unused.length > 0 ? 1 : 0;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.includes('--write'));
