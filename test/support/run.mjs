// The way in for every npm script. Runs under any Node from 20 on, with or without node_modules: installs what the lock
// file lists if that has not been done, then runs the wanted program under the Node that VS Code's extension host runs.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const modules = resolve(root, 'node_modules');
const windows = process.platform === 'win32';

const programs = {
  start: 'test/support/start.ts',
  test: 'test/support/test.ts',
  'test:desktop': 'test/support/desktop.ts',
  'test:network': 'test/support/network.ts',
  build: 'esbuild.mjs',
  package: 'test/support/package.ts',
  sandbox: 'src/sandbox/main.ts',
  bench: 'test/bench/bench.ts',
  simulate: 'test/simulation/simulate.ts',
  fuzz: 'test/fuzz/main.ts',
  mutate: 'test/mutation/mutate.ts',
  reproduce: 'test/support/reproduce.ts',
  screenshots: 'test/support/screenshots.ts',
};

/** @param {string} sentence @returns {never} */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function npm(args) {
  const { status, error } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: windows });
  if (error !== undefined)
    fail(`npm could not be started (${error.message}): install npm and run this again.`);
  return status === 0;
}

/** npm writes this file last, install scripts included: an interrupted install leaves none. */
const installed = resolve(modules, '.package-lock.json');

function isInstalled() {
  if (!existsSync(installed)) return false;
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const manifest = read(resolve(root, 'package.json'));
  const { '': top, ...listed } = read(resolve(root, 'package-lock.json')).packages;
  const there = read(installed).packages;
  for (const group of ['dependencies', 'devDependencies']) {
    if (JSON.stringify(manifest[group]) !== JSON.stringify(top[group])) return false;
  }
  return Object.entries(listed).every(([path, { version, integrity, optional }]) => {
    const found = there[path];
    if (found === undefined) return optional === true;
    return found.version === version && found.integrity === integrity;
  });
}

function install() {
  if (isInstalled()) return;
  console.log('Installing what package-lock.json lists …');
  // npm's engine warnings are about the Node that runs npm, not the one that runs the tools: errors only.
  if (!npm(['ci', '--no-audit', '--no-fund', '--loglevel', 'error'])) {
    fail(
      'npm ci failed (its own words are above): check the connection to the npm registry and run this again.',
    );
  }
}

function versionOf(executable) {
  if (!existsSync(executable)) return '';
  const { stdout } = spawnSync(executable, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return (stdout ?? '').trim();
}

/** The `node` package's executable; its install script is run again where npm was told to skip scripts. */
function findNode() {
  const { version } = JSON.parse(readFileSync(resolve(modules, 'node/package.json'), 'utf8'));
  const executable = resolve(modules, 'node/bin', windows ? 'node.exe' : 'node');
  if (versionOf(executable) === version) return executable;
  const script = resolve(modules, 'node/installArchSpecificPackage.js');
  spawnSync(process.execPath, [script], { cwd: resolve(modules, 'node'), stdio: 'inherit' });
  if (versionOf(executable) === version) return executable;
  if (process.versions.node.split('.')[0] === version.split('.')[0]) return process.execPath;
  return fail(
    `Node ${version} could not be installed from npm for ${process.platform}-${process.arch}: ` +
      `install Node ${version.split('.')[0]} yourself and run this again with it.`,
  );
}

const [name = '', ...args] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) ? resolve(root, programs[name]) : '';
if (program === '') fail(`"${name}" is none of ${Object.keys(programs).join(', ')}.`);
if (!existsSync(program)) fail(`${programs[name]} does not exist, so "npm run ${name}" has nothing to run.`);
install();
const node = findNode();
const path = [dirname(node), resolve(modules, '.bin'), process.env.PATH ?? ''].join(delimiter);
const child = spawn(node, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', program, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
});
// Ctrl+C reaches the whole foreground group by itself; a signal to this process alone is passed on. The child decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('error', (error) => fail(`${node} could not be started: ${error.message}`));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
