/**
 * `npm run bench [-- activation|size|calls|lookup|answer|batch|large|ledger|shapes|migration|'orders page' …] [--rounds N] [--orders N]`: what the extension costs, measured in a real VS Code
 * server with a browser. Figures are printed, and drawn into out/bench/report.html, never judged: they depend on the machine and on what else runs on it.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { settingIds } from '../../src/contributions.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { buildForProduction } from '../support/package.ts';
import { outFolder, removeFolder, root, temporaryFolder } from '../support/paths.ts';
import { sweep } from '../support/processes.ts';
import { benchEnvironment } from './environment.ts';
import { type Hosts, startHosts } from './hosts.ts';
import { measureLedger } from './ledger.ts';
import { measureMigration } from './migration.ts';
import { measureActivations } from './parts/activation.ts';
import { largeAnswers, measureAnswers, smallAnswers } from './parts/answer.ts';
import { measureBatches } from './parts/batch.ts';
import { measureCallTimes } from './parts/calls.ts';
import { measureLarge } from './parts/large.ts';
import { measureLookups } from './parts/lookup.ts';
import { measureOrdersPage } from './parts/ordersPage.ts';
import { measureSizes } from './parts/size.ts';
import { type Measured, reportOf } from './report.ts';
import { measureShapes } from './shapes.ts';
import { stageEmpty, stageExtension, stageRegistering, stageSleeping } from './stage.ts';
import { type Row, table } from './table.ts';

const report = join(outFolder, 'bench/report.html');

interface Means {
  /** Fresh hosts with our extension in them. */
  readonly hosts: () => Promise<Hosts>;
  /** The same, not started before it is asked for. */
  readonly sleepingHosts: () => Promise<Hosts>;
  /** Fresh hosts with an empty extension in them. */
  readonly emptyHosts: () => Promise<Hosts>;
  /** The same with one that only registers what we contribute. */
  readonly registeringHosts: () => Promise<Hosts>;
  /** A temporary folder. */
  readonly folder: string;
  readonly rounds: number;
  /** Older orders that are learned from. */
  readonly orders: number;
}

interface Part {
  readonly title: string;
  readonly measure: (means: Means) => Promise<readonly Row[]>;
}

const parts: Readonly<Record<string, Part>> = {
  activation: {
    title: 'Activation, cold, each in a fresh extension host',
    measure: async ({ sleepingHosts, emptyHosts, registeringHosts, rounds }) =>
      measureActivations(await sleepingHosts(), await emptyHosts(), await registeringHosts(), rounds),
  },
  size: {
    title: 'Sizes (kB = 1000 bytes)',
    measure: async ({ folder }) => measureSizes(folder),
  },
  calls: {
    title: 'One call, 1 kB each way, sandbox in another process',
    measure: async ({ hosts, rounds }) => measureCallTimes(await hosts(), rounds),
  },
  lookup: {
    title: 'A quick lookup, sandbox in another process; the floor is VS Code and undici without us',
    measure: async ({ hosts, rounds }) => measureLookups(await hosts(), rounds),
  },
  answer: {
    title: 'A request file, its answer in a new tab; the floor is VS Code and undici without us',
    measure: async ({ hosts, rounds }) => measureAnswers(await hosts(), rounds, smallAnswers),
  },
  'answer of 10 MB': {
    title: 'The same with an answer of 10 MB',
    measure: async ({ hosts, rounds }) => measureAnswers(await hosts(), rounds, largeAnswers),
  },
  large: {
    title: 'An answer of 10 MB, sandbox in another process unless said otherwise',
    measure: async ({ hosts, rounds }) => measureLarge(await hosts(), rounds),
  },
  batch: {
    title: 'Batches: share of the allowed rate in simulated time; the largest file there is',
    measure: ({ folder }) => measureBatches(folder),
  },
  ledger: {
    title: 'The ledger with 100,000 and 1,000,000 orders, in plain Node',
    measure: ({ folder }) => measureLedger(folder),
  },
  shapes: {
    title: 'Learning what answers look like, in plain Node',
    measure: ({ folder, orders }) => measureShapes(folder, orders),
  },
  migration: {
    title: 'A history of an earlier version, in plain Node',
    measure: ({ folder }) => measureMigration(folder),
  },
  'orders page': {
    title: 'The orders page over 1,000,000 orders: the host in plain Node, the page in a browser',
    measure: ({ folder }) => measureOrdersPage(folder),
  },
};

interface Wanted {
  readonly names: readonly string[];
  readonly rounds: number;
  readonly orders: number;
}

/** @throws with a sentence about what cannot be understood */
function readArguments(args: readonly string[]): Wanted {
  const known = Object.keys(parts);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '5' }, orders: { type: 'string', default: '10000' } },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number from 1.');
  const orders = Number(values.orders);
  if (!Number.isInteger(orders) || orders < 1) throw new Error('--orders takes a whole number from 1.');
  const odd = positionals.find((name) => !known.includes(name));
  if (odd !== undefined) throw new Error(`"${odd}" is none of ${known.join(', ')}.`);
  return { names: positionals.length === 0 ? known : positionals, rounds, orders };
}

/** A server is started at its first use and shared from then on. */
function startOnce(start: () => Promise<Hosts>): { get(): Promise<Hosts>; close(): Promise<void> } {
  let started: Promise<Hosts> | undefined;
  return {
    get: () => {
      started ??= start();
      return started;
    },
    close: async () => (await started)?.close(),
  };
}

async function bench({ names, rounds, orders }: Wanted): Promise<void> {
  const folder = temporaryFolder('bench');
  const sandbox = await startSandbox({ now: Date.now, newId: randomUUID });
  const environments = [{ name: benchEnvironment, baseUrl: sandbox.url, kind: 'sandbox' }];
  const ours = startOnce(() =>
    startHosts(stageExtension(join(folder, 'ours')), { [settingIds.environments]: environments }),
  );
  const empty = startOnce(() => startHosts(stageEmpty(join(folder, 'empty')), {}));
  const registering = startOnce(() => startHosts(stageRegistering(join(folder, 'registering')), {}));
  const sleeping = startOnce(() => startHosts(stageSleeping(join(folder, 'sleeping')), {}));
  const means: Means = {
    hosts: ours.get,
    sleepingHosts: sleeping.get,
    emptyHosts: empty.get,
    registeringHosts: registering.get,
    folder,
    rounds,
    orders,
  };
  try {
    buildForProduction();
    const [cpu] = cpus();
    const load = loadavg().map((one) => one.toFixed(1));
    const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, load before ${load.join(' ')}, ${rounds} rounds`;
    console.log(`\n${machine}`);
    const measured: Measured[] = [];
    for (const name of names) {
      const part = parts[name];
      if (part === undefined) continue;
      const rows = await part.measure(means);
      console.log(`\n${table(part.title, rows)}`);
      measured.push({ title: part.title, rows });
      // After each part: a bench that is cut off has shown what it had.
      mkdirSync(dirname(report), { recursive: true });
      writeFileSync(report, reportOf(machine, measured));
    }
    console.log(`\nAs plots: ${relative(root, report)}`);
  } finally {
    await Promise.allSettled([ours.close(), sleeping.close(), empty.close(), registering.close()]);
    await sandbox.close();
    removeFolder(folder);
    sweep();
  }
}

try {
  await bench(readArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
