import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedValue, NamedValues, plainText } from '../../../src/contract/namedValues.ts';
import { number } from './aadhaar/aNumber.ts';

function names(text: string, ...values: readonly string[]): boolean {
  const named = new NamedValues(values.map(comparedValue));
  const isNamed = named.areIn(plainText(text));
  // What is quick may say yes too often, and never no where it is yes.
  if (isNamed) assert.equal(named.mayBeIn(text), true, text);
  return isNamed;
}

/** value, texts that name it, texts that do not */
const rows: readonly (readonly [value: string, named: readonly string[], another: readonly string[]])[] = [
  [
    'XX00OK0200',
    [
      ...[
        'xx00ok0200',
        'of xx-00 OK\u20130200.',
        'cases/XX00OK0200/1',
        'XX00OK0200-front.jpg',
        'XX00OK0200, 5',
      ],
      ...[
        'xx 00 ok 0200 of 3',
        '(XX00OK0200)',
        'no=XX00OK0200&x',
        '\uff38\uff3800OK०२००',
        'XX\u200b00OK0200',
      ],
      ...['XX00OK0200का', 'काXX00OK0200', 'to\\nXX00OK0200'],
    ],
    [
      'XX00OK02001',
      'AXX00OK0200',
      'XX00OK020',
      'XX/00/OK/0200',
      'XX.00.OK.0200',
      'XX00OK","0200',
      'XX00OKकि0200',
      'XX00OK0200é',
      'nXX00OK0200',
      'to\\tXX00OK0200',
    ],
  ],
  ['XX00OK020', ['xx 00 ok 020', 'XX00OK020 0'], ['XX00OK0200', 'xx 00 ok 020 0', 'xx-00-ok-020-0']],
  ['XX-1-2345', ['XX 1 2345', 'xx-1-2345.'], ['XX-12-345', 'XX12345', 'XX-1-23456', 'XX-1-2345-6']],
  ['XX12345', ['xx12345'], ['XX-1-2345']],
  ['22BH1234AA', ['22-BH-1234-AA', 'of 1 22 BH 1234 aa'], ['122BH1234AA', '22BH1234AAA']],
  ['ZZZPZ4190Q', ['zzzpz 4190 q', 'PAN:ZZZPZ4190Q;'], ['ZZZPZ4190', 'XZZZPZ4190Q']],
  [
    number,
    [
      number.replace(/(\d{4})(?=\d)/g, '$1.'),
      number.replace(/(\d{4})(?=\d)/g, '$1 - '),
      `of ${number}, 5`,
      `${number} 1234`,
      number.replace(/(\d{4})(?=\d)/g, '$1%20'),
    ],
    [
      `${number}1`,
      `1${number}`,
      `${number.replace(/(\d{4})(?=\d)/g, '$1 ')} 1234`,
      `1234-${number.replace(/(\d{4})(?=\d)/g, '$1-')}`,
      number.replace(/(\d{4})(?=\d)/g, '$1,'),
      `${number}.5`,
    ],
  ],
  [
    '9876543210',
    [
      '+91 98765 43210',
      '919876543210',
      '0-98765-43210',
      '0091 98765 43210',
      '3 (987) 654-3210',
      '9876543210 9876543211',
      ...[
        'Mob9876543210',
        '9876543210को',
        '9876543210x2',
        'to\\n9876543210',
        '9876543210.0, 5',
        '9876543210.',
      ],
    ],
    [
      '9876543210.05',
      '9876543210.0.1',
      '89876543210',
      '98765432101',
      '5.9876543210',
      '9876543210.5',
      '98765.43210',
      '929876543210',
    ],
  ],
  [
    'ann@example.com',
    [
      ...[
        'Ask Ann@Example.com.',
        '<ann@example.com>',
        "'ann@example.com'",
        'mailto:ann@example.com?x',
        'ann@example.com-',
      ],
      ...['emails=ann%40example.com%2Cbob', 'a/ann@example.com', 'ann@example.com…'],
      ...['ann@example.comको', 'भेजाann@example.com', 'to\\nann@example.com'],
      ...['see _ann@example.com_', '__ann@example.com__ is', '~~ann@example.com~~'],
    ],
    [
      ...[
        'joann@example.com',
        'jo.ann@example.com',
        'jo-ann@example.com',
        'jo+ann@example.com',
        "o'ann@example.com",
      ],
      ...[
        'ann@example.com.au',
        'ann@example.company',
        'ann@example.com-x.example',
        'an-n@example.com',
        'ann@exam ple.com.x',
        'jo_ann@example.com_',
        '_ann@example.com',
        'ann@example.com_x.example',
      ],
    ],
  ],
  [
    'maryann@my-shop.example',
    ['maryann@my\u2010shop.example'],
    ['mary-ann@my-shop.example', 'maryann@myshop.example'],
  ],
  ['_ann@x.example', ['_ann@x.example'], ['ann@x.example', '-ann@x.example']],
  [
    'Asha Rao',
    ['asha  rao', 'of Asha\nRao, again', 'ASHARAO'],
    ['Natasha Rao', 'Asha Raoul', 'Asha-Rao', `Asha${' '.repeat(99)}Rao`],
  ],
  ['k10b n 7654321', ['K10BN7654321'], ['K10B-N-7654321', 'K10BN76543210']],
  ['आशा राव', ['कि आशा राव।'], ['आशा रावी', 'आशा रावि']],
  ['𝒳𐐷ab', ['of x𐐷ab.'], ['x𐐷abc']],
];

for (const [value, named, another] of rows)
  test(`who is named by ${value}`, () => {
    for (const text of named) assert.equal(names(text, value), true, text);
    for (const text of another) assert.equal(names(text, value), false, text);
  });

test('few values and many are found whole in a text, and others are not', () => {
  const plates = Array.from({ length: 500 }, (_, n) => `MH12AB${String(n).padStart(4, '0')}`);
  for (const count of [1, 20, 500]) {
    const values = [...plates.slice(0, count), 'a@x.example'];
    for (const value of [plates[0] ?? '', plates[count - 1] ?? '', 'A@x.example'])
      for (const text of [value, `x ${value}`, `${value} y`, `a"${value}"b`])
        assert.equal(names(text, ...values), true, `${count} ${text}`);
    for (const text of ['', 'MH12AB', 'MH00AB9999', 'xMH12AB0000', 'MH12AC0000'.repeat(50)])
      assert.equal(names(text, ...values), false, `${count} ${text}`);
  }
  assert.equal(names('MH12AB0000'), false);
});

test('values that differ by what groups them alone are told apart though both are looked for', () => {
  const both = ['maryann@x.example', 'mary-ann@x.example'];
  for (const text of both) assert.equal(names(text, ...both), true);
  assert.equal(names('mary.ann@x.example', ...both), false);
});

test('what has neither letter nor digit is looked for nowhere', () => {
  const none = new NamedValues(['....', '']);
  assert.deepEqual([none.size, none.values, none.areIn('....'), none.mayBeIn('\\')], [0, [], false, false]);
});

test('a text is read in time that grows as it does', () => {
  const named = new NamedValues(['AAAAAAAAAA1', 'ANN@EXAMPLE.COM']);
  for (const text of [
    'A'.repeat(500_000),
    'A '.repeat(250_000),
    'ANN@EXAMPLE.COM.A'.repeat(30_000),
    `A${' '.repeat(500_000)}A`,
  ]) {
    const since = performance.now();
    assert.equal(named.areIn(plainText(text)), false);
    assert.ok(performance.now() - since < 3000);
  }
});
