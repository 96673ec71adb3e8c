import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Compiler } from '../../mutation/compiler.ts';
import { means, readHarmless } from '../../mutation/harmless.ts';
import { changed, type Mutant, mutantsOf } from '../../mutation/mutants.ts';
import { Recorded } from '../../mutation/recorded.ts';
import { type FileResult, report, type Summary, summaryOf } from '../../mutation/report.ts';
import { type Ending, Trier } from '../../mutation/tried.ts';
import { idleOf } from '../../mutation/worker.ts';
import { removeFolder, root, temporaryFolder } from '../../support/paths.ts';
import { read } from '../house/sources.ts';

const folder = 'test/unit/mutation/planted';
const file = `${folder}/fare.ts`;
const text = readFileSync(join(root, file), 'utf8');
const mutants = mutantsOf(new Map([[file, text]]), new Set()).get(file) ?? [];
const trier = new Trier();
after(() => trier.end());

function tryWith(name: string, mutant: Mutant | null, by = trier): Promise<Ending> {
  const test = `${folder}/${name}.ts`;
  const changedText = mutant === null ? null : changed(text, mutant);
  return by.try({ ask: 'try', file, text: changedText, anew: [file, test], tests: [{ test, limit: 2000 }] });
}

async function left(name: string): Promise<readonly string[]> {
  const survivors: string[] = [];
  for (const mutant of mutants)
    if ((await tryWith(name, mutant)).end === 'survived')
      survivors.push(`${mutant.line}: ${text.slice(mutant.from, mutant.to)} → ${mutant.by}`);
  return survivors;
}

test('unchanged code passes, before and after changed code was tried in the same process', async () => {
  const number = mutants.find(({ kind }) => kind === 'number');
  assert.ok(number);
  const ends = [];
  for (const mutant of [null, number, null]) ends.push((await tryWith('strong', mutant)).end);
  assert.deepEqual(ends, ['survived', 'killed', 'survived']);
});

test('a weak test leaves what it does not look at', async () => {
  const survivors = await left('weak');
  assert.ok(survivors.includes('3: < → <='), survivors.join('\n'));
  assert.ok(survivors.includes('5: * → /'), survivors.join('\n'));
  // It does see that nothing is returned.
  assert.ok(!survivors.some((one) => one.includes('undefined')), survivors.join('\n'));
});

test('a strong test leaves nothing', async () => {
  assert.deepEqual(await left('strong'), []);
});

test('who killed a mutant is told by file and name', async () => {
  const twice = mutants.find(({ kind, line }) => kind === 'arithmetic' && line === 5);
  assert.ok(twice);
  assert.deepEqual(await tryWith('strong', twice), {
    end: 'killed',
    test: `${folder}/strong.ts`,
    by: 'fares by night',
  });
});

test('a loop without end is stopped, and the next mutant is tried', async () => {
  const nothing = mutants.find(({ kind, line, by }) => kind === 'returned' && line === 3 && by !== '31');
  assert.ok(nothing);
  const short = new Trier();
  try {
    const free: Mutant = { ...nothing, by: '0' };
    assert.deepEqual(await tryWith('endless', free, short), {
      end: 'timed out',
      test: `${folder}/endless.ts`,
    });
    assert.equal((await tryWith('endless', null, short)).end, 'survived');
  } finally {
    short.end();
  }
});

test('a test that waits for what nothing will bring is stopped', async () => {
  const end = { end: 'timed out', test: `${folder}/waiting.ts` };
  assert.deepEqual(await tryWith('waiting', null), end);
  assert.equal((await tryWith('strong', null)).end, 'survived');
});

test('what a file of tests runs is told by stretches that did not run', async () => {
  const covered = await trier.cover({ test: 'test/unit/contract/retryAfter.test.ts', limit: 20_000 });
  assert.equal(covered?.fault, null);
  const idle = covered?.idle ?? {};
  assert.ok(Object.hasOwn(idle, 'src/contract/retryAfter.ts'));
  assert.ok(!Object.hasOwn(idle, 'src/ledger/ledger.ts'));
  const ranges = [
    { startOffset: 0, endOffset: 100, count: 1 },
    { startOffset: 10, endOffset: 50, count: 0 },
    { startOffset: 20, endOffset: 30, count: 2 },
    { startOffset: 90, endOffset: 100, count: 0 },
  ];
  assert.deepEqual(idleOf(ranges), [
    [10, 20],
    [30, 50],
    [90, 100],
  ]);
});

