/**
 * `npm run reproduce`: builds and packs twice, the second time on another day's clock zone, in another tongue and with other
 * rights of files, and compares the two packages byte for byte. Prints the sum that whoever has the same commit gets as well.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vsixFile } from './package.ts';
import { root } from './paths.ts';
import { unpacked } from './sevenZip.ts';

function packed(env: NodeJS.ProcessEnv): Uint8Array {
  const program = join(import.meta.dirname, 'package.ts');
  const { status, stderr } = spawnSync(process.execPath, [...process.execArgv, program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(stderr);
  return readFileSync(vsixFile());
}

/** Files that differ, or that only one of them holds. */
async function differing(one: Uint8Array, other: Uint8Array): Promise<readonly string[]> {
  const [a, b] = [await unpacked(one), await unpacked(other)];
  return [...new Set([...a.keys(), ...b.keys()])].filter(
    (name) => Buffer.compare(a.get(name) ?? Buffer.alloc(0), b.get(name) ?? Buffer.alloc(0)) !== 0,
  );
}

try {
  const first = packed({ TZ: 'UTC' });
  process.umask(0o077);
  const second = packed({ TZ: 'Asia/Kolkata', LANG: 'hi_IN.UTF-8', LC_ALL: 'hi_IN.UTF-8' });
  if (Buffer.compare(first, second) !== 0) {
    const names = await differing(first, second);
    const what = names.length === 0 ? 'their order, times or rights' : names.join(', ');
    throw new Error(`Two packages of the same files differ: ${what}.`);
  }
  console.log(`${hash('sha256', first)}  ${vsixFile()}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
