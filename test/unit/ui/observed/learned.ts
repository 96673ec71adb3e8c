import { type Environment, sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import type { OrderFilter, OrderSummary } from '../../../../src/calls/ports/ports.ts';
import type { ShapeWriter } from '../../../../src/calls/ports/shapeExportPorts.ts';
import type {
  LearnedHead,
  LearnedInputs,
  Learning,
  ShapeQuery,
} from '../../../../src/calls/ports/shapePorts.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import type { LearnedShape } from '../../../../src/shapes/model.ts';
import { pathText } from '../../../../src/shapes/path.ts';

export const dayMs = 86_400_000;
export const now = Date.UTC(2026, 10, 22, 12);
export const live: Environment = { name: 'acme', baseUrl: 'https://api.example.invalid', kind: 'live' };
export const test: Environment = { name: 'acme-test', baseUrl: 'https://test.example.invalid', kind: 'live' };
export const livePlace = 'https://api.example.invalid';

export function shape(
  part: Partial<LearnedShape> & { readonly inputs?: number; readonly since?: number },
): LearnedShape {
  const { inputs = 12, since = now - 40 * dayMs, ...more } = part;
  return {
    operation: 'rc-advanced',
    place: livePlace,
    side: 'answer',
    code: 'OK',
    seen: { inputs, since, last: now },
    paths: [],
    stopped: [],
    retryAfter: {},
    ...more,
  };
}

/** A ledger that learned these shapes, in memory. */
export class Learned implements Learning {
  shapesKnown: readonly LearnedShape[];
  readonly forgotten: string[] = [];
  old = { looked: 0, of: 0, learned: 0 };

  constructor(shapes: readonly LearnedShape[]) {
    this.shapesKnown = shapes;
  }

  async shapes({ operation, place, side, code, asOf }: ShapeQuery): Promise<readonly LearnedShape[]> {
    return this.shapesKnown.filter(
      (one) =>
        (operation === undefined || one.operation === operation) &&
        (place === undefined || one.place === place) &&
        (side === undefined || one.side === side) &&
        (code === undefined || one.code === code) &&
        (asOf === undefined || one.seen.since <= asOf),
    );
  }

  async heads(query: ShapeQuery): Promise<readonly LearnedHead[]> {
    return (await this.shapes(query)).map(({ operation, place, side, code, seen }) => ({
      ...{ operation, place, side, code },
      inputs: seen.inputs,
      since: seen.since,
    }));
  }

  /** Here no input had two codes, and each had an answer. */
  async inputs(query: ShapeQuery, codes?: readonly string[]): Promise<LearnedInputs> {
    const all = (await this.shapes(query)).filter(({ code }) => codes?.includes(code) ?? true);
    const at = new Map<string, number>();
    for (const { path, seen } of all.flatMap(({ paths }) => paths))
      at.set(pathText(path), (at.get(pathText(path)) ?? 0) + seen.inputs);
    const side = query.side ?? 'answer';
    return { inputs: all.reduce((sum, one) => sum + (one.side === side ? one.seen.inputs : 0), 0), at };
  }

  async drifts(): Promise<readonly never[]> {
    return [];
  }

  async unlearned(): Promise<number> {
    return this.old.of;
  }

  async learnOld(progress: (done: typeof this.old) => void, stop: () => boolean): Promise<typeof this.old> {
    const { of } = this.old;
    let done = { looked: 0, of, learned: 0 };
    for (let looked = 1; looked <= of && !stop(); looked += 1) {
      done = { looked, of, learned: Math.ceil(looked / 2) };
      progress(done);
    }
    return done;
  }

  async forget(operation: string): Promise<void> {
    this.forgotten.push(operation);
    this.shapesKnown = this.shapesKnown.filter((one) => one.operation !== operation);
  }
}

/** Writes what it was asked for, so that a test can read it. */
const writer: ShapeWriter = {
  formats: [
    { id: 'typescript', label: 'TypeScript', languageId: 'typescript', fileName: 'observed.ts' },
    { id: 'openapi', label: 'OpenAPI 3.1', languageId: 'json', fileName: 'openapi.json' },
  ],
  document: ({ operation, shapes, say: _, ...more }) =>
    JSON.stringify({
      operation: operation.id,
      codes: shapes.map(({ code, place }) => [code, place]),
      ...more,
    }),
  export: (format, { operations: wanted, shapes, baseUrl, simulated }) =>
    JSON.stringify({
      ...{ format, operations: wanted.map(({ id }) => id) },
      ...{ shapes: shapes.length, baseUrl, simulated },
    }),
};

/** As far as times and kinds are read of it. */
type TimedOrder = Pick<OrderSummary, 'environment' | 'identity' | 'origin' | 'kind' | 'totalMs'>;

export function timed(totalMs: number, more: Partial<TimedOrder> = {}): TimedOrder {
  return { environment: 'acme', identity: 'name:acme', origin: livePlace, kind: 'live', totalMs, ...more };
}

/** What commands work with, of environments that may be changed. */
export function servicesWith(
  learning: Learned,
  current: Environment = live,
  kept: readonly TimedOrder[] = [timed(30), timed(10), timed(20)],
): never {
  const all = [sandboxEnvironment, live, test];
  const ledger = {
    learning,
    onDidChange: () => () => undefined,
    identities: async () =>
      kept.map(({ identity, environment }) => ({ identity, names: [environment], earlier: [] })),
    list: async ({ filter: { environments = [], identities } }: { filter: OrderFilter }) => ({
      orders: kept.filter(
        (one) => environments.includes(one.environment) && (identities?.includes(one.identity) ?? true),
      ),
      next: null,
    }),
  };
  return {
    environments: {
      all: () => all,
      current: () => current,
      onDidChange: () => ({ dispose: () => undefined }),
    },
    ledger: async () => ledger,
    shapeWriter: async () => writer,
    operation: operationById,
    operations: () => operations,
    log: { warn: () => undefined },
    now: () => now,
  } as never;
}
