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
