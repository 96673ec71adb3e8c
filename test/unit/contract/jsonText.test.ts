import assert from 'node:assert/strict';
import test from 'node:test';
import { prettyJson } from '../../../src/contract/jsonText.ts';
import type { PrettyText } from '../../../src/contract/looseText.ts';
import { maskAt } from '../../../src/contract/masking.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { randomFrom } from './answers.ts';

const whole = { maxChars: 1e9 };

function masked(text: string, maxChars = 1e9): PrettyText {
  return prettyJson(text, { maxChars, mask: (path) => maskAt(operationById('rc-advanced'), path) });
}

test('JSON is indented, and nothing in it is changed', () => {
  const text =
    '{"n":12345678901234567890,"e":1.10E+05,"s":"\\u0041\\/","n":-0,"a":[],"o":{ },"l":[1,[true,null]]}';
  assert.deepEqual(prettyJson(text, whole), {
    text: `{
  "n": 12345678901234567890,
  "e": 1.10E+05,
  "s": "\\u0041\\/",
  "n": -0,
  "a": [],
  "o": {},
  "l": [
    1,
    [
      true,
      null
    ]
  ]
}`,
    truncated: false,
    masked: false,
    json: true,
  });
});

/** JSON text with random blanks, numbers and escapes of every kind. */
function randomText(random: () => number, depth: number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const blank = () => pick(['', '', ' ', '\n', '\t\r\n  ']);
  const strings = [
    '""',
    '"a b"',
    '"\\"\\\\"',
    '"\\ud83d\\ude00"',
    '"é\u2028"',
    '"//"',
    '"{[,:"',
    '"0000 0000 1234"',
  ];
  const scalars = [
    ...strings,
    '0',
    '-1',
    '1e400',
    '123456789012345678901',
    '0.10',
    '1E-7',
    'true',
    'false',
    'null',
  ];
  if (depth === 0 || random() < 0.2) return blank() + pick(scalars) + blank();
  const list = random() < 0.5;
  const items = Array.from({ length: Math.floor(random() * 5) }, () => {
    const value = randomText(random, depth - 1);
    return list ? value : `${blank()}${pick(strings)}${blank()}:${value}`;
  });
  return `${blank()}${list ? '[' : '{'}${items.join(',') || blank()}${list ? ']' : '}'}${blank()}`;
}

