import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { deadLinks } from '../../support/release/links.ts';
import { repositoryTree } from '../../support/release/release.ts';
import { read, root } from './sources.ts';

/** Written in pieces, so that this file does not hold what it looks for. */
const forbidden: readonly (readonly [string, RegExp])[] = [
  [
    "a package registry's host",
    new RegExp(`${'registry'}\\.(npm|yarn)${'[a-z]*'}\\.|${'npm'}mirror|pkg\\.dev/`),
  ],
  ['an address a lock file was resolved from', new RegExp(`"${'resolved'}":`)],
  [
    'a path of one machine',
    new RegExp(`(?<![\\w.])/(${'work'}/(main|shared)|${'root'}/|${'home'}/\\w+/|Users/\\w+/)`),
  ],
  ['a private key', new RegExp(`-----BEGIN ${'[A-Z ]*'}PRIVATE KEY-----`)],
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|mjs|js|json|md|css|html|yml|txt)$|(^|\/)(\.[^/.]+|run)$/.test(file));

describe('committed files', () => {
  it('are found', () => assert.ok(files.includes('package.json') && files.includes('package-lock.json')));

  for (const [what, pattern] of forbidden) {
    it(`hold no ${what.replace(/^an? /, '')}`, () => {
      const found = files.filter((file) => pattern.test(readIfThere(file)));
      assert.deepEqual(found, []);
    });
  }
});

/** Of the states and territories; XX and other letters stand for none of them. */
const states =
  'AN AP AR AS BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TN TR TS TG UK UA UP WB';
const plate = new RegExp(
  `(?<![A-Za-z0-9])(?:${states.replaceAll(' ', '|')})[ -]?(\\d{1,2})[ -]?[A-Z]{1,3}[ -]?(\\d{1,4})(?![A-Za-z0-9])`,
  'gi',
);

/** No office has the number 0, and no vehicle. */
function platesThatMayBeReal(text: string): readonly string[] {
  return [...text.matchAll(plate)]
    .filter(([, office, number]) => Number(office) > 0 && Number(number) > 0)
    .map(([whole]) => whole);
}

it('somebody’s registration number is known by its office and its number', () => {
  const letters = 'AB';
  assert.deepEqual(platesThatMayBeReal(`MH00${letters}1234 mh 12 ab 0000 XX12${letters}1234`), []);
  assert.deepEqual(platesThatMayBeReal(`"mh-${12} ab 1"`), [`mh-${12} ab 1`]);
});

describe('committed files', () => {
  it('hold no registration number that may be somebody’s', () => {
    const found = files.flatMap((file) =>
      platesThatMayBeReal(readIfThere(file)).map((one) => `${file}: ${one}`),
    );
    assert.deepEqual(found, []);
  });
});

describe('committed texts', () => {
  it('lead nowhere but to files and headings that are there', () => {
    const tree = repositoryTree(root);
    const texts = [...tree.files].filter((file) => file.endsWith('.md'));
    assert.ok(texts.includes('README.md') && texts.includes('docs/design.md'));
    assert.deepEqual(
      texts.flatMap((file) => deadLinks(file, tree)),
      [],
    );
  });
});

/** A file that git still lists may have just been deleted. */
function readIfThere(file: string): string {
  try {
    return read(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

it('every dialog of ours is timed: one that stood behind another was not read meanwhile', () => {
  const put = files.filter((file) => file.startsWith('src/') && /\bmodal: true\b/.test(readIfThere(file)));
  const untimed = put.filter((file) => !/\b(?:timed|askUntilRead)\(/.test(readIfThere(file)));
  assert.deepEqual(untimed, []);
  assert.ok(put.includes('src/ui/base/modal.ts'));
});
