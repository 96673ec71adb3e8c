import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { packWith } from '../package.ts';
import { removeFolder, temporaryFolder } from '../paths.ts';
import { unpacked } from '../sevenZip.ts';
import { type Addresses, readAddresses } from './addresses.ts';
import { datedChangelog } from './changelog.ts';
import { deadLinks, strayLink, type Tree, unledLinks } from './links.ts';
import { isPreRelease } from './version.ts';

/** Texts that galleries show, by their names in the repository and in the package. */
const shown = [
  ['README.md', 'extension/readme.md'],
  ['CHANGELOG.md', 'extension/changelog.md'],
] as const;

/**
 * What `npm run package -- --release …` was given; where nothing says where links lead, it is asked for.
 *
 * @throws a sentence where it cannot be asked for, or where an argument is wrong
 */
export async function readRelease(args: readonly string[]): Promise<Addresses> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { release: { type: 'boolean' }, repository: text, 'content-url': text, 'images-url': text },
  });
  if (values.release !== true) throw new Error('Addresses are for a release: give --release as well.');
  const isGiven = values.repository !== undefined || values['content-url'] !== undefined;
  if (isGiven || !process.stdin.isTTY) return readAddresses(values);
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const repository = await asking.question(
      'Address of the repository, where links and pictures lead (https://…): ',
    );
    return readAddresses({ ...values, repository });
  } finally {
    asking.close();
  }
}

/** What is committed or about to be: a file that lies here alone is not where a link of the gallery leads. */
export function repositoryTree(root: string): Tree {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return {
    files: new Set(listed.split('\0').filter((file) => file !== '')),
    read: (file) => readFileSync(join(root, file), 'utf8'),
  };
}

interface Manifest {
  readonly version: string;
  readonly repository?: object;
}

/** The extension as it is released, in a folder of its own; the checkout keeps every file as it is. */
function stage(root: string, to: string, changelog: string, repository: string | null): void {
  // That list names what may go in; vsce applies it once more.
  const listed = readFileSync(join(root, '.vscodeignore'), 'utf8').matchAll(/^!(.+)$/gm);
  const files = globSync(
    [...listed].map(([, pattern]) => pattern ?? ''),
    { cwd: root },
  );
  for (const file of [...files, '.vscodeignore']) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  writeFileSync(join(to, 'CHANGELOG.md'), changelog);
  if (repository === null) return;
  const manifest: Manifest = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8'));
  const named: Manifest = { ...manifest, repository: { type: 'git', url: `${repository}.git` } };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(named, null, 2)}\n`);
}

function packStaged(folder: string, file: string, { content, images }: Addresses, isPre: boolean): void {
  const bases =
    content === null || images === null ? [] : ['--baseContentUrl', content, '--baseImagesUrl', images];
  // A number after a # is a number, no address.
  const plain = ['--no-gitHubIssueLinking', '--no-gitLabIssueLinking'];
  try {
    packWith(folder, file, [...bases, ...plain, ...(isPre ? ['--pre-release'] : [])]);
  } catch (error) {
    if (!String(error).includes("Couldn't detect the repository")) throw error;
    throw new Error(
      'vsce does not know where the host of this repository shows its files: give --content-url and --images-url, what the ' +
        'names of files and of pictures are appended to.',
    );
  }
}

/** Looks into the package: whether each text leads where it was told to. */
async function checkLed(tree: Tree, file: string, { repository, content, images }: Addresses): Promise<void> {
  const held = await unpacked(readFileSync(file));
  const bases = [content, images, repository].filter((base) => base !== null);
  for (const [name, packed] of shown) {
    const text = Buffer.from(held.get(packed) ?? new Uint8Array()).toString('utf8');
    const stray = strayLink(tree.read(name), text, bases);
    if (stray === null) continue;
    throw new Error(
      `In the package, "${stray.from}" of ${name} leads to "${stray.to}", which is not below the address given: give ` +
        '--content-url and --images-url.',
    );
  }
}

interface Release extends Addresses {
  readonly root: string;
  /** The VSIX to write. */
  readonly file: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Packs what was built as it goes to a gallery: texts that lead to the repository, a dated changelog, the mark of a
 * pre-release.
 *
 * @returns the VSIX, and what whoever publishes it has to know
 * @throws sentences about what has to be mended first; nothing is written then
 */
export async function makeRelease(release: Release): Promise<{ file: string; notes: string }> {
  const { root, file, now, ...addresses } = release;
  const { version }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const isPre = isPreRelease(version);
  const tree = repositoryTree(root);
  const changelog = datedChangelog(tree.read('CHANGELOG.md'), version, now());
  const problems = shown.flatMap(([name]) => [
    ...deadLinks(name, tree),
    ...unledLinks(name, tree.read(name)),
  ]);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const folder = temporaryFolder('release');
  try {
    stage(root, folder, changelog, addresses.repository);
    const made = join(folder, 'made.vsix');
    packStaged(folder, made, addresses, isPre);
    await checkLed(tree, made, addresses);
    mkdirSync(dirname(file), { recursive: true });
    cpSync(made, file);
  } finally {
    removeFolder(folder);
  }
  const kind = isPre
    ? `${version} is a pre-release, for its minor version is odd: publish it as one.`
    : `${version} is a release for everybody, for its minor version is even.`;
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`)) ?? '';
  return {
    file,
    notes: `${kind}\nIts changelog says "${heading}"; CHANGELOG.md here is as it was: write the same there.`,
  };
}
