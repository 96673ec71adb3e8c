import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { plain } from '../../../src/contract/words.ts';
import { columnsOf } from '../../../src/shapes/columns.ts';
import { isRequired, presence, typesOf } from '../../../src/shapes/confidence.ts';
import { confirmable, fieldEvidence, fieldsBesides, workedCodes } from '../../../src/shapes/fields.ts';
import { type LearnedPath, type LearnedShape, noCode, shortForm } from '../../../src/shapes/model.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { pathText } from '../../../src/shapes/path.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';
import { pathOf } from '../../support/shapePath.ts';

const credit = operationById('credit-report');
const rc = operationById('rc-advanced');

interface Call {
  readonly request: unknown;
  readonly code?: string;
  readonly answer?: unknown;
  readonly times?: number;
}

function taught(calls: readonly Call[]): readonly LearnedShape[] {
  const store = new MemoryShapes();
  let input = 0;
  for (const { request, code = 'OK', answer = {}, times = 1 } of calls) {
    for (let time = 0; time < times; time += 1) {
      input += 1;
      const call = {
        operation: credit,
        request: JSON.stringify(request),
        reading: { shape: 'envelope', messageCode: code },
        answer: JSON.stringify(answer),
        headers: [],
        receivedAt: input,
      } as const;
      store.learn(
        { operation: 'credit-report', place: 'p', input: String(input), at: input },
        observed(call),
      );
    }
  }
  return store.all();
}

function answers(...bodies: readonly unknown[]): LearnedShape {
  const all = taught(bodies.map((answer) => ({ request: {}, answer })));
  return all.find(({ side }) => side === 'answer') ?? assert.fail();
}

function at({ paths }: LearnedShape, text: string): LearnedPath {
  return paths.find(({ path }) => pathText(path) === text) ?? assert.fail(text);
}

describe('one call', () => {
  const call = {
    operation: rc,
    request: '{"rc_number":"ZZ99ZZ9999"}',
    answer: '{}',
    headers: [],
    receivedAt: 0,
  } as const;
  const codeOf = (
    messageCode: string | null,
    shape: 'envelope' | 'short-429' | 'not-an-envelope' = 'envelope',
  ): string => observed({ ...call, reading: { shape, messageCode } }).code;

  it('teaches under its code, if that is one', () => {
    assert.equal(codeOf('NO_RECORD_FOUND'), 'NO_RECORD_FOUND');
    assert.equal(codeOf('CONSENT_REQUIRED'), 'CONSENT_REQUIRED');
    assert.equal(codeOf(null, 'short-429'), shortForm);
    for (const odd of [
      null,
      '',
      'RAMESH_KUMAR',
      'ok',
      'ZZ99ZZ9999',
      'STATUS_ZZ99ZZ9999',
      'A B',
      'X'.repeat(65),
    ]) {
      assert.equal(codeOf(odd), noCode, String(odd));
    }
  });

  it('tells how its Retry-After was written', () => {
    const form = (value: string): unknown =>
      observed({
        ...call,
        reading: { shape: 'envelope', messageCode: 'OK' },
        headers: [['retry-after', value]],
      }).retryAfter;
    assert.deepEqual(['30', 'Sun, 06 Nov 1994 08:49:37 GMT', 'soon', '1.5'].map(form), [
      'seconds',
      'date',
      'other',
      'other',
    ]);
    assert.equal(observed({ ...call, reading: { shape: 'envelope', messageCode: 'OK' } }).retryAfter, null);
  });

  it('keeps nothing that was asked about as key or value of its answer', () => {
    const { answer } = observed({
      ...call,
      request: '{"name":"Zaphodora Beeble","fetch_by":"mobile"}',
      reading: { shape: 'envelope', messageCode: 'OK' },
      answer:
        '{"data":{"result":{"status":"zaphodora","kind":"mobile","zaphodora":{"code":1},"beeble_rate":1}}}',
    });
    assert.doesNotMatch(JSON.stringify(answer), /zaphodora|beeble/i);
    assert.match(JSON.stringify(answer), /"values":\["mobile"\]/);
  });
});

