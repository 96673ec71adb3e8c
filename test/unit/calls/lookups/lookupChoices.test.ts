import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lookupChoices, recognisedText } from '../../../../src/calls/lookups/lookupChoices.ts';
import { operationById, operations } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';

/** Each choice as "operation how", what is still asked for behind a colon. */
function offered(text: string, among = operations): string[] {
  return lookupChoices(text, among).map(({ operation, how, missing }) => {
    const more = missing.map(({ name }) => name).join('+');
    return `${operation.id} ${how}${more === '' ? '' : `: ${more}`}`;
  });
}

describe('what a text is looked up as', () => {
  test('a registration number as people write it, ready to send, and as typed after it', () => {
    assert.deepEqual(offered('xx 00 ab 0000'), ['rc-advanced recognised', 'rc-advanced as-typed']);
    const [usual, typed] = lookupChoices('xx 00 ab 0000', operations);
    assert.deepEqual(usual?.fields, { rc_number: 'XX00AB0000' });
    assert.deepEqual(typed?.fields, { rc_number: 'xx 00 ab 0000' });
    assert.deepEqual(offered('XX00AB0000'), ['rc-advanced recognised']);
    assert.deepEqual(offered('xx\u201300\u2013ab\u20130000'), [
      'rc-advanced recognised',
      'rc-advanced as-typed',
    ]);
  });

  test('a number within other words is no text to send as typed', () => {
    assert.deepEqual(offered('the car xx 00 ab 0000, blue'), ['rc-advanced recognised']);
  });

  test('a PAN lacks the Aadhaar number for the link, and nothing for a report', () => {
    assert.deepEqual(offered('ABCXZ0000Q'), [
      'aadhaar-pan-link recognised: aadhaar_number',
      'credit-report recognised',
    ]);
    assert.deepEqual(offered('ABCXZ0000Q, 0000 1111 2222')[0], 'aadhaar-pan-link recognised');
  });

  test('a mobile number is asked a report for, addresses are checked', () => {
    const [report] = lookupChoices('+91 90000 00000', operations);
    assert.deepEqual(report?.fields, { number: '9000000000', fetch_by: 'mobile' });
    assert.deepEqual(offered('a@one.invalid; b@two.invalid'), ['email-bulk recognised']);
  });

  test('nothing typed, or the name of an operation: the operations to choose', () => {
    assert.equal(offered('').length, operations.length);
    assert.ok(offered(' ').every((one) => one.includes(' choose')));
    assert.deepEqual(offered('rc'), ['rc-advanced choose: rc_number']);
    assert.deepEqual(offered('link'), ['aadhaar-pan-link choose: aadhaar_number+pan_number']);
  });

  test('an operation is named by the beginning of its id, of its title or of a word of that', () => {
    for (const [typed, id] of [
      ['Email-b', 'email-bulk'],
      ['bulk e', 'email-bulk'],
      ['VALID', 'email-bulk'],
      ['credit r', 'credit-report'],
    ] as const) {
      assert.match(offered(typed).join(), new RegExp(`^${id} choose(?:: \\w+)?$`), typed);
    }
    assert.ok(offered('k').every((one) => !one.includes(' choose')));
  });

  test('what is recognised for an operation that is not among them is typed into those that are', () => {
    const emails = operations.filter(({ id }) => id === 'email-bulk');
    assert.deepEqual(offered('XX00AB0000', emails), ['email-bulk unrecognised']);
  });

  test('what looks like nothing may be sent all the same, in the first field that takes it', () => {
    assert.equal(offered('1234-odd').length, operations.length);
    const [first] = lookupChoices('1234-odd', operations);
    assert.equal(first?.how, 'unrecognised');
    assert.deepEqual(first?.fields, { rc_number: '1234-odd' });
  });
});

