import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listPackage, pack } from '../../support/package.ts';
import { ensureFolder, removeFolder, root, temporaryFolder } from '../../support/paths.ts';

/** Whole builds are compared by `npm run reproduce`. */
describe('a package', () => {
  let folder = '';
  before(() => {
    assert.ok(
      existsSync(join(root, 'dist/extension.js')),
      'Nothing is built: run "npm run build -- --production" first.',
    );
    folder = temporaryFolder('twice');
  });
  after(() => removeFolder(folder));

  /** A copy of what is packed, in a folder of that name, its files as old as that. */
  function copied(name: string, age: number, files: readonly string[]): string {
    const copy = join(folder, name);
    for (const file of files) {
      ensureFolder(dirname(join(copy, file)));
      cpSync(join(root, file), join(copy, file));
      utimesSync(join(copy, file), age, age);
    }
    return copy;
  }

  it('is the same byte for byte, whenever and wherever the same files are packed', () => {
    const files = [...listPackage(), '.vscodeignore'];
    const first = pack(copied('one', 1_700_000_000, files), join(folder, 'one.vsix'));
    const backwards = [...files].reverse();
    const second = pack(copied('another/below', 1_800_000_000, backwards), join(folder, 'two.vsix'));
    assert.equal(Buffer.compare(readFileSync(first), readFileSync(second)), 0);
  });
});
