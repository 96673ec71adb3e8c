import fc from 'fast-check';

/** How a value at a place is made; what a planted or random service answers with. */
export type Plan =
  | { readonly of: 'text' | 'integer' | 'number' | 'boolean' | 'null' | 'empty' }
  | { readonly of: 'choice'; readonly values: readonly string[] }
  | {
      readonly of: 'object';
      readonly keys: readonly (readonly [key: string, plan: Plan, optional: boolean])[];
    }
  | { readonly of: 'list'; readonly item: Plan }
  | { readonly of: 'either'; readonly plans: readonly Plan[] };

/** Keys that a careless printer stumbles over, beside plain ones. */
export const hostileKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '*/ export const broken = 1; /*',
  'a\nb',
  "it's",
  '"quoted"',
  '</script>',
  '<!--',
  '\u2028',
  '\u202e',
  '\ud800',
  '',
  'two words',
  '`$' + '{1}`',
  'back\\slash',
  '1',
  'class',
  'ключ',
];

const plainKeys = ['status', 'items', 'score', 'name', 'valid_from', 'x1'];

/** A number of 0 up to, not with, 1. */
export type Random = () => number;

/** The same sequence for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<T>(list: readonly T[], random: Random): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new RangeError('nothing to pick from');
  return one;
}

/** One body by a plan; every call another one. */
export function bodyOf(plan: Plan, random: Random): unknown {
  switch (plan.of) {
    case 'text':
      return `t${random().toString(36).slice(2)}`;
    case 'integer':
      return random() < 0.1 ? 1e39 + 7 : Math.floor(random() * 2000) - 1000;
    case 'number':
      return random() * 10 + 0.001;
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'empty':
      return '';
    case 'choice':
      return pick(plan.values, random);
    case 'list':
      return Array.from({ length: Math.floor(random() * 4) }, () => bodyOf(plan.item, random));
    case 'either':
      return bodyOf(pick(plan.plans, random), random);
    case 'object':
      return Object.fromEntries(
        plan.keys
          .filter(([, , optional]) => !optional || random() < 0.6)
          .map(([key, inner]) => [key, bodyOf(inner, random)]),
      );
  }
}

const leaf: fc.Arbitrary<Plan> = fc.oneof(
  fc.constantFrom<Plan>(
    { of: 'text' },
    { of: 'integer' },
    { of: 'number' },
    { of: 'boolean' },
    { of: 'null' },
    { of: 'empty' },
    { of: 'choice', values: ['ACTIVE', 'BLOCKED', "it's */ </script>"] },
  ),
);

function objectPlan(inner: fc.Arbitrary<Plan>): fc.Arbitrary<Plan> {
  const key = fc.constantFrom(...hostileKeys, ...plainKeys, ...plainKeys, ...plainKeys);
  return fc
    .uniqueArray(fc.tuple(key, inner, fc.boolean()), { maxLength: 5, selector: ([name]) => name })
    .map((keys): Plan => ({ of: 'object', keys }));
}

/** Random plans: objects in lists in objects, unions, optional and hostile keys. */
export const plans: fc.Arbitrary<Plan> = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    objectPlan(tie('plan')),
    objectPlan(tie('plan')),
    tie('plan').map((item): Plan => ({ of: 'list', item })),
    fc.array(tie('plan'), { minLength: 2, maxLength: 3 }).map((all): Plan => ({ of: 'either', plans: all })),
  ),
})).plan;

/** An envelope around a result, as the service answers. */
export function enveloped(result: Plan): Plan {
  return {
    of: 'object',
    keys: [
      ['status', { of: 'choice', values: ['SUCCESS'] }, false],
      ['status_code', { of: 'integer' }, false],
      ['charged', { of: 'boolean' }, false],
      ['success', { of: 'boolean' }, false],
      ['message', { of: 'text' }, false],
      ['message_code', { of: 'choice', values: ['OK'] }, false],
      ['order_id', { of: 'text' }, true],
      [
        'data',
        {
          of: 'object',
          keys: [
            ['order_id', { of: 'text' }, false],
            ['result', result, false],
          ],
        },
        true,
      ],
    ],
  };
}
