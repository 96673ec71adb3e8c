import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Kind, kinds, type LearnedShape } from '../../../src/shapes/model.ts';
import { observe } from '../../../src/shapes/observe.ts';
import { pathText, textBelow } from '../../../src/shapes/path.ts';
import { MemoryShapes } from '../../support/memoryShapes.ts';
import { made, plans } from '../../support/plantedPlans.ts';
import { Dice } from '../../support/plantedShapes.ts';
import { pathOf } from '../../support/shapePath.ts';

interface Expected {
  readonly kinds: Set<Kind>;
  inputs: number;
  missing: number;
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty-array' : 'array';
  if (typeof value === 'string') return value === '' ? 'empty-string' : 'string';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** What each path of some values is, found out the slow and plain way: value by value. */
function plainly(bodies: readonly string[]): ReadonlyMap<string, Expected> {
  const found = new Map<string, Expected>();
  const objects: { readonly at: string; readonly input: number; readonly keys: ReadonlySet<string> }[] = [];
  const inputsOf = new Map<string, Set<number>>();
  const visit = (at: string, value: unknown, input: number): void => {
    const here = found.get(at) ?? { kinds: new Set(), inputs: 0, missing: 0 };
    found.set(at, here);
    here.kinds.add(kindOf(value));
    inputsOf.set(at, (inputsOf.get(at) ?? new Set()).add(input));
    if (Array.isArray(value)) for (const item of value) visit(textBelow(at, 'items'), item, input);
    else if (typeof value === 'object' && value !== null) {
      objects.push({ at, input, keys: new Set(Object.keys(value)) });
      for (const [key, inner] of Object.entries(value)) visit(textBelow(at, { key }), inner, input);
    }
  };
  for (const [input, body] of bodies.entries()) visit('', JSON.parse(body), input);
  for (const [at, expected] of found) {
    expected.inputs = inputsOf.get(at)?.size ?? 0;
    const last = pathOf(at)?.at(-1);
    const above = pathText(pathOf(at)?.slice(0, -1) ?? []);
    if (typeof last !== 'object') continue;
    const without = objects.filter((one) => one.at === above && !one.keys.has(last.key));
    expected.missing = new Set(without.map(({ input }) => input)).size;
  }
  return found;
}

function learnedFrom(bodies: readonly string[]): LearnedShape {
  const store = new MemoryShapes();
  for (const [input, body] of bodies.entries()) {
    const asked = { operation: 'email-bulk', place: 'p', input: `input ${input}`, at: input } as const;
    store.learn(asked, { code: 'OK', request: null, answer: observe(body), retryAfter: null });
  }
  return store.all()[0] ?? assert.fail('nothing was learned');
}

describe('shapes generated at random', () => {
  it('are learned as what was generated: paths, kinds, how many inputs had and lacked each', () => {
    const property = fc.property(plans, fc.integer(), (shape, seed) => {
      const dice = new Dice(seed);
      const bodies = Array.from({ length: 50 }, () => made(shape, dice));
      const expected = plainly(bodies);
      const learned = learnedFrom(bodies);
      const rare = learned.paths.filter(({ path }) => path.includes('any-key'));
      const unnamed = new Set(rare.map(({ path }) => pathText(path.slice(0, path.indexOf('any-key')))));
      for (const { path, seen, missing, kinds: found } of learned.paths) {
        if (path.includes('any-key')) continue;
        const one = expected.get(pathText(path)) ?? assert.fail(`${pathText(path)} was never generated`);
        assert.deepEqual(
          {
            at: pathText(path),
            inputs: seen.inputs,
            missing: missing?.inputs ?? 0,
            kinds: kinds.filter((kind) => found[kind] !== undefined),
          },
          {
            at: pathText(path),
            inputs: one.inputs,
            missing: one.missing,
            kinds: kinds.filter((kind) => one.kinds.has(kind)),
          },
        );
      }
      const shown = new Set(learned.paths.map(({ path }) => pathText(path)));
      for (const [at, { inputs }] of expected) {
        const isBelow = [...unnamed].some((above) => at.startsWith(above));
        // Only a key that nobody vouches for, and that was seldom there, may go without its name.
        assert.ok(
          shown.has(at) || (isBelow && inputs < 25),
          `${at} was in ${inputs} inputs and is not shown`,
        );
      }
    });
    fc.assert(property, { numRuns: 200, seed: 20_261_122 });
  });

  it('count an input once, however often and in whatever order it is asked again', () => {
    const property = fc.property(plans, fc.integer(), (shape, seed) => {
      const dice = new Dice(seed);
      const bodies = Array.from({ length: 20 }, () => made(shape, dice));
      const counts = (learned: LearnedShape): unknown =>
        learned.paths
          .filter(({ path }) => !path.includes('any-key'))
          .map(({ path, seen, of, missing, kinds: found }) => [
            pathText(path),
            seen.inputs,
            of,
            missing?.inputs,
            Object.keys(found).sort(),
          ])
          .sort();
      const store = new MemoryShapes();
      const teach = (input: number): void => {
        const asked = { operation: 'email-bulk', place: 'p', input: String(input), at: input } as const;
        const answer = observe(bodies[input] ?? '');
        store.learn(asked, { code: 'OK', request: null, answer, retryAfter: null });
      };
      for (const input of bodies.keys()) teach(input);
      const once = counts(store.all()[0] ?? assert.fail());
      for (const input of [...bodies.keys(), 3, 3, 7].reverse()) teach(input);
      assert.deepEqual(counts(store.all()[0] ?? assert.fail()), once);
    });
    fc.assert(property, { numRuns: 50, seed: 7 });
  });
});
