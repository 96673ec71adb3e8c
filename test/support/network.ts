/**
 * `npm run test:network`: calls through real proxies and gateways, then those through our own relay and TLS servers; prints
 * what was run with which version, and what the service's book counted. RELAY_STEP=1: the relay harms every byte.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import type { Counted } from '../network/book.ts';
import { missingPrograms, programNames, programOf } from '../network/programs.ts';
import { runNetworkSuite } from './networkSuite.ts';
import { outFolder, root } from './paths.ts';
import { sweep } from './processes.ts';

/** Emulated ways, which are part of the unit suite as well. */
const emulated = ['relay', 'causes', 'tls', 'tunnel', 'socks', 'proxy', 'systemProxy', 'interim', 'failures'];

const file = join(outFolder, 'network.jsonl');

function counted(): readonly Counted[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Counted);
}

function printCalls(all: readonly Counted[]): void {
  console.log('\n| through | calls | answered | not sent | may have been sent | arrived | twice |');
  console.log('|---|---:|---:|---:|---:|---:|---:|');
  for (const through of [...new Set(all.map((one) => one.through))].sort()) {
    const calls = all.filter((one) => one.through === through);
    const of = (told: Counted['told']): number => calls.filter((one) => one.told === told).length;
    const arrived = calls.filter((one) => one.arrived > 0).length;
    const twice = calls.filter((one) => one.arrived > 1).length;
    const cells = [through, calls.length, of('answered'), of('no'), of('maybe'), arrived, twice];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

interface EmulatedRun {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** What a test said of itself. */
  readonly notes: readonly string[];
}

async function runEmulated(name: string): Promise<EmulatedRun> {
  let [passed, failed] = [0, 0];
  const notes: string[] = [];
  const events = run({
    files: [join(root, `test/unit/client/${name}.test.ts`)],
    execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
  });
  events.on('test:pass', () => {
    passed += 1;
  });
  events.on('test:fail', ({ name: failing, details }) => {
    failed += 1;
    console.log(`✗ ${failing}\n${details.error.message}`);
  });
  events.on('test:diagnostic', ({ message, nesting }) => {
    if (nesting > 0 || message.includes(' calls: ')) notes.push(message);
  });
  for await (const _ of events);
  return { name, passed, failed, notes };
}

async function main(): Promise<void> {
  mkdirSync(outFolder, { recursive: true });
  rmSync(file, { force: true });
  process.env.VERIFICATION_NETWORK_COUNTS = file;
  for (const name of programNames) {
    const { file: path, version } = programOf(name);
    if (path !== null) console.log(`${name} ${version}`.trim());
  }
  const missing = missingPrograms();
  const real = await runNetworkSuite();
  console.log(`real: ${real.passed} passed, ${real.failed} failed, ${real.skipped} skipped`);
  printCalls(counted());
  console.log('\n| emulated | tests | failed |\n|---|---:|---:|');
  let failed = real.failed;
  for (const name of emulated) {
    const result = await runEmulated(name);
    failed += result.failed;
    console.log(`| ${result.name} | ${result.passed} | ${result.failed} |`);
    for (const note of result.notes) console.log(`|  ↳ ${note} | | |`);
  }
  if (missing !== null) console.log(`\nNot all was run: ${missing}.`);
  sweep();
  process.exit(failed === 0 ? 0 : 1);
}

await main();
