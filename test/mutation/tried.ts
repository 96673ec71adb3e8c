import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../support/paths.ts';
import type { Asked, Told } from './worker.ts';

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

const worker = join(import.meta.dirname, 'worker.ts');

/** Asks a process that tries mutants one after another, and ends it when a file of tests takes too long. */
export class Trier {
  #child: ChildProcess | null = null;
  /** How many the present process has tried. */
  #tried = 0;
  readonly #limitOf: (test: string) => number;

  /** @param limitOf milliseconds that a file of tests may take */
  constructor(limitOf: (test: string) => number) {
    this.#limitOf = limitOf;
  }

  get tried(): number {
    return this.#tried;
  }

  async try(asked: Try): Promise<Tried> {
    const fresh = this.#tried === 0;
    const told = await this.#ask(asked);
    if (told !== 'late' && told.tell === 'thrown' && !fresh) {
      // What was thrown may be what is left of a mutant before.
      this.end();
      return this.try(asked);
    }
    if (told === 'late') return { end: 'timed out', test: this.#running };
    if (told.tell === 'survived') return { end: 'survived' };
    if (told.tell === 'killed' || told.tell === 'thrown')
      return { end: 'killed', test: told.test, by: told.by };
    throw new Error(`A process that tries mutants answered "${told.tell}".`);
  }

  async cover(test: string): Promise<Extract<Told, { tell: 'covered' }> | null> {
    this.end();
    const told = await this.#ask({ ask: 'cover', test });
    this.end();
    return told !== 'late' && told.tell === 'covered' ? told : null;
  }

  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
    this.#tried = 0;
  }

  #running = '';

  async #ask(asked: Asked): Promise<Told | 'late'> {
    this.#child ??= fork(worker, [], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['ExperimentalWarning', 'MODULE_TYPELESS_PACKAGE_JSON'].map(
        (one) => `--disable-warning=${one}`,
      ),
    });
    const child = this.#child;
    this.#tried += 1;
    const { promise, resolve } = Promise.withResolvers<Told | 'late'>();
    const limited = (test: string): NodeJS.Timeout => {
      this.#running = test;
      return setTimeout(() => resolve('late'), this.#limitOf(test));
    };
    let timer = limited(asked.ask === 'cover' ? asked.test : (asked.tests[0] ?? ''));
    const heard = (told: Told): void => {
      if (told.tell !== 'begun') resolve(told);
      else {
        clearTimeout(timer);
        timer = limited(told.test);
      }
    };
    const gone = (): void => resolve({ tell: 'thrown', test: this.#running, by: 'the process ended' });
    child.on('message', heard).on('exit', gone).on('error', gone);
    child.send(asked);
    const told = await promise;
    clearTimeout(timer);
    child.off('message', heard).off('exit', gone).off('error', gone);
    if (told === 'late' || told.tell === 'thrown') {
      child.kill('SIGKILL');
      this.#child = null;
      this.#tried = 0;
    }
    return told;
  }
}
