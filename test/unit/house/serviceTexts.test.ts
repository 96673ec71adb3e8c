import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importsOf, read, sourceFiles } from './sources.ts';

/** What holds the rule, or makes words by it. */
const rule = /^src\/(contract\/cover(Text|Headers)|ui\/words\/both\/orderWords|ui\/answers\/saidView)\.ts$/;

/** Reads a code, an order_id or the message of an answer. */
const reads =
  /\b(?:order|older|newer|one|row|group|report|settlement|reading|line)\.(?:messageCode|orderId)\b|\breading\.message\b|[{,]\s*messageCode\s*[,}]/;

/** Files that read them and show none: each with why. */
const noWords: Readonly<Record<string, string>> = {
  'src/ui/batch/resultsAnswer.ts': 'hands them on to calls/batch/results',
  'src/ui/help/diagnostics.ts': 'says documented codes alone',
  'src/ui/answers/mend.ts': 'looks for documented codes alone',
  'src/ui/answers/orderReading.ts': 'hands them on to answerView',
  'src/ui/answers/shownOrder.ts': 'hands them on to answerView',
  'src/ui/usage/reconcileCommand.ts': 'compares them with a statement',
};

const readers = sourceFiles().filter((file) => file.startsWith('src/ui/') && reads.test(read(file)));

describe('texts of the service', () => {
  it('are read in the ui by files that know the rule, or that show none of them', () => {
    assert.ok(readers.length > 15, `only ${readers.length} files found`);
    const without = readers.filter((file) => !importsOf(file).some(({ to }) => rule.test(to)));
    const known = [...Object.keys(noWords), ...readers.filter((file) => rule.test(file))];
    assert.deepEqual(
      without.filter((file) => !known.includes(file)),
      [],
    );
    assert.deepEqual(
      Object.keys(noWords).filter((file) => !without.includes(file)),
      [],
      'needs no word here any more',
    );
  });
});
