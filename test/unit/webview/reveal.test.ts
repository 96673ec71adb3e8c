import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerView } from '../../../src/protocol/messages.ts';
import {
  addRevealed,
  addWords,
  hideRevealed,
  isAnyRevealed,
  keepMasked,
  nothingRevealed,
  sameReading,
  valuesOf,
  withRevealed,
} from '../../../webview/reveal.ts';
import { negative } from '../../e2e/page/samples.ts';

const path = 'data.result.rc_number';
const clear: AnswerView = {
  ...negative,
  groups: negative.groups.map((group) => ({
    ...group,
    values: group.values.map((value) =>
      value.masked ? { ...value, masked: false, text: 'XX00AB1234' } : value,
    ),
  })),
};
const allClear: AnswerView = { ...clear, raw: { ...clear.raw, text: 'in clear', masked: false } };
const shown = (answer: AnswerView) => valuesOf(answer).find((value) => value.path === path)?.text;

test('what was revealed stays so when a masked snapshot of the same answer arrives', () => {
  const revealed = addRevealed(nothingRevealed, negative, clear);
  assert.equal(shown(withRevealed({ ...negative, meaning: 'again' }, revealed)), 'XX00AB1234');
});

test('it does not spill over to another answer', () => {
  const revealed = addRevealed(nothingRevealed, negative, clear);
  assert.equal(shown(withRevealed({ ...negative, id: 'other' }, revealed)), 'XX••••••34');
});

test('one value revealed leaves the raw text masked; all of them reveal it', () => {
  const one = addRevealed(nothingRevealed, negative, clear);
  assert.equal(withRevealed(negative, one).raw.masked, true);
  const all = addRevealed(one, withRevealed(negative, one), allClear);
  assert.equal(withRevealed(negative, all).raw.text, 'in clear');
});

test('hiding one value hides the raw text with it', () => {
  const all = addRevealed(nothingRevealed, negative, allClear);
  const hidden = withRevealed(negative, hideRevealed(all, path));
  assert.deepEqual([shown(hidden), hidden.raw.masked], ['XX••••••34', true]);
  assert.equal(hideRevealed(all, null), nothingRevealed);
});

test('a host that remembers what was revealed does not undo Hide', () => {
  const next = keepMasked(negative, { ...allClear, meaning: 'later' });
  assert.deepEqual([next && shown(next), next?.raw.masked, next?.meaning], ['XX••••••34', true, 'later']);
});

test('an order that settled otherwise shows its new values', () => {
  const settled: AnswerView = { ...clear, outcome: 'verified' };
  assert.equal(keepMasked(negative, settled), settled);
  assert.equal(keepMasked(null, settled), settled);
  assert.equal(keepMasked(negative, null), null);
});

test('values that were never masked are not counted as revealed', () => {
  assert.deepEqual([...addRevealed(nothingRevealed, negative, clear).values.keys()], [path]);
});

test('the words of the service are revealed and covered with all the rest', () => {
  const headers = [['x-customer', '••••••']] as const;
  const covered: AnswerView = {
    ...negative,
    message: 'For ••••••.',
    headers,
    saidCovered: true,
    wordsCovered: true,
  };
  const words = { message: 'For anybody.', headers: [['x-customer', 'anybody']] as const };
  const exact: AnswerView = { ...covered, ...words, saidCovered: false, wordsCovered: false };
  const revealed = addRevealed(nothingRevealed, covered, exact);
  assert.equal(isAnyRevealed(revealed), true);
  const seen = withRevealed(covered, revealed);
  assert.deepEqual([seen.message, seen.headers, seen.saidCovered], [words.message, words.headers, false]);
  assert.equal(withRevealed({ ...covered, id: 'other' }, revealed).message, 'For ••••••.');
  assert.equal(withRevealed(covered, hideRevealed(revealed, path)).message, 'For ••••••.');
  assert.equal(keepMasked(covered, exact)?.message, 'For ••••••.');
});

test('the words of the service alone are revealed without the values', () => {
  const covered: AnswerView = { ...negative, message: 'For ••••••.', saidCovered: true, wordsCovered: true };
  const exact: AnswerView = { ...clear, message: 'For anybody.', saidCovered: false, wordsCovered: false };
  const seen = withRevealed(covered, addWords(nothingRevealed, exact));
  assert.deepEqual([seen.message, seen.wordsCovered], ['For anybody.', false]);
  assert.deepEqual(seen.groups, covered.groups);
  assert.equal(seen.raw.masked, true);
});

test('what was revealed of a number ends when that number is reduced', () => {
  assert.equal(sameReading(negative, { ...negative, reduced: null }), true);
  assert.equal(sameReading(negative, { ...negative, reduced: 'four digits' }), false);
});
