import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/paths.ts';
import type { Asked, Limited, Told } from './worker.ts';

/** How a mutant ended. */
export type Ending =
  | { readonly end: 'killed'; readonly test: string; readonly by: string }
  /** A file of tests did not end in many times what it takes. */
  | { readonly end: 'timed out'; readonly test: string }
  | { readonly end: 'survived' }
  /** No test runs the changed place. */
  | { readonly end: 'uncovered' }
  /** The compiler does not let it pass. */
  | { readonly end: 'refused' };

type Tried = Extract<Ending, { end: 'killed' | 'timed out' | 'survived' }>;
type Try = Extract<Asked, { ask: 'try' }>;
/** What a process told last; or that it was ended, for it took too long. */
type Answer = Told | { readonly tell: 'late'; readonly test: string };

const worker = join(import.meta.dirname, 'worker.ts');
/** Milliseconds after which a file of tests is given up whatever the processor did: it waits for somebody. */
const longest = (limit: number): number => 20_000 + 10 * limit;

/** Asks a process that tries mutants one after another. */
export class Trier {
  #child: ChildProcess | null = null;
  /** How many the present process has tried. */
  #tried = 0;

  get tried(): number {
    return this.#tried;
  }

  async try(asked: Try): Promise<Tried> {
    const fresh = this.#tried === 0;
    const told = await this.#ask(asked, asked.tests);
    switch (told.tell) {
      case 'survived':
        return { end: 'survived' };
      case 'killed':
        return { end: 'killed', test: told.test, by: told.by };
      case 'late':
      case 'waiting':
        return { end: 'timed out', test: told.test };
      case 'thrown':
        // What was thrown may be what is left of a mutant before.
        return fresh ? { end: 'killed', test: told.test, by: told.by } : this.try(asked);
      default:
        throw new Error(`A process that tries mutants answered "${told.tell}".`);
    }
  }

  /** What a file of tests runs; null when it takes too long, or ends its process. */
  async cover(test: Limited): Promise<Extract<Told, { tell: 'covered' }> | null> {
    this.end();
    const told = await this.#ask({ ask: 'cover', test }, [test]);
    this.end();
    return told.tell === 'covered' ? told : null;
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#tried = 0;
  }

  async #ask(asked: Asked, tests: readonly Limited[]): Promise<Answer> {
    this.#child ??= fork(worker, [], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['ExperimentalWarning', 'MODULE_TYPELESS_PACKAGE_JSON'].map(
        (one) => `--disable-warning=${one}`,
      ),
    });
    const child = this.#child;
    this.#tried += 1;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    let running = '';
    let timer: NodeJS.Timeout | undefined;
    const begin = (test: string): void => {
      running = test;
      clearTimeout(timer);
      const limit = tests.find((one) => one.test === test)?.limit ?? 0;
      timer = setTimeout(() => resolve({ tell: 'late', test }), longest(limit));
    };
    const heard = (told: Told): void => (told.tell === 'begun' ? begin(told.test) : resolve(told));
    const gone = (_code: number | null, signal: string | null): void =>
      // The thread that watches ends the process so.
      resolve(
        signal === 'SIGKILL'
          ? { tell: 'late', test: running }
          : { tell: 'thrown', test: running, by: 'the process ended' },
      );
    begin(tests[0]?.test ?? '');
    child.on('message', heard).on('exit', gone);
    child.send(asked);
    const told = await promise;
    clearTimeout(timer);
    child.off('message', heard).off('exit', gone);
    if (told.tell === 'late' || told.tell === 'waiting' || told.tell === 'thrown') this.end();
    return told;
  }
}
