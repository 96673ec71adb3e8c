import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prettyJson, prettyJsonInTurns } from '../../../src/contract/jsonText.ts';
import { maskAt } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';

const whole = { maxChars: 1e9 };
const mask = (path: readonly string[]) => maskAt(operationById('rc-advanced'), path);

describe('a long text laid out in turns', () => {
  /** How often others had their turn. */
  async function pausesOf(text: string): Promise<number> {
    let pauses = 0;
    const shown = await prettyJsonInTurns(text, whole, async () => {
      pauses += 1;
    });
    assert.deepEqual(shown, prettyJson(text, whole));
    return pauses;
  }
  /** A list of so many tokens, its end among them. */
  const ofTokens = (count: number) => `[${'1,'.repeat(count / 2 - 2)}1]`;
  const oneMore = (count: number) => `${ofTokens(count)} `;

  it('pauses after each twenty thousand tokens', async () => {
    assert.equal(await pausesOf(ofTokens(20_000)), 0);
    assert.equal(await pausesOf(oneMore(20_000)), 1);
    assert.equal(await pausesOf(ofTokens(40_000)), 1);
    assert.equal(await pausesOf(oneMore(40_000)), 2);
  });

  it('comes as it came where it is no JSON, whenever that is seen', async () => {
    assert.equal(await pausesOf('<p>'), 0);
    assert.equal(await pausesOf(`${ofTokens(30_000)}?`), 1);
  });
});

describe('a text laid out as far as it is shown', () => {
  it('stops after the token that reaches the length', () => {
    const of = (maxChars: number) => prettyJson('[1,2]', { maxChars });
    assert.deepEqual([of(5).text, of(5).truncated], ['[\n  1', true]);
    assert.deepEqual([of(6).text, of(6).truncated], ['[\n  1,', true]);
    assert.deepEqual([of(7).text, of(7).truncated], ['[\n  1,\n  2', true]);
    assert.deepEqual([of(12).text, of(12).truncated], ['[\n  1,\n  2\n]', false]);
  });

  it('shows a string whole that is up to 1024 characters longer, and cuts a longer one at the length', () => {
    const string = (chars: number) => `"${'x'.repeat(chars - 2)}"`;
    const fits = prettyJson(string(2024), { maxChars: 1000 });
    assert.deepEqual([fits.text, fits.truncated], [string(2024), false]);
    const cut = prettyJson(string(2025), { maxChars: 1000 });
    assert.deepEqual([cut.text, cut.truncated], [`"${'x'.repeat(999)}…`, true]);
    const wide = prettyJson(string(9000), { maxChars: 5000 });
    assert.equal(wide.text, `"${'x'.repeat(4999)}…`);
  });

  it('cuts what is masked 512 characters before the end of what was read', () => {
    const address = `b${'a'.repeat(59)}@example.com `;
    const text = `"${address.repeat(10)}${'x'.repeat(4000)}"`;
    const read = 1024 + 1000 - 10 * address.length;
    const masked = `"${'b••••••a@••••••.com '.repeat(10)}${'x'.repeat(read)}"`;
    const shown = prettyJson(text, { maxChars: 1000, mask });
    assert.equal(shown.text, `${masked.slice(0, -512)}…`);
    assert.deepEqual([shown.truncated, shown.masked], [true, true]);
    const wide = prettyJson(`"${address}${'x'.repeat(9000)}"`, { maxChars: 5000, mask });
    assert.equal(wide.text.length, 5001);
  });

  it('shows one character of a mask shorter than that, then goes on, and still says that it was cut', () => {
    const shown = prettyJson(`{"name":"${'z'.repeat(5000)}","n":1}`, { maxChars: 1000, mask });
    assert.equal(shown.text, '{\n  "name": "…,\n  "n": 1\n}');
    assert.deepEqual([shown.truncated, shown.masked], [true, true]);
  });

  it('is indented by two hundred spaces at most', () => {
    const text = prettyJson(`${'['.repeat(103)}${']'.repeat(103)}`, whole).text;
    const indents = text.split('\n').map((line) => line.length - line.trimStart().length);
    assert.deepEqual(indents.slice(98, 103), [196, 198, 200, 200, 200]);
    assert.equal(Math.max(...indents), 200);
  });
});

describe('a text laid out with masks', () => {
  it('leaves words that are no text and no number, whatever their key', () => {
    const shown = prettyJson('{"name":true,"email":null,"address":[false]}', { ...whole, mask });
    assert.deepEqual(JSON.parse(shown.text), { name: true, email: null, address: [false] });
    assert.equal(shown.masked, false);
  });

  it('tells whoever masks the place of each value, no two alike', () => {
    const places: string[] = [];
    const value = '"a@b.example"';
    const list = `[${value},[${value},${value}],{"a":${value},"b":[${value}]},[[${value}],${value}],${value}]`;
    prettyJson(`{"l":${list},"m":${list},"n":${value}}`, {
      ...whole,
      mask,
      maskAs: (_kind, _text, { position }) => {
        places.push(position());
        return '';
      },
    });
    assert.equal(places.length, 17);
    assert.equal(new Set(places).size, places.length);
  });

  it('tells the place in each list around it, counted from 1, and the keys', () => {
    const places: string[] = [];
    const value = '"a@b.example"';
    prettyJson(`[${value},null,{},[${value},{"a":[${value}],"b":${value}}],${value}]`, {
      ...whole,
      mask,
      maskAs: (_kind, _text, { position }) => {
        places.push(position());
        return '';
      },
    });
    assert.deepEqual(places, ['1 []', '4,1 []', '4,2,0,1 ["a"]', '4,2,0 ["b"]', '5 []']);
  });

  it('tells the same place whatever the values are', () => {
    const placesOf = (text: string): readonly string[] => {
      const places: string[] = [];
      const maskAs = (_kind: unknown, _text: string, place: { position(): string }): string => {
        places.push(place.position());
        return '';
      };
      prettyJson(text, { ...whole, mask, maskAs });
      return places;
    };
    assert.deepEqual(placesOf('[null,{"a":[]},"a@b.example"]'), placesOf('[{},true,"c@d.example"]'));
  });
});
