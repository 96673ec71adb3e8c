import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aFolder, noon } from './aLedger.ts';

async function aStore(t: TestContext): Promise<Store> {
  const file = await openFile(aFolder(t), noon);
  t.after(() => file.db.close());
  return new Store(file.db, file.names);
}

it('lets writes wait while this window itself rewrites the file, and reads go on', async (t) => {
  const store = await aStore(t);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holds = [store.hold(() => first.promise), store.hold(() => second.promise)];
  const written: string[] = [];
  const write = store.write(() => written.push('written'));
  assert.equal(await store.read(() => 'read'), 'read');
  second.resolve();
  for (let n = 0; n < 5; n += 1) await turn();
  assert.deepEqual(written, []);
  first.resolve();
  await write;
  assert.deepEqual(written, ['written']);
  await Promise.all(holds);
});

it('writes on when rewriting failed, and tells who asked for it alone', async (t) => {
  const store = await aStore(t);
  await assert.rejects(
    store.hold(() => Promise.reject(new Error('no room'))),
    /no room/,
  );
  assert.equal(await store.write(() => 'written'), 'written');
});

for (const platform of ['darwin', 'linux', 'win32'] as const) {
  it(`asks the drive itself to keep what was written where fsync does not: ${platform}`, async (t) => {
    const { db } = await openFile(aFolder(t), noon, { platform });
    t.after(() => db.close());
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {});
    const full = platform === 'darwin' ? 1 : 0;
    assert.deepEqual(
      ['synchronous', 'fullfsync', 'checkpoint_fullfsync'].map((name) => pragma(name)[0]),
      [2, full, full],
    );
  });
}