describe('how sure one may be', () => {
  it('is said by the rule of three', () => {
    const say = (times: number, ...others: readonly unknown[]): string =>
      plain(presence(at(answers(...Array.from({ length: times }, () => ({ code: 1 })), ...others), 'code')));
    assert.equal(say(1), 'there in the only input');
    assert.equal(say(5), 'never missing in 5 inputs, too few to rely on');
    assert.equal(say(60), 'never missing in 60 inputs: missing in fewer than 1 of 20');
    assert.equal(say(5, {}, {}), 'missing in 2 of 7 inputs');
    assert.equal(
      plain(presence(at(answers({ items: [{ a: 1 }, {}] }), 'items[].a'))),
      'missing in part of 1 input',
    );
    assert.equal(plain(presence(at(answers({ 'a b': 1 }), '{}'))), 'in 1 input');
  });

  it('tells what is required, and of which types', () => {
    const shape = answers(
      { code: 1, count: 1, kind: '' },
      { code: null, count: 2.5, kind: 'x?' },
      { count: 1, kind: '' },
    );
    const of = (text: string): unknown => [isRequired(at(shape, text)), typesOf(at(shape, text))];
    assert.deepEqual(of('code'), [false, ['integer']]);
    assert.deepEqual(of('count'), [true, ['number']]);
    assert.deepEqual(of('kind'), [true, ['string']]);
  });
});

describe('a request field', () => {
  const shapes = taught([
    { request: { number: '0000000001', fetch_by: 'mobile' }, times: 12 },
    { request: { number: '0000000001' }, code: 'NO_RECORD_FOUND', times: 3 },
    { request: { number: 5, consent: true }, code: 'INVALID_INPUT', times: 2 },
    { request: { number: '1', list: ['a', 'b'], sub: { level: 3 } }, times: 1 },
    { request: { number: '1' }, code: 'RATE_LIMITED', times: 4 },
  ]);

  it('worked for so many inputs, and was rejected for so many', () => {
    const of = (operation: typeof rc, key: string) => fieldEvidence(operation, shapes, [key], null);
    assert.deepEqual(of(credit, 'number'), { worked: 16, rejected: 2 });
    assert.deepEqual(of(credit, 'fetch_by'), { worked: 12, rejected: 0 });
    assert.deepEqual(of(credit, 'consent'), { worked: 0, rejected: 2 });
    assert.deepEqual(of(rc, 'number'), { worked: 0, rejected: 0 });
  });

  it('worked for so many inputs of all its codes as whoever tells inputs apart says', () => {
    assert.deepEqual(workedCodes(credit, shapes), ['OK', 'NO_RECORD_FOUND']);
    assert.deepEqual(workedCodes(rc, shapes), []);
    const together = new Map([
      ['number', 13],
      ['sub.level', 1],
    ]);
    const of = (...keys: readonly string[]) => fieldEvidence(credit, shapes, keys, together);
    assert.deepEqual(of('number'), { worked: 13, rejected: 2 });
    assert.deepEqual(of('sub', 'level'), { worked: 1, rejected: 0 });
    assert.deepEqual(of('fetch_by'), { worked: 0, rejected: 0 });
  });

  it('that worked may be confirmed as it was sent', () => {
    assert.deepEqual(confirmable(credit, shapes, ['number']), {
      ...credit.requestFields.find(({ name }) => name === 'number'),
      type: 'string',
      required: true,
      assumed: 'stated-by-user',
    });
    assert.equal(confirmable(credit, shapes, ['consent']), null);
    assert.equal(confirmable(credit, shapes, ['sub']), null);
    const list = confirmable(credit, shapes, ['list']);
    assert.deepEqual(
      [list?.type, list?.required, list?.assumed, list?.path],
      ['string-list', false, 'stated-by-user', ['list']],
    );
    assert.deepEqual(confirmable(credit, shapes, ['sub', 'level'])?.type, 'number');
    assert.deepEqual(fieldsBesides(credit, shapes), [['list'], ['sub', 'level']]);
  });
});

describe('the columns of a list', () => {
  it('are those its items had in any answer', () => {
    const shape = answers(
      { items: [{ id: 1, sub: { a: 1, b: 2 } }] },
      { items: [{ id: 2, note: 'x?' }, 5] },
      { items: [] },
    );
    const list = pathOf('items') ?? [];
    assert.deepEqual(columnsOf(shape, list), [
      { key: null, inner: null, inputs: 2, always: false },
      { key: 'id', inner: null, inputs: 2, always: true },
      { key: 'sub', inner: 'a', inputs: 1, always: false },
      { key: 'sub', inner: 'b', inputs: 1, always: false },
      { key: 'note', inner: null, inputs: 1, always: false },
    ]);
    assert.deepEqual(columnsOf(shape, []), []);
    assert.deepEqual(columnsOf(answers({ items: [] }), list), []);
  });
});
