import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { operationById } from '../../../../src/contract/operations.ts';
import { shapeWriter } from '../../../../src/shapes/export/exports.ts';
import type { ShapeNode } from '../../../../src/shapes/export/tree.ts';
import { shapeTree } from '../../../../src/shapes/export/tree.ts';
import type { LearnedShape } from '../../../../src/shapes/model.ts';
import { observed } from '../../../../src/shapes/observed.ts';
import { MemoryShapes } from '../../../support/memoryShapes.ts';
import { bodyOf, enveloped, hostileKeys, type Plan, plans, randomOf } from './bodies.ts';
import { learned } from './learned.ts';
import { compiled, constantText, evaluated, folderInside, openApiFaults, validatorOf } from './tools.ts';

interface Taught {
  readonly shape: LearnedShape;
  readonly bodies: readonly unknown[];
}

const operation = operationById('email-bulk');
const seed = 21;
const randomPlans = 30;

/** As a body arrives: from its text. */
function parsed(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}

function taughtBy(plan: Plan, inputs: number, from: number): Taught {
  const random = randomOf(from);
  const bodies = Array.from({ length: inputs }, () => parsed(bodyOf(plan, random)));
  return { shape: learned(bodies), bodies };
}

/** As taughtBy, but learned by the product itself, from the text. */
function taughtByText(plan: Plan, inputs: number, from: number): Taught {
  const random = randomOf(from);
  const memory = new MemoryShapes();
  const bodies = Array.from({ length: inputs }, (_, n) => {
    const answer = JSON.stringify(bodyOf(plan, random));
    const asked = { operation: operation.id, place: 'https://service.example', input: String(n), at: n };
    const reading = { shape: 'envelope', messageCode: 'OK' } as const;
    memory.learn(asked, observed({ operation, request: null, reading, answer, headers: [], receivedAt: n }));
    return JSON.parse(answer);
  });
  const [shape] = memory.all();
  assert.ok(shape !== undefined);
  return { shape, bodies };
}

const planted: readonly Plan[] = [
  { of: 'object', keys: hostileKeys.map((key) => [key, { of: 'text' }, false]) },
  { of: 'object', keys: hostileKeys.map((key) => [key, { of: 'integer' }, true]) },
  enveloped({ of: 'object', keys: [['verdict', { of: 'choice', values: ['good', 'bad'] }, false]] }),
  enveloped({ of: 'list', item: { of: 'either', plans: [{ of: 'text' }, { of: 'null' }] } }),
  enveloped({
    of: 'either',
    plans: [{ of: 'object', keys: [['a', { of: 'number' }, true]] }, { of: 'null' }],
  }),
];

const all: readonly Taught[] = [
  ...planted.map((plan, at) => taughtBy(plan, 50, at)),
  ...fc
    .sample(plans, { numRuns: randomPlans, seed })
    .map((plan, at) => taughtBy(plan, 3 + (at % 25), 100 + at)),
  ...planted.map((plan, at) => taughtByText(plan, 50, at)),
  ...fc
    .sample(plans, { numRuns: 15, seed: seed + 1 })
    .map((plan, at) => taughtByText(plan, 3 + (at % 40), 300 + at)),
];

const wanted = (shape: LearnedShape) => ({ operations: [operation], shapes: [shape], baseUrl: null });

/** A node that every body has along keys alone, whose type is known, and the keys to it. */
function demanded(node: ShapeNode, keys: readonly string[] = []): readonly (readonly string[])[] {
  if (node.types.join() !== 'object') return [];
  return [...node.keys].flatMap(([key, child]) => {
    // zod reads no __proto__, and half a character is in no JSON Schema.
    if (!child.required || key === '__proto__' || !key.isWellFormed()) return [];
    const here = child.types.length === 0 || child.types.includes('array') ? [] : [[...keys, key]];
    return [...here, ...demanded(child, [...keys, key])];
  });
}

/** The body with a list in place of what stands at some keys. */
function mutated(body: unknown, [key, ...others]: readonly string[]): unknown {
  if (key === undefined) return [[]];
  return Object.fromEntries(
    Object.entries(Object(body)).map(([name, inner]) => [
      name,
      name === key ? mutated(inner, others) : inner,
    ]),
  );
}

