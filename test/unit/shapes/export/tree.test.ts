import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import { literalText, typeNames } from '../../../../src/shapes/export/names.ts';
import { type ShapeNode, shapeTree } from '../../../../src/shapes/export/tree.ts';
import { learnedTrees } from '../../../../src/shapes/export/trees.ts';
import type { LearnedShape } from '../../../../src/shapes/model.ts';
import { assertGrowth } from '../../../support/steps.ts';
import { learned } from './learned.ts';
import { validatorOf } from './tools.ts';

const rc = operationById('rc-advanced');

function nodeAt(shape: LearnedShape, ...keys: readonly string[]): ShapeNode {
  const { root } = shapeTree(operationById(shape.operation), shape.side, shape.code, shape);
  const found = keys.reduce<ShapeNode | undefined>((node, key) => node?.keys.get(key), root);
  assert.ok(found !== undefined, keys.join());
  return found;
}

const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const answer = (result: object, n: number): object => ({
  status: 'SUCCESS',
  status_code: 200,
  charged: true,
  success: true,
  message: `told ${n}`,
  message_code: 'OK',
  order_id: `o${n}`,
  data: { order_id: `o${n}`, error_code: '', result },
});

describe('a field', () => {
  const few = learned(
    times(4, (n) => answer({ rc_number: `ZZ${n}`, extra: n }, n)),
    { operation: 'rc-advanced' },
  );
  const many = learned(
    times(12, (n) => answer({ rc_number: `ZZ${n}`, extra: n }, n)),
    { operation: 'rc-advanced' },
  );

  it('that was never missing is demanded from nine inputs on, or where the documents promise it', () => {
    const required = (shape: LearnedShape, ...keys: readonly string[]) =>
      nodeAt(shape, 'data', 'result', ...keys).required;
    assert.deepEqual([required(few, 'extra'), required(many, 'extra')], [false, true]);
    assert.deepEqual([required(few, 'rc_number'), required(many, 'rc_number')], [true, true]);
  });

  it('that the documents promise and an answer lacked is not demanded', () => {
    assert.equal(nodeAt(many, 'data', 'result', 'owner_name').required, false);
    const lacking = learned(
      [answer({}, 0), { ...answer({}, 1), message: undefined }].map((one) => JSON.parse(JSON.stringify(one))),
    );
    assert.equal(nodeAt(lacking, 'message').required, false);
  });

  it('has the documented type beside those that came', () => {
    const nulls = learned([answer({ rc_number: null, variant: null }, 0)], { operation: 'rc-advanced' });
    assert.deepEqual(nodeAt(nulls, 'data', 'result', 'rc_number').types, ['string', 'null']);
    // Listed as nullable: what it is when filled is not shown.
    assert.deepEqual(nodeAt(nulls, 'data', 'result', 'variant').types, []);
    const filled = learned([answer({ variant: 'LX' }, 0)], { operation: 'rc-advanced' });
    assert.deepEqual(nodeAt(filled, 'data', 'result', 'variant').types, ['string', 'null']);
  });

  it('has the values of an enumeration as the only ones where enough inputs stand for them', () => {
    const states = (count: number, other: readonly string[] = []) =>
      nodeAt(
        learned([
          ...times(count, (n) => ({ state: n % 2 === 0 ? 'good' : 'bad' })),
          ...other.map((state) => ({ state })),
        ]),
        'state',
      );
    assert.equal(states(20).choices, null);
    assert.deepEqual(states(40).choices, ['bad', 'good']);
    assert.deepEqual(states(40, ['', '']).choices, ['', 'bad', 'good']);
    assert.equal(states(40, ['seen once']).choices, null);
    // A text that was asked about is not told of: one input more had a text there.
    const shape = learned(times(40, (n) => ({ state: n % 2 === 0 ? 'good' : 'bad' })));
    const untold = shape.paths.map((one) => ({
      ...one,
      ...(one.values === null ? {} : { untold: 1 }),
    }));
    assert.equal(nodeAt({ ...shape, paths: untold }, 'state').choices, null);
  });

  it('of a code is that code; what else the documents say of a value is told, for an answer seen may have had another', () => {
    assert.deepEqual(nodeAt(many, 'message_code').only, { value: 'OK' });
    assert.equal(nodeAt(many, 'status_code').only, null);
    const { root } = shapeTree(rc, 'answer', 'OK', null);
    assert.deepEqual(root.keys.get('status_code')?.only, { value: 200 });
    assert.deepEqual(root.keys.get('charged')?.only, { value: true });
  });
});

describe('bodies that were not looked through', () => {
  const bodies = times(12, (n) => ({ rows: [{ a: n }], total: n }));
  const kept = (why: LearnedShape['stopped'][number]['why']) =>
    JSON.parse(
      shapeWriter.export('json-schema', {
        operations: [operationById('email-bulk')],
        shapes: [learned(bodies, { stopped: [{ why, inputs: 1 }] })],
        baseUrl: null,
      }),
    );

  it('leave nothing demanded below lists where items were left out, and nothing at all where more was', () => {
    const strange = { rows: [{ a: 'text' }, 7], total: 1 };
    assert.equal(validatorOf(kept('depth'))(strange), false);
    assert.equal(validatorOf(kept('items'))(strange), true);
    assert.equal(validatorOf(kept('items'))({ ...strange, total: 'text' }), false);
    for (const why of ['paths', 'size'] as const)
      assert.equal(validatorOf(kept(why))({ total: 'text' }), true);
  });

  it('still tell their types to whoever reads', () => {
    const shapes = [learned(bodies, { stopped: [{ why: 'items', inputs: 1 }] })];
    const text = shapeWriter.export('typescript', {
      operations: [operationById('email-bulk')],
      shapes,
      baseUrl: null,
    });
    assert.match(text, /readonly a\?: number;/);
    assert.match(text, /too large to be looked through/);
  });
});

