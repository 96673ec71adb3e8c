import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { codeRows, type Edit, names, operationRows } from './newcomer/edits.ts';
import { root } from './sources.ts';

interface Ran {
  readonly failed: boolean;
  readonly said: string;
}

function run(...args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 10_000_000 }, (error, out, err) => {
      resolve({ failed: error !== null, said: out + err });
    });
  });
}

describe('a fifth operation and a seventeenth code', () => {
  let folder = '';
  const src = (file: string): string => join(folder, 'src', file);

  before(() => {
    // Below the root, so that packages are found.
    mkdirSync(join(root, 'out'), { recursive: true });
    folder = mkdtempSync(join(root, 'out', 'newcomer-'));
    cpSync(join(root, 'src'), src(''), { recursive: true });
    const config = { extends: '../../tsconfig.json', include: ['src'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  function write(edits: readonly Edit[]): void {
    for (const { file, find, replace } of edits) {
      const parts = readFileSync(src(file), 'utf8').split(find);
      assert.equal(parts.length, 2, `${file}: ${find}`);
      writeFileSync(src(file), parts.join(replace));
    }
  }

  /** Files of `src` that do not compile. */
  async function brokenFiles(): Promise<readonly string[]> {
    const { failed, said } = await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', folder);
    const files = [...said.matchAll(/src\/(\S+\.ts)\(\d+,\d+\): error/g)].map(([, file = '']) => file);
    assert.equal(failed, files.length > 0, said);
    return [...new Set(files)].sort();
  }

  it('once named, are asked for by the compiler wherever they are missing', async () => {
    write(names);
    assert.deepEqual(await brokenFiles(), [...operationRows, ...codeRows].map(({ file }) => file).sort());
  });

  it('compile with what was asked for and nothing else', async () => {
    write([...operationRows, ...codeRows]);
    assert.deepEqual(await brokenFiles(), []);
  });

  it('run: a call of the new operation in the sandbox, and every way in', async () => {
    const { failed, said } = await run(
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      'test/unit/house/newcomer/call.ts',
      ...[src(''), '/api/v1/gst/lookup', 'PARTIAL_MATCH'],
    );
    assert.equal(failed, false, said);
    assert.deepEqual(JSON.parse(said), {
      ordinary: [200, 'OK', 'billed', 'Verified'],
      magic: [422, 'PARTIAL_MATCH', 'billed', 'Matches in part'],
      draft: 'gst-lookup',
      file: true,
      command: 'verificationExplorer.lookUpGstLookup',
      recognised: ['aadhaar-pan-link', 'gst-lookup', 'credit-report'],
    });
  });
});