const mutants: readonly { readonly at: number; readonly body: unknown }[] = all.flatMap(
  ({ shape, bodies }, at) => {
    const { root } = shapeTree(operation, 'answer', 'OK', shape);
    return demanded(root).map((keys) => ({ at, body: parsed(mutated(bodies[0], keys)) }));
  },
);

describe('what bodies taught, exported,', () => {
  it('is worth the trying: with demands, hostile keys and unions among it', () => {
    assert.ok(mutants.length > 50, String(mutants.length));
    assert.ok(all.some(({ shape }) => shape.paths.some(({ kinds }) => Object.keys(kinds).length > 2)));
  });

  it('as JSON Schema 2020-12 accepts each of them and no mutant', () => {
    const validators = all.map(({ shape }) =>
      validatorOf(JSON.parse(shapeWriter.export('json-schema', wanted(shape)))),
    );
    all.forEach(({ bodies }, at) => {
      for (const body of bodies) {
        const validate = validators[at];
        assert.ok(validate?.(body), `${at} ${JSON.stringify(validate?.errors)} ${JSON.stringify(body)}`);
      }
    });
    for (const { at, body } of mutants) assert.equal(validators[at]?.(body), false, JSON.stringify(body));
  });

  it('as OpenAPI 3.1 is valid, and its schema accepts each of them and no mutant', async () => {
    for (const [at, { shape, bodies }] of all.entries()) {
      // A validator takes a tenth of a second.
      if (at >= planted.length && at % 4 > 0) continue;
      const text = shapeWriter.export('openapi', wanted(shape));
      assert.equal(await openApiFaults(text), null, String(at));
      const { EmailBulkOk } = JSON.parse(text).components.schemas;
      const validate = validatorOf(EmailBulkOk);
      for (const body of bodies) assert.ok(validate(body), JSON.stringify(validate.errors));
      for (const mutant of mutants.filter((one) => one.at === at)) assert.equal(validate(mutant.body), false);
    }
  });
});

describe('TypeScript and zod of what bodies taught', () => {
  const folder = folderInside();
  const files = Object.fromEntries(
    all.flatMap(({ shape, bodies }, at) => {
      const constants = bodies
        .slice(0, 6)
        .map(
          (body, n) =>
            `const body${n} = [${constantText(body)}] as const;\nexport const taught${n}: EmailBulkOk = body${n}[0];`,
        );
      return [
        [`types${at}.mts`, shapeWriter.export('typescript', wanted(shape))],
        [
          `bodies${at}.mts`,
          [`import type { EmailBulkOk } from './types${at}.mjs';`, ...constants].join('\n'),
        ],
        [`zod${at}.mts`, shapeWriter.export('zod', wanted(shape))],
      ];
    }),
  );
  it('compile at their strictest, with the bodies as values of their types', () => {
    assert.equal(compiled(folder, files), '');
    const wrong = {
      'types.mts': files['types2.mts'] ?? '',
      'wrong.mts':
        "import type { EmailBulkOk } from './types.mjs';\nexport const wrong: EmailBulkOk = { message_code: 'OK' } as const;\n",
    };
    assert.match(compiled(join(folder, 'wrong'), wrong), /wrong\.mts.*error TS/);
  });

  it('as zod accepts each of them and no mutant, and is what the JSON Schema is', async () => {
    for (const [at, { bodies }] of all.entries()) {
      const { emailBulkOk } = await evaluated(join(folder, `zod${at}.mts`));
      assert.ok(emailBulkOk instanceof z.ZodType);
      for (const body of bodies) {
        const { success, error } = emailBulkOk.safeParse(body);
        assert.ok(success, `${at} ${error?.message} ${JSON.stringify(body)}`);
      }
      for (const mutant of mutants.filter((one) => one.at === at)) {
        assert.equal(
          emailBulkOk.safeParse(mutant.body).success,
          false,
          `${at} ${JSON.stringify(mutant.body)}`,
        );
      }
      // Neither half a character nor __proto__ gets through zod's own conversion and ajv.
      if (/ud800|__proto__/.test(files[`zod${at}.mts`] ?? '')) continue;
      const back = validatorOf(z.toJSONSchema(emailBulkOk, { io: 'input' }));
      for (const body of bodies) assert.ok(back(body), JSON.stringify(back.errors));
    }
  });
});
