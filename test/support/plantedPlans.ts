import fc from 'fast-check';
import type { Dice } from './plantedShapes.ts';

/** A shape from which answers are made. */
export type Plan =
  | { readonly of: 'plain'; readonly values: readonly unknown[] }
  | { readonly of: 'list'; readonly item: Plan; readonly least: number; readonly most: number }
  | { readonly of: 'object'; readonly fields: readonly PlannedField[] }
  | { readonly of: 'either'; readonly plans: readonly Plan[] };

interface PlannedField {
  readonly key: string;
  /** How often it is there. */
  readonly rate: number;
  readonly plan: Plan;
}

const keys = [
  'status',
  'score',
  'result',
  'items',
  'code',
  'frobnicate',
  'zaphod',
  'reasonCode',
  'is_valid',
  'a',
  '__proto__',
  'constructor',
  'toString',
];
const plain = fc.constantFrom<readonly unknown[]>(
  ['x?'],
  [1],
  [1.5, 2],
  [true, false],
  [null],
  ['', 'y?'],
  [null, 'z?'],
  [3, '4?'],
);
/** Plans at random. */
export const plans: fc.Arbitrary<Plan> = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ of: fc.constant('plain' as const), values: plain }),
    fc.record({
      of: fc.constant('list' as const),
      item: tie('plan'),
      least: fc.integer({ min: 0, max: 2 }),
      most: fc.integer({ min: 2, max: 3 }),
    }),
    fc.record({
      of: fc.constant('object' as const),
      fields: fc.uniqueArray(
        fc.record({
          key: fc.constantFrom(...keys),
          rate: fc.constantFrom(1, 1, 0.7, 0.5),
          plan: tie('plan'),
        }),
        {
          selector: ({ key }) => key,
          maxLength: 5,
        },
      ),
    }),
    fc.record({
      of: fc.constant('either' as const),
      plans: fc.array(tie('plan'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).plan;

/** An answer of a plan, as JSON text: what stands at `__proto__` is a key like any other. */
export function made(from: Plan, dice: Dice): string {
  if (from.of === 'plain') return JSON.stringify(from.values[dice.below(from.values.length)]);
  if (from.of === 'list') return `[${dice.many(from.least, from.most, () => made(from.item, dice)).join()}]`;
  if (from.of === 'either')
    return made(from.plans[dice.below(from.plans.length)] ?? { of: 'plain', values: [0] }, dice);
  const fields = from.fields.filter(({ rate }) => dice.chance(rate));
  return `{${fields.map(({ key, plan: inner }) => `${JSON.stringify(key)}:${made(inner, dice)}`).join()}}`;
}