describe('with request fields of the user', () => {
  const corrected = readRequestFields({
    'rc-advanced': [
      { name: 'consent', type: 'boolean', required: true, default: true },
      { name: 'plate', in: ['vehicle'], required: true, check: 'registration' },
      { name: 'reason', required: true },
    ],
    'email-bulk': [],
  });
  const among = operations.map((one) => withRequestFields(one, corrected));

  test('the value goes where the check is, defaults are kept, the rest is asked for', () => {
    assert.deepEqual(offered('XX00AB0000', among), ['rc-advanced recognised: reason']);
    const [first] = lookupChoices('XX00AB0000', among);
    assert.deepEqual(first?.fields, { consent: 'true', 'vehicle.plate': 'XX00AB0000' });
  });

  test('what looks like nothing goes into the first required field that is no yes or no, else the first of any', () => {
    const fieldsWith = (...fields: readonly object[]) => {
      const reading = readRequestFields({ 'rc-advanced': fields });
      const among = operations
        .filter(({ id }) => id === 'rc-advanced')
        .map((one) => withRequestFields(one, reading));
      const [first] = lookupChoices('1234-odd', among);
      return [first?.how, first?.fields];
    };
    const [sure, hint] = [{ name: 'sure', type: 'boolean', required: true }, { name: 'hint' }];
    const needed = { name: 'needed', required: true };
    assert.deepEqual(fieldsWith(sure, hint, needed), ['unrecognised', { needed: '1234-odd' }]);
    assert.deepEqual(fieldsWith(sure, hint), ['unrecognised', { hint: '1234-odd' }]);
    assert.deepEqual(fieldsWith(sure), ['choose', {}]);
  });

  test('of several addresses each is offered by itself where the field takes one text', () => {
    const reading = readRequestFields({ 'email-bulk': [{ name: 'email', check: 'emails', required: true }] });
    const single = operations.map((one) => withRequestFields(one, reading));
    const choices = lookupChoices('first@nowhere.example, second@nowhere.example', single);
    assert.deepEqual(
      choices.map(({ how, fields }) => [how, fields]),
      [
        ['recognised', { email: 'first@nowhere.example' }],
        ['recognised', { email: 'second@nowhere.example' }],
      ],
    );
  });

  test('an operation without fields is only to choose', () => {
    assert.ok(offered('a@one.invalid', among).includes('email-bulk choose'));
  });
});

test('an address with an apostrophe is looked up whole', () => {
  const [first] = lookupChoices("o'testperson@nowhere.example", operations);
  assert.deepEqual(first?.fields, { emails: "o'testperson@nowhere.example" });
});

test('a long text gives the few words that were recognised in it, which read the same', () => {
  const text = 'To a@one.invalid about the car of nobody: xx 00 ab 0000, PAN abcxz0000q';
  assert.equal(recognisedText(text), 'a@one.invalid, ABCXZ0000Q, XX00AB0000');
  assert.deepEqual(offered(recognisedText(text) ?? ''), offered(text));
  assert.equal(recognisedText('nothing to look up'), '');
  // Nobody looked: it is not said to hold nothing.
  assert.equal(recognisedText(`XX00AB0000${' '.repeat(100_000)}`), null);
});

test('a text that is looked up is not dropped where every field has choices', () => {
  const own = withRequestFields(
    operationById('rc-advanced'),
    readRequestFields({ 'rc-advanced': [{ name: 'kind', required: true, choices: ['a', 'b'] }] }),
  );
  const found = lookupChoices('typed by hand', [own]);
  assert.ok(
    found.some(({ fields }) => Object.values(fields).includes('typed by hand')),
    JSON.stringify(found.map(({ how, fields }) => [how, fields])),
  );
  // A field that takes any text comes first, required or not.
  const both = withRequestFields(
    operationById('rc-advanced'),
    readRequestFields({
      'rc-advanced': [{ name: 'kind', required: true, choices: ['a'] }, { name: 'text' }],
    }),
  );
  assert.deepEqual(lookupChoices('typed by hand', [both])[0]?.fields, { text: 'typed by hand' });
});
