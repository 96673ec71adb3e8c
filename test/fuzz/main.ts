/**
 * `npm run fuzz -- --runs N [--seed S] [--only PROPERTY]`: so many bodies on all cores; the smallest that breaks a property
 * is told, with what makes it again.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Found, fuzz, isProperty, propertyNames } from './fuzz.ts';

/** Bodies of one seed: seeds count up from the one given. */
const chunk = 5000;

/** What one process is to do: these seeds, with so many bodies each. */
interface Share {
  readonly seeds: readonly (readonly [seed: number, runs: number])[];
  readonly only: string | null;
}

function whole(text: string, name: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} is to be a whole number.`);
  return number;
}

/** In a process of its own: tells of each seed what was found in it, null for nothing. */
async function work({ seeds, only }: Share): Promise<void> {
  for (const [seed, runs] of seeds) process.send?.([runs, await fuzz(runs, seed, only)]);
  process.disconnect();
}

function inChild(share: Share, took: (runs: number, found: Found | null) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [JSON.stringify(share)], { execArgv: process.execArgv });
    child.on('message', (message) => {
      const [runs, found] = message as [number, Found | null];
      took(runs, found);
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`A process of the fuzzing ended with ${code}.`)),
    );
  });
}

function tell({ property, seed, body, what }: Found): void {
  console.log(
    `\n${property} is broken, by --seed ${seed} --runs ${chunk} --only ${property}:\n${body}\n${what}`,
  );
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { runs: text, seed: text, only: text } });
  const only = values.only ?? null;
  if (only !== null && !isProperty(only))
    throw new Error(`There is no property "${only}": ${propertyNames.join(', ')}.`);
  const runs = whole(values.runs ?? '1000000', 'runs');
  const first = whole(values.seed ?? '1', 'seed');
  const all = Array.from({ length: Math.ceil(runs / chunk) }, (_, index): readonly [number, number] => [
    first + index,
    Math.min(chunk, runs - index * chunk),
  ]);
  const started = performance.now();
  let [broken, done, shown] = [0, 0, started];
  const took = (more: number, found: Found | null): void => {
    done += more;
    if (found !== null) {
      broken += 1;
      // At once: a long run may be cut off.
      if (broken <= 3) tell(found);
    }
    if (performance.now() - shown < 5000 && done < runs) return;
    shown = performance.now();
    const rate = done / ((shown - started) / 1000);
    console.log(`${done} of ${runs} bodies · ${rate.toFixed(0)} a second · ${broken} seeds broken`);
  };
  const width = availableParallelism();
  const shares = Array.from({ length: width }, (_, lane) => all.filter((_one, at) => at % width === lane));
  await Promise.all(shares.map((seeds) => inChild({ seeds, only }, took)));
  process.exitCode = broken === 0 ? 0 : 1;
}

const [, , share = ''] = process.argv;
try {
  await (process.send === undefined ? main() : work(JSON.parse(share)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
