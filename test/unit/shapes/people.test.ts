import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import { shapeWriter } from '../../../src/shapes/export/exports.ts';
import { noCode, type Observed } from '../../../src/shapes/model.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { responseHandler } from '../../../src/snippets/snippets.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';

const rc = operationById('rc-advanced');

interface Call {
  readonly request?: object;
  readonly result?: unknown;
}

function taught(calls: readonly Call[], operation: Operation = rc): MemoryShapes {
  const store = new MemoryShapes();
  for (const [n, { request = {}, result = {} }] of calls.entries()) {
    const seen = observed({
      operation,
      request: JSON.stringify({ rc_number: `XX00AB${1000 + n}`, ...request }),
      reading: { shape: 'envelope', messageCode: 'OK' },
      answer: JSON.stringify({ message_code: 'OK', data: { result } }),
      headers: [],
      receivedAt: n,
    });
    store.learn({ operation: 'rc-advanced', place: 'p', input: `print ${n}`, at: n }, seen);
  }
  return store;
}

function exported(store: MemoryShapes, operation: Operation = rc): string {
  return shapeWriter.export('typescript', { operations: [operation], shapes: store.all(), baseUrl: null });
}

function withPersonal(name: string): Operation {
  const fields = [{ name: 'rc_number' }, { name, personal: 'all', confirmed: true }];
  return withRequestFields(rc, readRequestFields({ 'rc-advanced': fields }));
}

const twelve = Array.from({ length: 12 }, (_, n) => n);
const people = /rameshwar|ashalata/i;
const oneOfTwo = (n: number): string => (n % 2 === 0 ? 'Rameshwar' : 'Ashalata');

describe('keys below a name that says whose they are', () => {
  const shares = { rameshwar: { share: 50 }, ashalata: { share: 50 } };
  for (const [what, result] of [
    ['of several', { owners: shares }],
    ['of several who are not personal by their name', { directors: shares }],
    ['in a list', { nominees: [shares] }],
    ['further down', { owner_details: { share: shares } }],
  ] as const) {
    it(`are nobody's fields, though the same few people are in each answer: ${what}`, () => {
      const store = taught(twelve.map(() => ({ result })));
      assert.doesNotMatch(exported(store), people);
      assert.doesNotMatch(store.stored(), people);
    });
  }

  it('are known as names elsewhere in their answer', () => {
    const store = taught(twelve.map(() => ({ result: { owners: shares, kind: 'rameshwar' } })));
    assert.doesNotMatch(exported(store) + store.stored(), people);
  });

  it('are learned below what is personal and nobody, and further down below who is not personal by name', () => {
    const block = { cirBlock: { trades: 1 } };
    for (const result of [{ credit_report: [block] }, { customer: { profile: block } }]) {
      assert.match(exported(taught(twelve.map(() => ({ result })))), /cirBlock/);
    }
  });
});

describe('keys below such a name that were learned before they were data', () => {
  const bulk = operationById('email-bulk');
  const seen = (name: string, n: number): Observed =>
    observed({
      operation: bulk,
      request: JSON.stringify({ emails: [`nobody${n}@example.invalid`] }),
      reading: { shape: 'envelope', messageCode: 'OK' },
      answer: JSON.stringify({ message_code: 'OK', data: { result: { [name]: { mxqzt: n, total: 1 } } } }),
      headers: [],
      receivedAt: n,
    });
  /** As versions before observed it, that told such a key from others whatever name it stood below. */
  const asBefore = (n: number): Observed =>
    JSON.parse(JSON.stringify(seen('vehicle', n)).replaceAll('"vehicle"', '"agent"'));
  const learn = (store: MemoryShapes, n: number, what: Observed) =>
    store.learn({ operation: bulk.id, place: 'p', input: `input ${n}`, at: n }, what);

  it('are told no more; vouched ones beside them are', () => {
    const store = new MemoryShapes();
    for (const n of twelve) learn(store, n, asBefore(n));
    const shapes = store.all().filter(({ side }) => side === 'answer');
    const text = shapeWriter.export('typescript', { operations: [bulk], shapes, baseUrl: null });
    assert.doesNotMatch(text, /mxqzt/);
    assert.match(text, /readonly total: number/);
  });

  it('are what stands there now: an answer like all before departs in nothing', () => {
    const store = new MemoryShapes();
    for (let n = 0; n < 150; n += 1) assert.deepEqual(learn(store, n, asBefore(n)), [], String(n));
    assert.deepEqual(learn(store, 150, seen('agent', 150)), []);
  });
});

describe('what the user calls personal', () => {
  it('is so with all that requests have below it', () => {
    const operation = withPersonal('tester');
    const store = taught(
      twelve.map((n) => ({ request: { tester: { kind: oneOfTwo(n) } } })),
      operation,
    );
    assert.doesNotMatch(exported(store, operation) + store.stored(), people);
  });

  it('is so in exports, whatever was learned before', () => {
    const store = taught([
      ...twelve.map((n) => ({ request: { agency: oneOfTwo(n) } })),
      ...twelve.map((n) => ({ result: { agency: oneOfTwo(n) } })),
    ]);
    assert.match(exported(store), people);
    const operation = withPersonal('agency');
    assert.doesNotMatch(exported(store, operation), people);
    const answers = store.all().filter(({ side }) => side === 'answer');
    assert.match(responseHandler(answers), people);
    assert.doesNotMatch(responseHandler(answers, operation), people);
  });

  it('leaves words of the envelope as they are', () => {
    const operation = withPersonal('message_code');
    assert.match(exported(taught(twelve.map(() => ({}))), operation), /"OK"|'OK'/);
  });
});

it('a code that has the short plate that was asked about is no code', () => {
  const codeOf = (plate: string, messageCode: string): string =>
    observed({
      operation: rc,
      request: JSON.stringify({ rc_number: plate }),
      reading: { shape: 'envelope', messageCode },
      answer: '{}',
      headers: [],
      receivedAt: 0,
    }).code;
  assert.equal(codeOf('XX00A1', 'NO_RECORD_FOR_XX00A1'), noCode);
  assert.equal(codeOf('XX-12-3', 'XX_12_3_NOT_FOUND'), noCode);
  assert.equal(codeOf('XX00A1', 'NO_RECORD_IN_V2'), 'NO_RECORD_IN_V2');
});