test('the compiler refuses what nobody could have written, and forgets it', () => {
  const compiler = new Compiler();
  try {
    assert.equal(compiler.refuses(file, text), false);
    assert.equal(compiler.refuses(file, text.replace('return 30;', "return '';")), true);
    assert.equal(compiler.refuses(file, text.replace('return 30;', 'return 31;')), false);
    const other = 'src/contract/retryAfter.ts';
    assert.equal(compiler.refuses(other, `${read(other)}\nconst no: string = 1;\n`), true);
    assert.equal(compiler.refuses(file, text), false);
  } finally {
    compiler.close();
  }
});

test('the report counts, names the weakest file, and says of each survivor why it is left', () => {
  const ends = (all: readonly Ending['end'][]): FileResult['tried'] =>
    mutants.slice(0, all.length).map((mutant, at) => [mutant, { end: all[at] } as Ending]);
  const most = Array.from({ length: 11 }, () => 'killed' as const);
  const files: FileResult[] = [
    { file: 'src/calls/good.ts', text, all: 20, tried: ends([...most, 'refused']) },
    {
      file: 'src/calls/weak.ts',
      text,
      all: 13,
      tried: ends([...most.slice(2), 'timed out', 'survived', 'uncovered']),
    },
    { file: 'src/client/few.ts', text, all: 9, tried: ends(['survived']) },
  ];
  const [first] = mutants;
  assert.ok(first);
  const from = text.slice(first.from, first.to);
  const known = {
    file: 'src/client/few.ts',
    said: first.said,
    from,
    by: first.by,
    why: 'it is all the same',
  };
  const page = report(files.map((one) => summaryOf(one, [known])));
  assert.match(page, /^\| src\/calls \| 91\.3 % \| 21 \| 1 \| 1 \| 1 \| 24 of 33 \|$/m);
  assert.match(page, /^The weakest file: `src\/calls\/weak\.ts`, 83\.3 %\.$/m);
  assert.match(page, /: it is all the same$/m);
  assert.equal(page.match(/\*\*no test notices\*\*/g)?.length, 1);
  assert.equal(page.match(/\*\*no test runs it\*\*/g)?.length, 1);
  assert.ok(!page.includes(root));
});

test('what was tried elsewhere is known as long as its file stays as it is, and less was tried here', (t) => {
  const home = temporaryFolder('recorded');
  t.after(() => removeFolder(home));
  const place = join(home, 'recorded.jsonl');
  writeFileSync(place, '');
  const summary = (tried: number): Summary => ({
    file: 'src/calls/a.ts',
    score: { tried, killed: tried, survived: 0, uncovered: 0, refused: 0, all: 30 },
    left: ['- 1: `a` → `b`: it is all the same'],
  });
  const first = new Recorded(place);
  assert.equal(first.orNewer('text', summary(20)).score.tried, 20);
  first.write();
  const seen = (text: string, tried: number): number =>
    new Recorded(place).orNewer(text, summary(tried)).score.tried;
  assert.deepEqual([seen('text', 0), seen('text', 19), seen('text', 21)], [20, 20, 21]);
  assert.equal(seen('changed', 3), 3);
  const second = new Recorded(place);
  second.orNewer('changed', summary(0));
  second.write();
  assert.equal(readFileSync(place, 'utf8'), '');
});

test('each survivor that is called harmless is still a mutant of its file', () => {
  const known = readHarmless();
  const sources = new Map([...new Set(known.map((one) => one.file))].map((one) => [one, read(one)]));
  const all = mutantsOf(sources, new Set());
  for (const one of known) {
    const source = sources.get(one.file) ?? '';
    assert.ok(
      all.get(one.file)?.some((mutant) => means(one, one.file, source, mutant)),
      `${one.file} has no longer: ${one.said}: ${one.from} → ${one.by}`,
    );
    assert.ok(one.why.length > 10, one.said);
  }
});