describe('keys that are data', () => {
  it('are any key of a map; one beside named keys says nothing of others', () => {
    const shape = learned(times(12, (n) => ({ total: n, by: { x: { ok: true } } })));
    const paths = shape.paths.map((one) => ({
      ...one,
      path: one.path.map((step) =>
        typeof step === 'object' && step.key === 'x' ? ('any-key' as const) : step,
      ),
    }));
    const wanted = {
      operations: [operationById('email-bulk')],
      shapes: [{ ...shape, paths }],
      baseUrl: null,
    };
    const validate = validatorOf(JSON.parse(shapeWriter.export('json-schema', wanted)));
    assert.ok(validate({ total: 1, by: { anybody: { ok: true }, another: { ok: false } } }));
    assert.ok(!validate({ total: 1, by: { anybody: { ok: 'yes' } } }));
    assert.match(shapeWriter.export('typescript', wanted), /readonly \[key: string\]: \{/);
    assert.match(
      shapeWriter.export('zod', wanted),
      /z\.object\(\{\n.*Any other key: [^\n]*\n *\}\)\.catchall\(/,
    );
    const odd = learned(times(12, (n) => ({ total: n, x: 'text' })));
    const beside = odd.paths.map((one) =>
      JSON.stringify(one.path) === '[{"key":"x"}]' ? { ...one, path: ['any-key' as const] } : one,
    );
    const schema = shapeWriter.export('json-schema', { ...wanted, shapes: [{ ...odd, paths: beside }] });
    assert.ok(validatorOf(JSON.parse(schema))({ total: 1, another: 7 }));
  });
});

describe('keys that are not named yet', () => {
  it('are told of, and demand nothing of other keys', () => {
    const shape = learned(times(3, (n) => ({ total: n, qzk: 'text' })));
    const paths = shape.paths.map((one) =>
      JSON.stringify(one.path) === '[{"key":"qzk"}]'
        ? { ...one, path: ['any-key' as const], unnamed: 1 }
        : one,
    );
    const wanted = {
      operations: [operationById('email-bulk')],
      shapes: [{ ...shape, paths }],
      baseUrl: null,
    };
    const validate = validatorOf(JSON.parse(shapeWriter.export('json-schema', wanted)));
    assert.ok(validate({ total: 1, another: 7 }));
    assert.match(
      shapeWriter.export('typescript', wanted),
      /keys that are not named yet: 1.*\n.*\[key: string\]: unknown/,
    );
    assert.match(shapeWriter.export('zod', wanted), /z\.looseObject/);
    assert.doesNotMatch(shapeWriter.export('zod', wanted), /catchall/);
  });
});

describe('an export', () => {
  it('of twice as many paths takes twice as long, in each format', () => {
    const shapesOf = (groups: number) => {
      const wide = Object.fromEntries(
        times(groups, (a) => [`group${a}`, Object.fromEntries(times(50, (b) => [`field${b}`, `v${b}`]))]),
      );
      return [learned(times(12, () => wide))];
    };
    const [some, twice] = [shapesOf(20), shapesOf(40)];
    for (const { id } of shapeWriter.formats)
      assertGrowth(id, [some, twice], (shapes) => {
        const text = shapeWriter.export(id, {
          operations: [operationById('email-bulk')],
          shapes,
          baseUrl: null,
        });
        assert.ok(text.includes('field49'), id);
      });
  });
});

describe('names', () => {
  it('of types are words of TypeScript, each given once, whatever the codes are', () => {
    const codes = [
      'OK',
      'ok',
      'O K',
      '*/',
      '',
      'ANSWER',
      'REQUEST_FOR_OK',
      '(no code)',
      '(429 without a code)',
      'कोड',
      '9',
    ];
    const shapes = codes.flatMap((code) =>
      (['request', 'answer'] as const).map((side) => learned([{}], { code, side })),
    );
    const trees = learnedTrees(operationById('email-bulk'), shapes);
    const names = typeNames(trees);
    const all = [
      ...trees.map(names.of),
      names.union('email-bulk', 'answer'),
      names.union('email-bulk', 'request'),
    ];
    assert.equal(new Set(all).size, 2 * codes.length + 2);
    for (const name of all) assert.match(name, /^[A-Z][A-Za-z0-9]*$/);
  });

  it('as literals end no script and no comment, and are the same text', () => {
    for (const text of ['</script>', '*/', '<!--', "it's", '\u2028', 'a\\b']) {
      const literal = literalText(text);
      assert.doesNotMatch(literal, /<\/|\*\/|<!--|\u2028/);
      // A literal of ours, read by JavaScript itself.
      assert.equal(new Function(`return ${literal}`)(), text);
    }
  });
});