/** Without the blanks outside strings. */
function squeezed(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

test('but for blanks, pretty text is the text as it came', () => {
  const random = randomFrom(7);
  for (let turn = 0; turn < 1500; turn += 1) {
    const text = randomText(random, 5);
    const shown = prettyJson(text, whole);
    assert.equal(shown.json, true, text);
    assert.equal(squeezed(shown.text), squeezed(text));
    assert.deepEqual(JSON.parse(shown.text), JSON.parse(text));
    assert.equal(prettyJson(shown.text, whole).text, shown.text);
    assert.doesNotThrow(() => JSON.parse(masked(text).text));
  }
});

const noJson = [
  '',
  ' ',
  '<html>',
  '{',
  '[1,]',
  '{"a":1,}',
  '{"a" 1}',
  '01',
  '1.',
  '-',
  '"a',
  '"\\x"',
  "{'a':1}",
  'nul',
  '1 2',
  '{}}',
  '[}',
  '/* c */ 1',
  '1 // c',
  '\u00a01',
  '"a\nb"',
  '{1:2}',
  ']',
  ',',
  ':',
];
for (const text of noJson) {
  test(`${JSON.stringify(text)} is not JSON and comes back unchanged`, () => {
    assert.throws(() => JSON.parse(text));
    assert.deepEqual(prettyJson(text, whole), { text, truncated: false, masked: false, json: false });
  });
}

test('what is damaged at random is JSON for prettyJson exactly when it is for JSON.parse', () => {
  const random = randomFrom(11);
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  for (let turn = 0; turn < 3000; turn += 1) {
    const text = randomText(random, 3);
    const at = Math.floor(random() * (text.length + 1));
    const damage = ',:{}[]"\\/e-0 '.charAt(Math.floor(random() * 13));
    const damaged = text.slice(0, at) + damage + text.slice(at + (random() < 0.5 ? 1 : 0));
    const shown = prettyJson(damaged, whole);
    assert.equal(shown.json, parses(damaged), JSON.stringify(damaged));
    if (!shown.json) assert.equal(shown.text, damaged);
    masked(damaged);
  }
});

test('personal values are hidden by key, by what is around them and by look; ids are not, unless they look so', () => {
  const body = {
    order_id: 'ORD-20261121-0042',
    message: 'for someone@example.com',
    data: {
      order_id: '000000001234',
      result: {
        owner_name: 'INVENTED OWNER',
        mobile_number: 1234567890,
        color: 'RED',
        financed: true,
        variant: null,
        father_name: '',
        owner: { first: 'INVENTED', age: 5 },
        list: [{ dob: '2000-01-01' }, 'ZZZXZ9999Z'],
        'someone@example.com': { ok: true },
      },
    },
  };
  const shown = masked(JSON.stringify(body));
  assert.equal(shown.masked, true);
  assert.deepEqual(JSON.parse(shown.text), {
    order_id: 'ORD-20261121-0042',
    message: 'for s••••••e@••••••.com',
    data: {
      order_id: '••••••1234',
      result: {
        owner_name: '••••••',
        mobile_number: '••••••7890',
        color: 'RED',
        financed: true,
        variant: null,
        father_name: '',
        owner: { first: '••••••', age: '••••••' },
        list: [{ dob: '••••••' }, 'ZZ••••••9Z'],
        's••••••e@••••••.com': { ok: true },
      },
    },
  });
});

test('escapes do not hide a personal value', () => {
  assert.equal(masked('["someone\\u0040example.com"]').text, '[\n  "s••••••e@••••••.com"\n]');
  assert.equal(
    masked('{"owner_\\u006eame":"X Y"}').text,
    '{\n  "owner_name": "••••••"\n}'.replace('owner_name', 'owner_\\u006eame'),
  );
});

test('a JSON body that broke off is masked wherever it broke', () => {
  const body = JSON.stringify({
    message: 'Invented.',
    data: {
      result: {
        owner_name: 'QQQQQQ',
        present_address: 'WWWWWW',
        x: 'someone@example.com',
        list: [{ name: 'VVVVVV' }],
      },
    },
  });
  for (let length = 0; length < body.length; length += 1) {
    const shown = masked(body.slice(0, length));
    assert.doesNotMatch(shown.text, /QQ|WW|VV|someone|example/, body.slice(0, length));
    assert.equal(shown.json, false);
  }
  assert.match(masked(body.slice(0, -20)).text, /"message":"Invented\."/);
});

test('text that is no JSON is masked by look', () => {
  const page = '<html>// "PAN ZZZXZ9999Z" /* 0000 0000 1234</html>';
  assert.equal(masked(page).text, '<html>// "PAN ZZ••••••9Z" /* ••••••1234</html>');
});

test('it stops at maxChars and says so', () => {
  const list = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => ({ item: index })));
  const shown = prettyJson(list, { maxChars: 1000 });
  assert.equal(shown.truncated, true);
  assert.ok(shown.text.length >= 1000 && shown.text.length < 1100);
  assert.ok(prettyJson(list, whole).text.startsWith(shown.text));
  assert.equal(prettyJson('[1]\n', { maxChars: 7 }).truncated, false);
  assert.equal(prettyJson(`{"a":"${'x'.repeat(1e6)}"}`, { maxChars: 1000 }).text.length, 1001);
  const page = prettyJson(`<p>${'x'.repeat(1e6)}`, { maxChars: 1000 });
  assert.deepEqual([page.text.length, page.truncated], [1000, true]);
});

test('no personal value is shown in half at the end of what is shown', () => {
  const addresses = Array.from({ length: 400 }, () => 'someone@example.com').join(' ');
  for (let maxChars = 3000; maxChars < 3060; maxChars += 1) {
    for (const text of [addresses, JSON.stringify([addresses]), `["${addresses}`]) {
      assert.doesNotMatch(masked(text, maxChars).text, /so|ex/);
    }
  }
});

test('depth takes no stack, and huge indents are not made', () => {
  for (const [open, middle, close] of [
    ['[', '', ']'],
    ['{"a":', '1', '}'],
  ] as const) {
    const text = open.repeat(100_000) + middle + close.repeat(100_000);
    const shown = masked(text, 100_000_000);
    assert.equal(shown.json, true);
    assert.ok(shown.text.length < 50_000_000);
    assert.equal(masked(`${text}]`, 100_000).truncated, true);
  }
});

test('a byte order mark is passed over', () => {
  assert.equal(prettyJson('\ufeff[1]', whole).text, '[\n  1\n]');
});
