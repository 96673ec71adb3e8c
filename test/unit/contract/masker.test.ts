import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type KindAt, Masker, type MaskPlace } from '../../../src/contract/masker.ts';
import { mask } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import type { MaskKind } from '../../../src/contract/shapes.ts';

/** `envelope` is part of the envelope, `name` is somebody's, of all else nothing is known. */
const kindAt: KindAt = (path) => {
  const key = path.at(-1);
  return key === 'order_id' || key === 'status' ? null : key === 'name' ? 'all' : undefined;
};
const own = new OwnInput(operationById('rc-advanced'), '{"rc_number":"ZZ99ZZ9999"}');

describe('a value of an answer', () => {
  it('stays as it came without anybody to say what it is, and nothing is said to be masked', () => {
    const all = new Masker(undefined);
    assert.equal(all.value('"a@b.example"', 'a@b.example', ['name'], 'all'), '"a@b.example"');
    assert.equal(all.key('"a@b.example"', 'a@b.example'), '"a@b.example"');
    assert.equal(all.broken('"a@b', 'a@b', ['name']), '"a@b');
    assert.equal(all.loose('someone@example.com'), 'someone@example.com');
    assert.equal(all.below(['name'], 'all'), null);
    assert.equal(all.masked, false);
  });

  it('is hidden as its place says, else as what holds it says, else by its look', () => {
    const masker = new Masker(kindAt);
    const shown = (key: string, value: string, inherited: MaskKind | null): string =>
      masker.value(JSON.stringify(value), value, [key], inherited);
    assert.equal(shown('x', 'plain', null), '"plain"');
    assert.equal(masker.masked, false);
    assert.equal(shown('name', 'Zz', null), JSON.stringify(mask('all', 'Zz')));
    assert.equal(masker.masked, true);
    assert.equal(shown('x', 'plain', 'all'), JSON.stringify(mask('all', 'plain')));
    assert.notEqual(shown('x', 'someone@example.com', null), '"someone@example.com"');
    assert.equal(shown('name', '', null), '""');
  });

  it('of the envelope stays, unless it holds what no code and no id does', () => {
    const masker = new Masker(kindAt, mask, own);
    const id = '7d4e2a10-5b6c-4f7d-8e9f-0a1b2c3d4e5f';
    assert.equal(masker.value(`"${id}"`, id, ['order_id'], 'all'), `"${id}"`);
    assert.equal(masker.value('"SUCCESS"', 'SUCCESS', ['status'], 'all'), '"SUCCESS"');
    assert.equal(masker.masked, false);
    assert.ok(!masker.value('"ZZ99ZZ9999"', 'ZZ99ZZ9999', ['order_id'], null).includes('ZZ99ZZ9999'));
    assert.equal(masker.masked, true);
  });

  it('that broke off is hidden whole, but for what is known to be harmless', () => {
    const masker = new Masker(kindAt, mask, own);
    assert.equal(masker.broken('"SUCC', 'SUCC', ['status']), '"SUCC');
    assert.equal(masker.broken('"', '', ['x']), '"');
    assert.equal(masker.masked, false);
    assert.equal(masker.broken('"ZZ99ZZ9999', 'ZZ99ZZ9999', ['order_id']).includes('ZZ99ZZ9999'), false);
    assert.equal(masker.broken('"pla', 'pla', ['x']), JSON.stringify(mask('all', 'pla')));
    assert.equal(masker.masked, true);
  });

  it('is shown by whoever asked, who is told its place where there is one', () => {
    const places: (readonly [readonly string[], string])[] = [];
    const as = (_kind: MaskKind, _text: string, place: MaskPlace): string => {
      places.push([place.path, place.position()]);
      return 'covered';
    };
    const masker = new Masker(kindAt, as, null, () => 'here');
    assert.equal(masker.value('"Zz"', 'Zz', ['a', 'name'], null), '"covered"');
    assert.equal(masker.key('"someone@example.com"', 'someone@example.com'), '"covered"');
    assert.equal(masker.loose('to someone@example.com'), 'to covered');
    assert.equal(
      masker.loose('to someone@example.com', () => 'there'),
      'to covered',
    );
    assert.equal(masker.broken('"Z', 'Z', ['a', 'name']), '"covered"');
    assert.deepEqual(places, [
      [['a', 'name'], 'here'],
      [[], ''],
      [[], ''],
      [[], 'there'],
      [['a', 'name'], 'here'],
    ]);
  });

  it('is one of the same reading as all that this one shows, and of no other', () => {
    const readings: object[] = [];
    const as = (_kind: MaskKind, text: string, { reading }: MaskPlace): string => {
      readings.push(reading);
      return text;
    };
    const [one, other] = [new Masker(kindAt, as), new Masker(kindAt, as)];
    for (const masker of [one, one, other]) masker.value('"Zz"', 'Zz', ['name'], null);
    assert.deepEqual(
      readings.map((reading) => reading === readings[0]),
      [true, true, false],
    );
  });
});

