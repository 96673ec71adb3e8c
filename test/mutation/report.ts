import { type Harmless, means } from './harmless.ts';
import type { Mutant } from './mutants.ts';
import type { Ending } from './tried.ts';

/** A file with those of its mutants that were tried. */
export interface FileResult {
  readonly file: string;
  readonly text: string;
  /** All mutants it has, tried or not. */
  readonly all: number;
  readonly tried: readonly (readonly [Mutant, Ending])[];
}

/** What came of the mutants of a file, as it is written down. */
export interface Summary {
  readonly file: string;
  readonly score: Score;
  /** A line of Markdown for each that no test noticed. */
  readonly left: readonly string[];
}

export interface Score {
  readonly tried: number;
  readonly killed: number;
  readonly uncovered: number;
  readonly survived: number;
  readonly refused: number;
  readonly all: number;
}

/** What share of the mutants that compile some test noticed, in percent; null where none was tried. */
export function percent({ killed, uncovered, survived }: Score): number | null {
  const counted = killed + uncovered + survived;
  return counted === 0 ? null : (100 * killed) / counted;
}

export function scoreOf(files: readonly FileResult[]): Score {
  const ends = files.flatMap(({ tried }) => tried.map(([, { end }]) => end));
  const count = (...wanted: readonly Ending['end'][]): number =>
    ends.filter((end) => wanted.includes(end)).length;
  return {
    tried: ends.length,
    killed: count('killed', 'timed out'),
    uncovered: count('uncovered'),
    survived: count('survived'),
    refused: count('refused'),
    all: files.reduce((sum, { all }) => sum + all, 0),
  };
}

export function summaryOf(result: FileResult, harmless: readonly Harmless[]): Summary {
  return { file: result.file, score: scoreOf([result]), left: survivors(result, harmless) };
}

function sumOf(files: readonly Summary[]): Score {
  const sum = (name: keyof Score): number => files.reduce((all, { score }) => all + score[name], 0);
  return {
    tried: sum('tried'),
    killed: sum('killed'),
    uncovered: sum('uncovered'),
    survived: sum('survived'),
    refused: sum('refused'),
    all: sum('all'),
  };
}

/** The fewest mutants of a file from which its score is compared with others'. */
const enough = 10;

/** The report as Markdown. */
export function report(files: readonly Summary[]): string {
  const tried = files.filter(({ score }) => score.tried > 0);
  const ranked = tried
    .filter((file) => counted(file) >= enough)
    .toSorted((a, b) => (percent(a.score) ?? 0) - (percent(b.score) ?? 0));
  const [weakest] = ranked;
  const folders = Map.groupBy(files, ({ file }) => file.split('/').slice(0, 2).join('/'));
  const lines = [
    ...head,
    '## Score',
    '',
    tableHead('folder'),
    ...[...folders].map(([folder, those]) => row(folder, those)),
    row('all', files),
    '',
    weakest === undefined ? '' : `The weakest file: \`${weakest.file}\`, ${shown(weakest.score)}.`,
    '',
    '## Files',
    '',
    `Those of which something was tried, the weakest first; below ${enough} mutants that compile, last.`,
    '',
    tableHead('file'),
    ...[...ranked, ...tried.filter((file) => !ranked.includes(file))].map((file) => row(file.file, [file])),
    '',
    '## Survivors',
    '',
    ...tried.flatMap(({ file, left }) => (left.length === 0 ? [] : [`### \`${file}\``, '', ...left, ''])),
  ];
  return `${lines.join('\n').trim()}\n`;
}

const head = [
  '# Mutation testing',
  '',
  '`npm run mutate -- --only FILE|FOLDER [--sample N] [--seed S]` changes the code in one place at a time and looks for a unit test that notices;',
  '`npm run mutate -- --report` writes this page from what was tried. What is changed: [`test/mutation/kinds.ts`](../test/mutation/kinds.ts).',
  '',
  '- *killed*: a test failed, or did not end in four times what it takes and two seconds more.',
  '- *survived*: every test that runs the place passed. *Not run*: no test runs the place. Both count against the score.',
  '- *refused*: the compiler finds a fault in the changed file, so nobody could have written it. Not counted.',
  '- Left alone: types, imports, sentences for the user (`test/unit/l10n` holds these to the sources on disk), and what a list is taken apart with where an item may be missing.',
  '- Tests that run: those of `test/unit` but `ui`, `house`, `l10n`, `release`, `bench` and `fuzz`, and those that take more than 30 s of the processor. Processes that a test starts run the unchanged code.',
  '- What came of a file on another machine stands in `test/mutation/recorded.jsonl`, and counts for as long as the file stays as it is.',
  '- With `--tests FOLDER|FILE` these tests of `test/unit` are asked alone, with `--longest MS` those that end so soon, and *not run* means by none of them. What stands here was asked of `calls` for `src/calls` and of `contract` for `src/contract`, some of the latter of both.',
  '',
];

function counted({ score: { killed, uncovered, survived } }: Summary): number {
  return killed + uncovered + survived;
}

function tableHead(what: string): string {
  return `| ${what} | score | killed | survived | not run | refused | tried of all |\n|---|---:|---:|---:|---:|---:|---:|`;
}

function shown(score: Score): string {
  const value = percent(score);
  return value === null ? '–' : `${value.toFixed(1)} %`;
}

function row(name: string, files: readonly Summary[]): string {
  const score = sumOf(files);
  return `| ${name} | ${shown(score)} | ${score.killed} | ${score.survived} | ${score.uncovered} | ${score.refused} | ${score.tried} of ${score.all} |`;
}

function survivors(result: FileResult, harmless: readonly Harmless[]): string[] {
  const { file, text, tried } = result;
  const left = tried.filter(([, { end }]) => end === 'survived' || end === 'uncovered');
  return left.map(([mutant, { end }]) => {
    const why = harmless.find((one) => means(one, file, text, mutant))?.why;
    const was = short(text.slice(mutant.from, mutant.to));
    const about = why ?? (end === 'uncovered' ? '**no test runs it**' : '**no test notices**');
    return `- ${mutant.line}: ${code(was)} → ${code(short(mutant.by))}: ${about}`;
  });
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

/** Between back-quotes that do not end within it. */
function code(text: string): string {
  if (text === '') return 'nothing';
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
