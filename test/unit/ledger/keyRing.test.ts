import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileNames } from '../../../src/ledger/fileNames.ts';
import { KeyRequest } from '../../../src/ledger/handOver.ts';
import { Holders } from '../../../src/ledger/holders.ts';
import { ringOf } from '../../../src/ledger/keyRing.ts';
import { openFile } from '../../../src/ledger/openFile.ts';
import { Store } from '../../../src/ledger/store.ts';
import { aFolder, noon } from './aLedger.ts';
import { aHome, all, aRing, choose, hex, keyOf, look } from './aRing.ts';

const valid = 'SELECT seal, made_at, survived FROM valid_seal';
const requests = 'SELECT id, seal, asked_at FROM seal_requests';
const elsewhere = {
  name: 'KeyElsewhere',
  message: 'another window made the key that seals orders, and has not handed it over',
};
const old = noon - 60_000;

describe('the key that all windows seal with', () => {
  it('is the first window’s own, which holds it until it closes', async (t) => {
    const folder = aFolder(t);
    const home = aHome(['a']);
    const one = await aRing(t, folder, home);
    const asking = new Holders(fileNames(folder));
    assert.deepEqual(await one.ring.current(), { id: 'a', key: keyOf('a') });
    assert.deepEqual(await one.ring.current(), { id: 'a', key: keyOf('a') });
    assert.deepEqual(home.asked, ['current']);
    assert.deepEqual(all(one, valid), [`a ${noon} 0`]);
    assert.deepEqual(all(one, 'SELECT * FROM seal_stores'), ['a a window']);
    assert.deepEqual([asking.anyOther(), one.looks.size, one.waits], [true, 1, []]);
    one.ring.close();
    assert.deepEqual([asking.anyOther(), one.looks.size], [false, 0]);
  });

  it('lasts where it was there before its window, or once another window finds it, not the same one', async (t) => {
    const lasting = await aRing(t, aFolder(t), {
      ...aHome(['a']),
      current: async () => ({ id: 'a', key: keyOf('a'), lasted: true }),
    });
    assert.equal(await lasting.ring.survived(), false, 'none is chosen');
    await lasting.ring.current();
    assert.equal(await lasting.ring.survived(), true);
    for (const [window, lasts] of [
      ['a window', false],
      ['another', true],
    ] as const) {
      const folder = aFolder(t);
      const one = await aRing(t, folder, aHome(['a']));
      await one.ring.current();
      const home = aHome(['b', 'a']);
      const two = await aRing(t, folder, home, { window });
      assert.equal((await two.ring.current()).id, 'a');
      assert.deepEqual(home.asked, ['find a']);
      assert.equal(await one.ring.survived(), lasts, window);
    }
  });

  it('is handed over to who came second, whose own is dropped', async (t) => {
    const folder = aFolder(t);
    const one = await aRing(t, folder, aHome(['a']));
    const slow = aHome(['b']);
    const home = {
      ...slow,
      current: async () => {
        await one.ring.current();
        return slow.current();
      },
    };
    const two = await aRing(t, folder, home, { window: 'page 2' });
    two.during = () => look(one);
    const { id, key } = await two.ring.current();
    assert.deepEqual([id, hex(key)], ['a', hex(keyOf('a'))]);
    assert.deepEqual(home.asked, ['current', 'drop b', 'find a', 'find a', 'keep a']);
    assert.deepEqual(two.waits, [250]);
    assert.deepEqual(all(two, requests), []);
    // What was handed over has outlived nothing, nor will it have when the same page finds it again.
    assert.deepEqual(all(two, 'SELECT window FROM seal_stores'), ['a window', 'page 2']);
    assert.equal(await two.ring.survived(), false);
  });

  it('is given as soon as a window has it, and whenever it looks', async (t) => {
    const folder = aFolder(t);
    const one = await aRing(t, folder, aHome(['a']));
    choose(one, 'a', noon);
    for (const [id, happens] of [
      ['at first', () => one.ring.current().then(() => look({ ...one, looks: new Set() }))],
      ['later', () => look(one)],
    ] as const) {
      const request = new KeyRequest(one.store, id, 'a');
      await request.ask(noon);
      await happens();
      assert.equal(hex(await request.given()), hex(keyOf('a')), id);
    }
  });

  it('is asked for anew each second, eight seconds long, then refused; the next time all is tried again', async (t) => {
    const folder = aFolder(t);
    const one = await aRing(t, folder, aHome(['a']));
    await one.ring.current();
    const two = await aRing(t, folder, aHome(['b']));
    const asked: unknown[] = [];
    two.during = async () => void asked.push(...all(two, requests));
    await assert.rejects(two.ring.current(), elsewhere);
    assert.deepEqual(two.waits, Array(32).fill(250));
    assert.deepEqual(
      asked,
      Array.from({ length: 32 }, (_, n) => `request 1 a ${noon + 1000 * Math.floor(n / 4)}`),
    );
    assert.deepEqual(all(two, requests), []);
    two.during = () => look(one);
    assert.equal((await two.ring.current()).id, 'a');
  });

  it('is no key that this window’s store does not take', async (t) => {
    const folder = aFolder(t);
    const one = await aRing(t, folder, aHome(['a']));
    await one.ring.current();
    const { keep: _, ...without } = aHome(['c']);
    for (const [home, taken] of [
      [aHome(['b'], { keep: async () => false }), false],
      [without, true],
    ] as const) {
      const two = await aRing(t, folder, home);
      two.during = () => look(one);
      const came = await two.ring.current().then(({ id }) => id, String);
      assert.equal(came, taken ? 'a' : `KeyElsewhere: ${elsewhere.message}`);
    }
  });

  it('is asked for by its name: of one that took its place anew', async (t) => {
    const folder = aFolder(t);
    const one = await aRing(t, folder, aHome(['a']));
    await one.ring.current();
    const two = await aRing(t, folder, aHome(['b']));
    const asked: unknown[] = [];
    two.during = async () => {
      asked.push(all(two, 'SELECT id, seal FROM seal_requests'));
      if (two.waits.length === 1) choose(two, 'c', old);
      if (two.waits.length !== 2) return;
      one.ring.close();
      choose(two, 'd', noon);
    };
    assert.equal((await two.ring.current()).id, 'b');
    assert.deepEqual(asked.slice(0, 3), [['request 1 a'], ['request 2 c'], []]);
  });
});