describe('what of an answer is no result', () => {
  const digits = '2026112100421';
  const shown = (...path: readonly string[]): string =>
    new Masker(kindAt).value(JSON.stringify(digits), digits, path, null);

  it('is judged by what it is: long numbers are covered in the message and in codes, not in ids', () => {
    assert.equal(shown('message'), '"••••••0421"');
    assert.equal(shown('status'), '"••••••0421"');
    assert.equal(shown('data', 'status'), '"••••••0421"');
    assert.equal(shown('order_id'), JSON.stringify(digits));
    assert.equal(shown('data', 'order_id'), JSON.stringify(digits));
  });

  it('is a message at the top level alone', () => {
    for (const path of [['data', 'message'], ['other'], ['other', 'x'], []])
      assert.equal(shown(...path), JSON.stringify(digits), path.join('.'));
  });
});

describe('whether anything was masked', () => {
  it('is not said of an empty value, which stays as it came', () => {
    const masker = new Masker(kindAt);
    assert.equal(masker.value('""', '', ['name'], 'all'), '""');
    assert.equal(masker.masked, false);
  });

  it('is said of text outside of strings, where it was', () => {
    const masker = new Masker(kindAt);
    masker.loose('nobody');
    assert.equal(masker.masked, false);
    masker.loose('to someone@example.com');
    assert.equal(masker.masked, true);
  });
});

describe('who says what a place is', () => {
  it('is asked of each place whose keys differ, whatever they are when run together', () => {
    const masker = new Masker((path) => (path.length === 1 ? 'all' : undefined));
    assert.equal(masker.below(['ab'], null), 'all');
    assert.equal(masker.below(['a', 'b'], null), null);
  });

  it('is asked once of each of the first thousand places, of others each time', () => {
    let asked = 0;
    const masker = new Masker(() => {
      asked += 1;
      return undefined;
    });
    const again = (from: number, to: number): number => {
      asked = 0;
      for (let place = from; place <= to; place += 1) masker.below([`k${place}`], null);
      return asked;
    };
    assert.deepEqual([again(1, 1001), again(1, 1000), again(1001, 1001)], [1001, 0, 1]);
  });

  it('is asked once of each, of very deep ones each time', () => {
    const asked: number[] = [];
    const masker = new Masker((path) => {
      asked.push(path.length);
      return path.length === 3 ? 'all' : undefined;
    });
    const deep = (keys: number): readonly string[] => Array.from({ length: keys }, () => 'a');
    for (const keys of [3, 3, 32, 32, 33, 33]) masker.value('"x"', 'x', deep(keys), null);
    assert.deepEqual(asked, [3, 32, 33, 33]);
    assert.equal(masker.below(deep(3), null), 'all');
    assert.equal(masker.below(deep(4), 'last4'), 'last4');
  });
});
