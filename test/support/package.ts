import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { budget } from './bundles/weights.mjs';
import { root } from './paths.ts';

const vsce = join(root, 'node_modules/@vscode/vsce/vsce');

/** Builds for production and prints the sizes; throws with esbuild's words when it fails. */
export function buildForProduction(): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'esbuild.mjs'), '--production'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The production build failed:\n${stdout}${stderr}`);
  process.stdout.write(stdout);
}

/** A package for ourselves: its texts as they stand here, whose pictures and links lead nowhere outside of it. */
export function pack(folder: string, file: string, extra: readonly string[] = []): string {
  return packWith(folder, file, ['--no-rewrite-relative-links', ...extra]);
}

/** Packs an extension folder with vsce, then anew and smaller; a warning of vsce is an error here. Returns the VSIX. */
export function packWith(folder: string, file: string, extra: readonly string[]): string {
  mkdirSync(dirname(file), { recursive: true });
  const args = [
    ...[vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--out', file],
    ...extra,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    input: '',
  });
  const words = `${stdout}${stderr}`;
  if (status !== 0) throw new Error(`vsce could not package ${folder}:\n${words}`);
  if (/\bWARN(ING)?\b/.test(words))
    throw new Error(`vsce warns, and a package must have no warnings:\n${words}`);
  const smaller = spawnSync(process.execPath, [join(import.meta.dirname, 'repack.ts'), file], {
    encoding: 'utf8',
  });
  if (smaller.status !== 0) throw new Error(`${file} could not be packed anew:\n${smaller.stderr}`);
  return file;
}

/** Where `npm run package` leaves the VSIX. */
export function vsixFile(): string {
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return join(root, `${name}-${version}.vsix`);
}

/** The files vsce would pack, sorted. */
export function listPackage(): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, 'ls', '--no-dependencies'], {
    cwd: root,
    encoding: 'utf8',
    input: '',
  });
  if (status !== 0) throw new Error(`vsce ls failed:\n${stdout}${stderr}`);
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .sort();
}

/** Says how large a package is; throws where it is larger than its budget. */
function weigh(file: string): void {
  const { size } = statSync(file);
  console.log(`${file}: ${size} bytes of ${budget.package}`);
  if (size > budget.package)
    throw new Error(
      `The package has ${size} bytes, its budget is ${budget.package} (test/support/bundles/budget.json).`,
    );
}

async function main(args: readonly string[]): Promise<void> {
  try {
    // What a release needs is asked before anything is built.
    const release = args.length > 0 ? await import('./release/release.ts') : null;
    const addresses = await release?.readRelease(args);
    buildForProduction();
    if (release === null || addresses === undefined) {
      weigh(pack(root, vsixFile()));
      return;
    }
    const { file, notes } = await release.makeRelease({
      ...addresses,
      root,
      file: vsixFile(),
      now: Date.now,
    });
    weigh(file);
    console.log(notes);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

// Not awaited: what main loads imports this module, and would wait for it.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main(process.argv.slice(2));
