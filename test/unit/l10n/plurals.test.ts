import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../house/sources.ts';

const bundle = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(root, 'l10n', name), 'utf8'));

const english = Object.keys(bundle('bundle.l10n.json'));

const nouns =
  'order_ids|orders|rows|calls|documents|numbers|requests|hours|minutes|seconds|days|files|batches|fields|entries|characters|lines|columns|values|items|bytes|cells|deviations|inputs|quotes|addresses|others'.split(
    '|',
  );

/** A number and, a few words on, what there are so many of; or that so many "are". */
const counted = new RegExp(`\\{\\d\\} (?:[\\w-]+ ){0,2}(?:${nouns.join('|')})\\b|^\\{\\d\\} are\\b`, 'i');

/** Spans of time that are named, not counted. */
const withoutSpans = (sentence: string): string => sentence.replaceAll(/\bin 24 hours\b/g, '');

/** Where there are always several, or the number counts something else. */
const neverOne: Readonly<Record<string, string>> = {
  'At least {0} characters. A few words that nobody would guess are easier to remember than symbols.':
    'a constant',
  'Copied {0} support quotes; they hold no personal data.': 'of one there is a sentence without a number',
  'Erase all {0} orders with the input {1}?': 'of one there is a sentence without a number',
  'Erase all {0} orders with these {1} inputs?': 'of one there is a sentence without a number',
  'Erase {0} orders?': 'of one there is a sentence without a number',
  'Export More Than {0} Orders': 'a constant',
  'Follow Up: {0} Orders': 'of one there is a sentence without a number',
  'Follow-up on {0}: {1} orders.': 'of one there is a sentence without a number',
  'Line {0} exceeds the {1} rows of a batch. Split the file.': 'a constant',
  'Follow-up removed from {0} orders.': 'of one there is a sentence without a number',
  'Note on {0} Orders': 'of one there is a sentence without a number',
  'Nothing to send: none of {0} rows is left.': 'of one there is a sentence without a number',
  'Request field {0} is left out: its choices must be a list of at most {1} strings or numbers in one line each, and its type string, or number where all are numbers.':
    'a constant',
  'Request field {0} is left out: its “name” must be a string and its “in” a list of at most {1} strings, together {2} characters at most, without line breaks.':
    'constants',
  'The documented limit of 24 hours is reached: {1} of {0} calls.': 'the documents have none of one call',
  'The documented limit of a minute is reached: {1} of {0} calls.': 'the documents have none of one call',
  'The settings have more than {0} request fields for {1}; the others are left out.': 'a constant',
  'There are more than {0} fields; the rest is left out.': 'a constant',
  'This text has {0} characters; at most {1} are kept. Keep the part that matters.': 'a text too long',
  'lookupFields: {0} has more than {1} fields; only the first ones are shown.': 'a constant',
  '{0} calls in a row did not succeed, the last: {1}.': 'of one there is a sentence without a number',
  '{0} entries': 'said of more than three',
  '{0} entries do not look like e-mail addresses, the first is entry {1}.': 'one is named by its place',
  '{0} entries repeat others; entry {1} repeats entry {2}.': 'one is named by its place',
  '{0} holds requests already.': 'the number is a name',
  '{0} orders noted.': 'said of several alone',
};

/** Letters and numbers of a sentence about one thing, in whatever form: 1 order needs, of {0} call. */
function isOfOne(plural: string): (sentence: string) => boolean {
  const noun = nouns.find((one) => counted.exec(plural)?.[0].toLowerCase().endsWith(` ${one}`));
  const single = (noun ?? 'is').replace(/(?:(?<=ss|ch)e)?s$/, '').replace(/ie$/, 'y');
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\b[a-z]{4}/g));
  const words = wordsOf(plural);
  const one = new RegExp(`(?:\\b1|\\{\\d\\}) (?:[\\w-]+ ){0,2}${noun === undefined ? 'is' : single}\\b`, 'i');
  return (sentence) => {
    const own = wordsOf(sentence);
    return one.test(sentence) && own.symmetricDifference(words).size <= Math.max(2, words.size);
  };
}

describe('a sentence with a number', () => {
  const plurals = english.filter((sentence) => counted.test(withoutSpans(sentence)));

  it('is found', () => assert.ok(plurals.length > 40, String(plurals.length)));

  for (const plural of plurals.filter((sentence) => neverOne[sentence] === undefined)) {
    it(`has a form for one: ${plural}`, () => {
      assert.ok(english.some((sentence) => sentence !== plural && isOfOne(plural)(sentence)));
    });
  }

  it('is excepted only where it is said', () => {
    const gone = Object.keys(neverOne).filter((sentence) => !plurals.includes(sentence));
    assert.deepEqual(gone, []);
  });
});
