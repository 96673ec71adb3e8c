import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aFolder, noon } from './aLedger.ts';
import { aHome, all, aRing, choose, hex, keyOf, look } from './aRing.ts';

const old = noon - 60_000;

describe('a key that opens', () => {
  it('is asked of the store once, the one that seals not at all', async (t) => {
    const home = aHome(['a', 'older']);
    const { ring } = await aRing(t, aFolder(t), home);
    await ring.current();
    for (let n = 0; n < 2; n += 1)
      for (const id of ['a', 'older']) assert.deepEqual(await ring.find(id), keyOf(id));
    assert.deepEqual(home.asked, ['current', 'find older']);
  });

  it('that is gone is believed to be for five seconds, by a clock that may be set', async (t) => {
    for (const [later, asked] of [
      [0, 1],
      [4999, 1],
      [5000, 2],
      [-4999, 1],
      [-5000, 2],
    ] as const) {
      const home = aHome(['a']);
      const { ring, clock } = await aRing(t, aFolder(t), home);
      assert.equal(await ring.find('gone'), null);
      clock.now += later;
      assert.equal(await ring.find('gone'), null);
      assert.equal(await ring.find('gone too'), null);
      assert.deepEqual(home.asked, [...Array(asked).fill('find gone'), 'find gone too'], String(later));
    }
  });

  it('that is gone is waited for only where it is the one that seals and another window holds it', async (t) => {
    const folder = aFolder(t);
    const two = await aRing(t, folder, aHome(['b']));
    assert.equal(await two.ring.find('a'), null, 'none seals');
    two.clock.now += 5000;
    const one = await aRing(t, folder, aHome(['a']));
    await one.ring.current();
    assert.equal(await two.ring.find('other'), null);
    one.ring.close();
    assert.equal(await two.ring.find('a'), null, 'nobody holds it');
    assert.deepEqual([two.waits, all(two, 'SELECT * FROM seal_requests')], [[], []]);
  });

  it('is handed over by the window that holds it, or not within two seconds', async (t) => {
    for (const gives of [true, false]) {
      const folder = aFolder(t);
      const one = await aRing(t, folder, aHome(['a']));
      await one.ring.current();
      const two = await aRing(t, folder, aHome(['b']));
      if (gives) two.during = () => look(one);
      const found = await two.ring.find('a').then(hex, String);
      assert.equal(
        found,
        gives
          ? hex(keyOf('a'))
          : 'KeyElsewhere: another window made the key that seals orders, and has not handed it over',
      );
      assert.deepEqual(two.waits, Array(gives ? 1 : 8).fill(250));
    }
  });

  it('is none where the one that seals was replaced while it was waited for', async (t) => {
    const folder = aFolder(t);
    const one = await aRing(t, folder, aHome(['a']));
    await one.ring.current();
    const two = await aRing(t, folder, aHome(['b']));
    choose(two, 'a', old);
    two.during = async () => one.ring.close();
    assert.equal(await two.ring.find('a'), null);
    assert.deepEqual(all(two, 'SELECT seal FROM valid_seal'), ['b']);
  });
});

describe('a window that may only read', () => {
  it('takes its own key for all it makes, and holds, asks and writes nothing', async (t) => {
    const folder = aFolder(t);
    const none = await aRing(t, aFolder(t), aHome(['b']), { mayWrite: false });
    assert.equal((await none.ring.current()).id, 'b');
    assert.deepEqual([all(none, 'SELECT * FROM valid_seal'), none.looks.size], [[], 0]);
    const one = await aRing(t, folder, aHome(['a']));
    await one.ring.current();
    const home = aHome(['b']);
    const two = await aRing(t, folder, home, { mayWrite: false });
    await two.ring.fetch();
    assert.deepEqual(home.asked, []);
    assert.equal(await two.ring.find('a'), null);
    assert.equal((await two.ring.current()).id, 'b');
    const reading = await aRing(t, folder, aHome(['c', 'a']), { mayWrite: false });
    assert.equal((await reading.ring.current()).id, 'a');
    assert.deepEqual([two.waits, two.looks.size, reading.looks.size], [[], 0, 0]);
    assert.deepEqual(all(one, 'SELECT seal FROM valid_seal'), ['a']);
    assert.deepEqual(all(one, 'SELECT * FROM seal_requests'), []);
    one.ring.close();
    const after = await aRing(t, folder, aHome(['d']));
    choose(after, 'a', old);
    assert.equal((await after.ring.current()).id, 'd', 'nobody holds the one before');
  });
});

describe('the store of keys', () => {
  it('that refuses is told from a key that is missing, and is asked anew', async (t) => {
    const refuse = async () => {
      throw new Error('the keyring is locked');
    };
    const unreadable = { name: 'KeyUnreadable', message: 'the keyring is locked' };
    const home = aHome(['a'], { current: refuse });
    const one = await aRing(t, aFolder(t), home);
    await assert.rejects(one.ring.current(), unreadable);
    home.current = async () => ({ id: 'a', key: keyOf('a') });
    assert.equal((await one.ring.current()).id, 'a');
    const finding = aHome(['a'], { find: refuse });
    const two = await aRing(t, aFolder(t), finding);
    await assert.rejects(two.ring.find('x'), unreadable);
    choose(two, 'x', old);
    await assert.rejects(two.ring.current(), unreadable);
    finding.find = async () => null;
    await assert.doesNotReject(two.ring.find('x'));
  });

  it('is asked for the key that seals before it is needed, where one does', async (t) => {
    const folder = aFolder(t);
    const home = aHome(['b', 'a']);
    const two = await aRing(t, folder, home);
    await two.ring.fetch();
    assert.deepEqual([home.asked, two.looks.size], [[], 0]);
    choose(two, 'a', noon);
    await two.ring.fetch();
    assert.deepEqual([home.asked, two.looks.size], [['find a'], 1]);
  });

  it('keeps the key that seals in a file, from when on it lasts', async (t) => {
    const inFile: Uint8Array[] = [];
    const keepInFile = async (key: Uint8Array) => void inFile.push(key);
    for (const home of [aHome(['a'], { keepInFile }), aHome(['a'])]) {
      const { ring } = await aRing(t, aFolder(t), home);
      await ring.keepInFile();
      assert.equal(await ring.survived(), true);
    }
    assert.deepEqual(inFile, [keyOf('a')]);
  });
});