describe('a key that is nowhere', () => {
  it('is replaced: at once, or after two seconds where it may be on its way for it was made within a minute', async (t) => {
    for (const [age, waits] of [
      [0, 8],
      [59_999, 1],
      [60_000, 0],
      [-59_999, 8],
      [-60_000, 0],
    ] as const) {
      const home = aHome(['b']);
      const one = await aRing(t, aFolder(t), home);
      choose(one, 'gone', noon - age);
      assert.equal((await one.ring.current()).id, 'b');
      assert.deepEqual(one.waits, Array(waits).fill(250), String(age));
      assert.deepEqual(all(one, valid), [`b ${noon + 250 * waits} 0`]);
      assert.deepEqual(home.asked, [...Array(waits + 1).fill('find gone'), 'current']);
    }
  });

  it('is found where it arrives meanwhile, as soon as the store says that it changed', async (t) => {
    const listening = new Set<() => void>();
    const home = aHome(['b'], {
      onDidChange: (listener) => {
        listening.add(listener);
        return () => void listening.delete(listener);
      },
    });
    let waits = 0;
    const one = await aRing(t, aFolder(t), home, {
      wait: () => {
        waits += 1;
        home.kept.add('late');
        for (const tell of listening) setImmediate(tell);
        return new Promise(() => undefined);
      },
    });
    choose(one, 'late', noon);
    assert.deepEqual(await one.ring.current(), { id: 'late', key: keyOf('late') });
    assert.deepEqual([waits, listening.size], [1, 0]);
    assert.deepEqual(home.asked, ['find late', 'find late']);
  });

  it('stays while another window turns out to hold it after all', async (t) => {
    const folder = aFolder(t);
    const holder = new Holders(fileNames(folder));
    t.after(() => holder.release());
    const slow = aHome(['b']);
    const home = {
      ...slow,
      current: async () => {
        if (!slow.asked.includes('current')) await holder.hold();
        return slow.current();
      },
    };
    const one = await aRing(t, folder, home);
    choose(one, 'gone', old);
    one.during = async () => {
      assert.deepEqual(all(one, 'SELECT seal FROM valid_seal'), ['gone']);
      holder.release();
    };
    assert.equal((await one.ring.current()).id, 'b');
    assert.deepEqual(home.asked, ['find gone', 'current', 'drop b', 'find gone', 'current']);
    assert.deepEqual(one.waits, [250]);
  });

  it('that took the place of one just found is sought itself, and the one before is not held', async (t) => {
    const slow = aHome(['b', 'a']);
    const home = {
      ...slow,
      find: (id: string) => {
        if (id === 'a') choose(one, 'gone', old);
        return slow.find(id);
      },
    };
    const one = await aRing(t, aFolder(t), home);
    choose(one, 'a', noon);
    assert.equal((await one.ring.current()).id, 'b');
    assert.deepEqual([home.asked, one.waits], [['find a', 'find gone', 'current'], []]);
  });
});

it('a window that could not write that it holds the key does not look as if it did', async (t) => {
  const folder = aFolder(t);
  const one = await aRing(t, folder, aHome(['a']));
  choose(one, 'a', noon);
  one.store.write = () => Promise.reject(new Error('the file is locked'));
  await assert.rejects(one.ring.current(), /the file is locked/);
  assert.deepEqual([new Holders(fileNames(folder)).anyOther(), one.looks.size], [false, 0]);
});

it('an open ledger’s window counts as the one that is named, else as one of its own', async (t) => {
  for (const [window, named] of [
    ['page 1', 'page 1'],
    [undefined, 'made up'],
  ] as const) {
    const folder = aFolder(t);
    const file = await openFile(folder, noon);
    t.after(() => file.db.close());
    const store = new Store(file.db, file.names);
    const waits: number[] = [];
    const options = {
      folder,
      sealing: aHome(['a']),
      now: () => noon,
      newId: () => 'made up',
      wait: async (ms: number) => void waits.push(ms),
    };
    const ring = ringOf(
      window === undefined ? options : { ...options, window },
      file,
      store,
      () => () => undefined,
    );
    t.after(() => ring.close());
    choose({ store } as never, 'gone', noon);
    assert.equal((await ring.current()).id, 'a');
    assert.deepEqual([store.sql('SELECT window FROM seal_stores').get()?.window, waits.length], [named, 8]);
    const reading = ringOf(options, { ...file, readOnly: { text: 'why' } as never }, store, () =>
      assert.fail(),
    );
    choose({ store } as never, 'gone', noon);
    assert.equal((await reading.current()).id, 'a');
    assert.equal(store.sql('SELECT seal FROM valid_seal').get()?.seal, 'gone');
  }
});
