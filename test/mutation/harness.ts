/**
 * The part of node:test that our unit tests use, in place of it while mutants are tried: a file of tests is read and run again and
 * again in one process, until the first test fails. A process for each mutant would take a hundred times as long.
 */
import { mock } from 'node:test';

type Body = (context: Context) => unknown;
interface Options {
  readonly skip?: boolean | string | undefined;
  readonly todo?: boolean | string | undefined;
}

interface Case {
  readonly name: string;
  readonly body: Body;
}

/** What a `describe`, or a file as a whole, holds. */
export interface Suite {
  readonly name: string;
  readonly children: (Suite | Case)[];
  readonly hooks: Readonly<Record<HookName, Body[]>>;
}
type HookName = 'before' | 'after' | 'beforeEach' | 'afterEach';

/** What a test is handed. */
class Context {
  readonly mock = mock;
  readonly signal: AbortSignal = new AbortController().signal;
  readonly ended: Body[] = [];
  readonly name: string;
  readonly fullName: string;

  constructor(name: string, path: readonly string[]) {
    this.name = name;
    this.fullName = [...path, name].join(' > ');
  }

  after(body: Body): void {
    this.ended.push(body);
  }

  diagnostic(): void {}

  async test(...given: Given): Promise<void> {
    const made = read(given);
    if (made !== null) await runCase(made, [this.fullName], []);
  }
}

type Given = readonly (string | Options | Body | undefined)[];

let current: Suite = suite('');
let waited: Promise<unknown>[] = [];

function suite(name: string): Suite {
  return { name, children: [], hooks: { before: [], after: [], beforeEach: [], afterEach: [] } };
}

/** A test's name and body in whatever order of arguments node:test takes; null for one that is not to run. */
function read(given: Given): Case | null {
  const body = given.find((one): one is Body => typeof one === 'function');
  const name = given.find((one): one is string => typeof one === 'string') ?? body?.name ?? '';
  const options = given.find((one): one is Options => typeof one === 'object') ?? {};
  const off = [options.skip, options.todo].some((one) => one !== undefined && one !== false);
  return off || body === undefined ? null : { name, body };
}

function addCase(...given: Given): Promise<void> {
  const made = read(given);
  if (made !== null) current.children.push(made);
  return Promise.resolve();
}

function addSuite(...given: Given): Promise<void> {
  const made = read(given);
  if (made === null) return Promise.resolve();
  const outer = current;
  const inner = suite(made.name);
  outer.children.push(inner);
  current = inner;
  try {
    const ends = made.body(new Context(made.name, []));
    if (ends instanceof Promise) waited.push(ends);
  } finally {
    current = outer;
  }
  return Promise.resolve();
}

function hook(name: HookName): (body: Body) => void {
  return (body) => {
    current.hooks[name].push(body);
  };
}

export const before: (body: Body) => void = hook('before');
export const after: (body: Body) => void = hook('after');
export const beforeEach: (body: Body) => void = hook('beforeEach');
export const afterEach: (body: Body) => void = hook('afterEach');
export const describe: typeof addSuite = addSuite;
export const test: typeof addCase = addCase;
export const it: typeof addCase = addCase;
export { mock };
// biome-ignore lint/style/noDefaultExport: node:test has one, which some tests import.
export default addCase;

/**
 * Reads a file of tests.
 * @param load imports it
 * @throws whatever the file throws
 */
export async function collect(load: () => Promise<unknown>): Promise<Suite> {
  const whole = suite('');
  current = whole;
  waited = [];
  await load();
  await Promise.all(waited);
  return whole;
}

/** A test that failed: its name and what it threw. */
export class TestFailed extends Error {
  constructor(path: readonly string[], cause: unknown) {
    super(path.filter((name) => name !== '').join(' > '), { cause });
  }
}

/**
 * Runs tests until one fails, hooks that clean up included.
 * @throws TestFailed
 */
export async function runSuite(
  whole: Suite,
  path: readonly string[] = [],
  around: readonly Suite[] = [],
): Promise<void> {
  const here = [...path, whole.name];
  const inside = [...around, whole];
  try {
    await naming([...here, 'before'], () => each(whole.hooks.before, new Context(whole.name, path)));
    for (const child of whole.children) {
      if ('children' in child) await runSuite(child, here, inside);
      else await runCase(child, here, inside);
    }
  } finally {
    await naming([...here, 'after'], () => each(whole.hooks.after, new Context(whole.name, path)));
  }
}

async function runCase(one: Case, path: readonly string[], around: readonly Suite[]): Promise<void> {
  const context = new Context(one.name, path);
  await naming([...path, one.name], async () => {
    try {
      for (const outer of around) await each(outer.hooks.beforeEach, context);
      await one.body(context);
    } finally {
      for (const outer of around.toReversed()) await each(outer.hooks.afterEach, context);
      await each(context.ended.toReversed(), context);
      mock.reset();
    }
  });
}

async function each(bodies: readonly Body[], context: Context): Promise<void> {
  for (const body of bodies) await body(context);
}

async function naming(path: readonly string[], act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof TestFailed ? error : new TestFailed(path, error);
  }
}
