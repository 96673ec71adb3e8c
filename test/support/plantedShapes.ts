import type { LearnedShape } from '../../src/shapes/model.ts';
import { pathText } from '../../src/shapes/path.ts';

/** Random numbers of a seed, the same each time. */
export class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  chance(rate: number): boolean {
    return this.next() < rate;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  one<T>(from: readonly [T, ...T[]]): T {
    const at = this.below(from.length);
    return at === 0 ? from[0] : (from[at] as T);
  }

  many<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}

/** A service's answer of one shape, and what is to be learned of it, as `linesOf` writes it. */
export interface PlantedShape {
  readonly name: string;
  make(dice: Dice): unknown;
  readonly learned: readonly string[];
}

const some = (dice: Dice): string => dice.one(['x1', 'yy', 'zzz', '12 %', '??']) + dice.below(100);

/** Thirty shapes, each with what fifty different inputs must teach. */
export const plantedShapes: readonly PlantedShape[] = [
  {
    name: 'plain fields',
    make: (d) => ({ status: some(d), count: d.below(9) }),
    learned: ['status: string', 'count: integer'],
  },
  {
    name: 'an optional field',
    make: (d) => (d.chance(0.5) ? { code: 1, extra: true } : { code: 1 }),
    learned: ['code: integer', 'extra?: boolean'],
  },
  {
    name: 'a nullable field',
    make: (d) => ({ variant: d.chance(0.4) ? null : some(d) }),
    learned: ['variant: string|null'],
  },
  { name: 'a field that is always null', make: () => ({ variant: null }), learned: ['variant: null'] },
  {
    name: 'optional and nullable',
    make: (d) => (d.chance(0.3) ? {} : { score: d.chance(0.4) ? null : 7 }),
    learned: ['score?: integer|null'],
  },
  {
    name: 'a union of scalars',
    make: (d) => ({ value: d.one<unknown>([some(d), 5, true]) }),
    learned: ['value: string|integer|boolean'],
  },
  {
    name: 'a union of object and text',
    make: (d) => ({ address: d.chance(0.5) ? { city: some(d) } : some(d) }),
    learned: ['address: string|object', 'address.city: string'],
  },
  {
    name: 'a union of list and object',
    make: (d) => ({ entries: d.chance(0.5) ? [{ kind: 1 }] : { kind: 1 } }),
    learned: [
      'entries: object|array',
      'entries[]: object',
      'entries[].kind: integer',
      'entries.kind: integer',
    ],
  },
  {
    name: 'whole and broken numbers',
    make: (d) => ({ amount: d.chance(0.5) ? 3 : 2.5 }),
    learned: ['amount: integer|number'],
  },
  {
    name: 'empty texts',
    make: (d) => ({ rc_status: d.chance(0.5) ? '' : some(d), color: '' }),
    learned: ['rc_status: string|empty-string', 'color: empty-string'],
  },
  {
    name: 'a list of texts',
    make: (d) => ({ tags: d.many(1, 3, () => some(d)) }),
    learned: ['tags: array', 'tags[]: string'],
  },
  {
    name: 'a list that may be empty',
    make: (d) => ({ tags: d.many(0, 2, () => 1) }),
    learned: ['tags: array|empty-array', 'tags[]: integer'],
  },
  {
    name: 'a list that is always empty',
    make: () => ({ credit_report: [] }),
    learned: ['credit_report: empty-array'],
  },
  {
    name: 'a list of mixed items',
    make: (d) => ({ values: d.many(1, 4, () => d.one<unknown>([1, 'x9?', null])) }),
    learned: ['values: array', 'values[]: string|integer|null'],
  },
  {
    name: 'lists within lists',
    make: (d) => ({ rows: d.many(1, 3, () => d.many(1, 2, () => d.below(5))) }),
    learned: ['rows: array', 'rows[]: array', 'rows[][]: integer'],
  },
  {
    name: 'objects in a list',
    make: (d) => ({ items: d.many(1, 4, () => ({ id: d.below(9), note: some(d) })) }),
    learned: ['items: array', 'items[]: object', 'items[].id: integer', 'items[].note: string'],
  },
  {
    name: 'optional within a list',
    make: (d) => ({ items: d.many(1, 4, () => (d.chance(0.6) ? { id: 1, note: some(d) } : { id: 1 })) }),
    learned: ['items: array', 'items[]: object', 'items[].id: integer', 'items[].note?: string'],
  },
  {
    name: 'lists of objects in lists of objects',
    make: (d) => ({ accounts: d.many(1, 2, () => ({ payments: d.many(0, 2, () => ({ amount: 1 })) })) }),
    learned: [
      'accounts: array',
      'accounts[]: object',
      'accounts[].payments: array|empty-array',
      'accounts[].payments[]: object',
      'accounts[].payments[].amount: integer',
    ],
  },
  {
    name: 'required below optional',
    make: (d) => (d.chance(0.5) ? { policy: { type: some(d) } } : {}),
    learned: ['policy?: object', 'policy.type: string'],
  },
  {
    name: 'optional below optional',
    make: (d) => (d.chance(0.7) ? { policy: d.chance(0.5) ? { type: 1 } : {} } : {}),
    learned: ['policy?: object', 'policy.type?: integer'],
  },
  {
    name: 'one of two fields',
    make: (d) => (d.chance(0.5) ? { card: 1 } : { account: 2 }),
    learned: ['card?: integer', 'account?: integer'],
  },
  {
    name: 'a field that another decides',
    make: (d) => {
      const linked = d.chance(0.5);
      return { linked, ...(linked ? { masked: some(d) } : {}) };
    },
    learned: ['linked: boolean', 'masked?: string'],
  },
  {
    name: 'keys as data: addresses',
    make: (d) => ({
      results: Object.fromEntries(
        d.many(1, 3, () => [`someone${d.below(9999)}@example.com`, { valid: true }]),
      ),
    }),
    learned: ['results: object', 'results{}: object', 'results{}.valid: boolean'],
  },
  {
    name: 'keys as data: numbers',
    make: (d) => ({ months: Object.fromEntries(d.many(1, 5, () => [String(d.below(90)), 0.5])) }),
    learned: ['months: object', 'months{}: number'],
  },
  {
    name: 'keys as data: first names',
    make: (d) => ({
      shares: {
        [`${d.one(['ra', 'su', 'ki', 'mo'])}${d.one(['mesh', 'resh', 'ran', 'han'])}${d.one(['a', 'i', 'o', 'u', 'e'])}`]: 5,
      },
    }),
    learned: ['shares: object', 'shares{}: integer'],
  },
  {
    name: 'an enumeration',
    make: (d) => ({ fuel: d.one(['PETROL', 'DIESEL', 'CNG']) }),
    learned: ['fuel: string = CNG, DIESEL, PETROL'],
  },
  {
    name: 'an enumeration in a list',
    make: (d) => ({ checks: d.many(1, 3, () => ({ outcome: d.one(['passed', 'failed']) })) }),
    learned: ['checks: array', 'checks[]: object', 'checks[].outcome: string = failed, passed'],
  },
  {
    name: 'a nullable enumeration',
    make: (d) => ({ reason: d.chance(0.3) ? null : d.one(['no_mailbox', 'greylisted', 'timeout']) }),
    learned: ['reason: string|null = greylisted, no_mailbox, timeout'],
  },
  {
    name: 'one code with two results',
    make: (d) => ({
      result: d.chance(0.5) ? { linked: true, since: '2020-01-01' } : { linked: false, hint: null },
    }),
    learned: ['result: object', 'result.linked: boolean', 'result.since?: string', 'result.hint?: null'],
  },
  {
    name: 'field names that no one has heard of',
    make: (d) => ({ frobnicate: 1, ...(d.chance(0.5) ? { quuxify: some(d) } : {}) }),
    learned: ['frobnicate: integer', 'quuxify?: string'],
  },
];

/** What was learned, a line for each path below the root in any order: `?` = may be missing, then kinds, then an enumeration's values. */
export function linesOf({ paths }: LearnedShape): readonly string[] {
  return paths.flatMap(({ path, missing, kinds, values }) => {
    if (path.length === 0) return [];
    const words = (
      [
        'string',
        'empty-string',
        'integer',
        'number',
        'boolean',
        'null',
        'object',
        'array',
        'empty-array',
      ] as const
    )
      .filter((kind) => kinds[kind] !== undefined)
      .join('|');
    const enumeration =
      values === null
        ? ''
        : ` = ${values
            .map(({ value }) => value)
            .sort()
            .join(', ')}`;
    return [`${pathText(path)}${missing === null ? '' : '?'}: ${words}${enumeration}`];
  });
}
