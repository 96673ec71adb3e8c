/**
 * describe/it for suites that run inside VS Code's extension host, where node:test cannot report. Files register their
 * tests when they are loaded; `runAll` then runs them one after another and reports after each.
 */
import { format } from 'node:util';

type Body = () => void | Promise<void>;

interface Test {
  readonly kind: 'test';
  readonly name: string;
  readonly body: Body;
  readonly timeout: number;
}

interface Suite {
  readonly kind: 'suite';
  readonly name: string;
  readonly items: (Test | Suite)[];
  readonly before: Body[];
  readonly after: Body[];
  readonly afterEach: Body[];
}

export interface Result {
  readonly name: string;
  readonly milliseconds: number;
  /** The error with its stack; null when the test passed. */
  readonly error: string | null;
}

export interface Results {
  /** False while tests run: a host that died leaves it so, with `running` naming the test it died in. */
  readonly finished: boolean;
  readonly running: string | null;
  readonly results: readonly Result[];
}

const defaultTimeout = 60_000;
const root = newSuite('');
let current = root;

function newSuite(name: string): Suite {
  return { kind: 'suite', name, items: [], before: [], after: [], afterEach: [] };
}

export function describe(name: string, define: () => void): void {
  const suite = newSuite(name);
  const outer = current;
  outer.items.push(suite);
  current = suite;
  try {
    define();
  } finally {
    current = outer;
  }
}

export function it(name: string, body: Body, timeout = defaultTimeout): void {
  current.items.push({ kind: 'test', name, body, timeout });
}

export function before(body: Body): void {
  current.before.push(body);
}

export function after(body: Body): void {
  current.after.push(body);
}

export function afterEach(body: Body): void {
  current.afterEach.push(body);
}

/** Runs everything registered. `report` gets a whole snapshot before and after each test and at the end. */
export async function runAll(report: (results: Results) => void): Promise<readonly Result[]> {
  const results: Result[] = [];
  const attempt = async (name: string, timeout: number, body: Body): Promise<boolean> => {
    report({ finished: false, running: name, results });
    const started = performance.now();
    const error = await failureOf(body, timeout);
    if (error !== null || !name.endsWith(hookMark)) {
      results.push({ name, milliseconds: Math.round(performance.now() - started), error });
    }
    return error === null;
  };
  await runSuite(root, [], attempt);
  report({ finished: true, running: null, results });
  return results;
}

/** A hook counts only when it fails. */
const hookMark = ' (hook)';

type Attempt = (name: string, timeout: number, body: Body) => Promise<boolean>;

async function runSuite(suite: Suite, path: readonly Suite[], attempt: Attempt): Promise<void> {
  const inner = [...path, suite];
  const title = inner.map(({ name }) => name).filter((name) => name !== '');
  const full = (name: string) => [...title, name].join(' › ');
  let ready = true;
  for (const hook of suite.before) ready &&= await attempt(full(`before${hookMark}`), defaultTimeout, hook);
  for (const item of suite.items) {
    if (!ready) {
      const skipped = () => {
        throw new Error('not run: a before hook of its suite failed');
      };
      if (item.kind === 'test') await attempt(full(item.name), defaultTimeout, skipped);
      else await runSuite({ ...item, before: [skipped], after: [] }, inner, attempt);
    } else if (item.kind === 'suite') {
      await runSuite(item, inner, attempt);
    } else {
      await attempt(full(item.name), item.timeout, withHooks(item.body, inner));
    }
  }
  for (const hook of suite.after) await attempt(full(`after${hookMark}`), defaultTimeout, hook);
}

function withHooks(body: Body, path: readonly Suite[]): Body {
  return async () => {
    try {
      await body();
    } finally {
      for (const suite of path.toReversed()) for (const hook of suite.afterEach) await hook();
    }
  };
}

async function failureOf(body: Body, timeout: number): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${timeout} ms`)), timeout);
  });
  try {
    await Promise.race([Promise.resolve().then(body), late]);
    return null;
  } catch (error) {
    return format('%s', error instanceof Error ? (error.stack ?? error.message) : error);
  } finally {
    clearTimeout(timer);
  }
}
