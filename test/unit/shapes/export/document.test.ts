import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ShapeDocument } from '../../../../src/calls/ports/shapeExportPorts.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { type Phrase, plain } from '../../../../src/contract/words.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import { type LearnedShape, shortForm } from '../../../../src/shapes/model.ts';
import { assertGrowth } from '../../../support/steps.ts';
import { bodyOf, hostileKeys, type Plan, randomOf } from './bodies.ts';
import { learned } from './learned.ts';

function documentOf(shapes: readonly LearnedShape[], about: Partial<ShapeDocument> = {}): string {
  return shapeWriter.document({
    operation: operationById('email-bulk'),
    code: 'OK',
    place: 'Live',
    shapes,
    asOf: null,
    counts: true,
    beside: {},
    say: plain,
    ...about,
  });
}

const line = (text: string, label: string): string =>
  text.split('\n').find((one) => one.trimStart().startsWith(`${label}:`)) ?? '';

/** 14 inputs; two lack `score`, one has another type of `id`. */
const bodies = Array.from({ length: 14 }, (_, n) => ({
  message_code: 'OK',
  data: {
    result: {
      ...(n % 7 === 3 ? {} : { score: n }),
      id: n === 5 ? null : `id${n}`,
      state: n % 2 === 0 ? 'good' : 'bad',
      rows: Array.from({ length: n }, () => ({ a: 1 })),
    },
  },
}));

describe('the observed document', () => {
  const text = documentOf([learned(bodies)]);

  it('has a line for each path: kinds, how often, since when, lengths, values, documented or not', () => {
    assert.match(line(text, 'score'), /whole number · in 12 of 14 inputs · not documented$/);
    assert.match(line(text, 'id'), /text \(13\), null \(1\)/);
    assert.match(line(text, 'state'), /values: "bad" \(7\), "good" \(7\)/);
    assert.match(line(text, 'rows'), /list \(13\), empty list \(1\) .*entries: 0 to 13/);
    assert.match(line(text, 'message_code'), /documented: "OK"$/);
    assert.match(line(text, 'charged'), /^ {4}charged: documented: true · not seen$/);
    assert.match(text, /The documents do not show the result of this operation\./);
    assert.match(text, /Nothing is learned of it yet\.\n {2}\$: not seen|Nothing is learned of it yet\./);
  });

  it('is indented by depth, and does not depend on the order of the calls', () => {
    const depth = (label: string) => line(text, label).search(/\S/);
    assert.deepEqual(['data', 'result', 'rows', 'a'].map(depth), [4, 6, 8, 12]);
    const shape = learned(bodies);
    const reversed = documentOf([{ ...shape, paths: [...shape.paths].reverse() }]);
    assert.equal(reversed, text);
  });

  it('differs in one line where one field does, without counts', () => {
    const more = bodies.map((body, n) =>
      n === 0 ? { ...body, data: { result: { ...body.data.result, extra: true } } } : body,
    );
    const [one, other] = [bodies, [...more, ...more]].map((all) =>
      documentOf([learned(all)], { counts: false }).split('\n'),
    );
    const added = other?.filter((row) => !one?.includes(row)) ?? [];
    assert.equal(added.length, 1, added.join('\n'));
    assert.match(added[0] ?? '', /extra: boolean · not always there/);
    assert.equal(one?.filter((row) => !other?.includes(row)).length, 0);
  });

  it('says once, without counts, that few inputs taught: what they and many had in common stands alike', () => {
    const body = { message_code: 'OK', data: { result: { id: 'a', open: false } } };
    const [few, many] = [2, 40].map((inputs) =>
      documentOf([learned(Array.from({ length: inputs }, () => body))], { counts: false }).split('\n'),
    );
    const only = few?.filter((row) => !many?.includes(row));
    assert.deepEqual(only, ['  Learned from too few inputs to rely on what is always there.']);
    assert.deepEqual(
      many?.filter((row) => !few?.includes(row)),
      [],
    );
  });

  it('says a time once where the least and the most read alike', () => {
    const beside = { durations: { least: 98, median: 103, most: 148 }, price: null };
    const said = documentOf([learned(bodies)], { beside });
    assert.ok(said.includes('Answers took 0.1 s.'), said);
    assert.ok(!said.includes('half of them'), said);
  });

  it('tells what stands beside: limits, Retry-After, durations, the price, the day it is as of, what was cut short', () => {
    const shape = learned(bodies, {
      code: 'RATE_LIMITED',
      retryAfter: { seconds: 3 },
      stopped: [{ why: 'items', inputs: 2 }],
    });
    const beside = { durations: { least: 120, median: 900, most: 12_000 }, price: 'INR 2.50' };
    const said = documentOf([shape], { code: 'RATE_LIMITED', beside, asOf: Date.UTC(2026, 9, 1) });
    for (const sentence of [
      'Documented limits: 100 a minute, 5000 a day.',
      'Retry-After came as: seconds (3). Its form is not documented.',
      'Answers took 0.1 s to 12 s, half of them at most 0.9 s.',
      'Price you entered: INR 2.50. The documents show none.',
      'As known on 2026-10-01 (UTC)',
      'Not read to the end (number of inputs): lists too long (2).',
    ]) {
      assert.ok(said.includes(sentence), `${sentence}\n${said}`);
    }
  });

  it('tells the short form of HTTP 429, and of a code nobody documents that it is none', () => {
    const short = { success: false, message: 'Rate limit exceeded. Please try again later.', data: null };
    const said = documentOf([learned([short], { code: shortForm })], { code: shortForm });
    assert.match(said, /The short form of HTTP 429/);
    assert.match(line(said, 'data'), /null · always \(1\) · documented: null$/);
    assert.match(documentOf([], { code: 'NEWS' }), /^"NEWS": not documented$/m);
  });

  it('says every sentence through the translator, the words of kinds included', () => {
    const strange = (phrase: Phrase) => `<${(phrase.args ?? []).join('|')}>`;
    const said = documentOf([learned(bodies)], { say: strange });
    assert.doesNotMatch(said, /\b(inputs|since|documented|list|text|values)\b/);
  });

  it('keeps a key that is no plain word on its line', () => {
    const plan: Plan = { of: 'object', keys: hostileKeys.map((key) => [key, { of: 'text' }, false]) };
    const said = documentOf([learned([bodyOf(plan, randomOf(1))])]);
    assert.equal(said.split('\n').filter((row) => row.includes('not documented')).length, hostileKeys.length);
    assert.doesNotMatch(said, /[\u2028\u202e\ud800]/);
    assert.ok(said.includes('"a\\nb": text'));
  });

  it('of twice as many paths takes twice as long', () => {
    const wide = (groups: number) =>
      Object.fromEntries(
        Array.from({ length: groups }, (_, a) => [
          `group${a}`,
          Object.fromEntries(Array.from({ length: 50 }, (_unused, b) => [`field${b}`, `v${b}`])),
        ]),
      );
    const shape = (groups: number) => learned(Array.from({ length: 12 }, () => wide(groups)));
    const [some, twice] = [shape(20), shape(40)];
    assert.ok(twice.paths.length > 2000);
    assertGrowth('document', [some, twice], (one) => {
      assert.ok(documentOf([one]).split('\n').length > one.paths.length);
    });
  });
});
