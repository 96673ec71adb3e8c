import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { removeFolder, root, temporaryFolder } from '../../support/paths.ts';
import { isRelative, linksOf } from '../../support/release/links.ts';
import { makeRelease, readRelease } from '../../support/release/release.ts';
import { unpacked } from '../../support/sevenZip.ts';

const now = () => Date.UTC(2031, 0, 5);
const files = 'https://example.invalid/files';
const pictures = 'https://example.invalid/pictures';

function checkout(): string {
  const diff = execFileSync('git', ['diff', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return diff + execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
}

describe('a release', () => {
  let folder = '';
  before(() => {
    assert.ok(
      existsSync(join(root, 'dist/extension.js')),
      'Nothing is built: run "npm run build -- --production" first.',
    );
    folder = temporaryFolder('released');
  });
  after(() => removeFolder(folder));

  it('leads its texts to the repository, dates its changelog, is marked, and leaves the checkout as it is', async () => {
    const repository = 'https://example.invalid/owner/name';
    const was = checkout();
    const file = join(folder, 'release.vsix');
    const made = await makeRelease({ root, file, now, repository, content: files, images: pictures });
    const held = await unpacked(readFileSync(made.file));
    const text = (name: string): string => Buffer.from(held.get(name) ?? []).toString('utf8');
    const readme = linksOf(text('extension/readme.md')).map(({ target }) => target);
    assert.deepEqual(readme.filter(isRelative), []);
    assert.ok(readme.includes(`${files}/PRIVACY.md`));
    assert.ok(readme.includes(`${pictures}/media/screenshots/negative-dark.png`));
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const heading = `## [${version}] - `;
    assert.ok(text('extension/changelog.md').includes(`\n${heading}`));
    assert.doesNotMatch(text('extension/changelog.md'), /unreleased/i);
    assert.deepEqual(JSON.parse(text('extension/package.json')).repository, {
      type: 'git',
      url: `${repository}.git`,
    });
    const isOdd = Number(version.split('.')[1]) % 2 === 1;
    assert.equal(text('extension.vsixmanifest').includes('Code.PreRelease" Value="true"'), isOdd);
    assert.match(made.notes, isOdd ? /is a pre-release/ : /is a release for everybody/);
    assert.ok(made.notes.includes(heading));
    const some = [
      'ThirdPartyNotices.txt',
      'dist/extension.js',
      'dist/codicons/codicon.ttf',
      'l10n/bundle.l10n.hi.json',
    ];
    for (const name of [...some, 'media/icon.png', 'package.nls.json'])
      assert.ok(held.has(`extension/${name}`), name);
    assert.equal(checkout(), was);
  });

  it('is refused where nobody knows how the host shows its files, and writes nothing then', async () => {
    const file = join(folder, 'refused.vsix');
    const repository = 'https://example.invalid/owner/name';
    await assert.rejects(
      makeRelease({ root, file, now, repository, content: null, images: null }),
      /vsce does not know where the host .* give --content-url and --images-url/,
    );
    assert.equal(existsSync(file), false);
  });

  it('is not begun without an address, where nobody can be asked', async () => {
    assert.notEqual(process.stdin.isTTY, true);
    await assert.rejects(readRelease(['--release']), /give --repository/);
    await assert.rejects(
      readRelease(['--repository', 'https://example.invalid/o/n']),
      /give --release as well/,
    );
    await assert.rejects(readRelease(['--release', '--nonsense']), /nonsense/);
  });
});
