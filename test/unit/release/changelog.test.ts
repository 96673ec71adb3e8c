import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { datedChangelog } from '../../support/release/changelog.ts';
import { isPreRelease } from '../../support/release/version.ts';

const at = Date.UTC(2031, 0, 5, 23, 59);
const top = '# Changelog\n\nAll of it.\n\n';
const open = '## [Unreleased]\n\n### Added\n\n- A thing.\n\n';
const old = '## [1.1.0] - 2030-12-01\n\n- An older thing.\n';

describe('the changelog of a release', () => {
  it('has what was unreleased under its version and the day, and the rest as it was', () => {
    assert.equal(
      datedChangelog(top + open + old, '1.2.0', at),
      `${top}## [1.2.0] - 2031-01-05\n\n### Added\n\n- A thing.\n\n${old}`,
    );
    assert.match(
      datedChangelog(`${top}## Unreleased\n- x`, '1.2.0', at),
      /## \[1\.2\.0\] - 2031-01-05\n- x$/,
    );
  });

  it('stays as it is where it was dated before, without an empty section for what is to come', () => {
    assert.equal(datedChangelog(top + old, '1.1.0', at), top + old);
    assert.equal(datedChangelog(`${top}## [Unreleased]\n\n${old}`, '1.1.0', at), top + old);
  });

  it('is refused where nothing is in it, or where two sections claim the version', () => {
    const empty = /no entry under "## \[Unreleased\]" to release as 1\.2\.0: write what is new there\.$/;
    for (const text of [top, top + old, `${top}## [Unreleased]\n\n### Added\n\n${old}`])
      assert.throws(() => datedChangelog(text, '1.2.0', at), { message: empty });
    assert.throws(
      () => datedChangelog(top + open + old, '1.1.0', at),
      /entries under \[Unreleased\] and a section \[1\.1\.0\]/,
    );
    assert.throws(
      () => datedChangelog(`${top}## [1.1.0] - 2030-12-01\n`, '1.1.0', at),
      /says nothing under \[1\.1\.0\]/,
    );
  });
});

describe('a version', () => {
  it('is a pre-release where its minor number is odd', () => {
    const odd = ['0.1.0', '0.2.9', '1.10.0', '1.11.3'].map(isPreRelease);
    assert.deepEqual(odd, [true, false, false, true]);
  });

  it('is three numbers, as galleries take it', () => {
    for (const version of ['1.2', '1.2.3-beta', 'v1.2.3', ''])
      assert.throws(() => isPreRelease(version), /galleries take three numbers alone/, version);
  });
});
