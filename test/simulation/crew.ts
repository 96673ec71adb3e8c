import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Done, Job } from './worker.ts';

const program = fileURLToPath(new URL('worker.ts', import.meta.url));

/** A process that makes runs. */
export class Worker {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;

  constructor(fault: string | null) {
    const env = { ...process.env, ...(fault === null ? {} : { SIMULATION_FAULT: fault }) };
    this.#child = fork(program, { env, execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'] });
    this.#ready = this.#next();
  }

  #next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const gone = (code: number | null): void => reject(new Error(`a worker ended with ${code}`));
      this.#child.once('exit', gone);
      this.#child.once('message', (message) => {
        this.#child.off('exit', gone);
        resolve(message);
      });
    });
  }

  async work(job: Job): Promise<Done> {
    await this.#ready;
    this.#child.send(job);
    return (await this.#next()) as Done;
  }

  end(): void {
    this.#child.kill();
  }
}

/** Does all jobs, so many at a time. */
export async function inParallel<T>(
  width: number,
  jobs: readonly T[],
  work: (job: T) => Promise<void>,
): Promise<void> {
  const left = [...jobs];
  const lane = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await work(job);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
