import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import { readRequestFields, withRequestFields } from '../../../src/contract/requestFields.ts';

const rc = operationById('rc-advanced');
const ownOf = (body: unknown, operation = rc) =>
  new OwnInput(operation, typeof body === 'string' ? body : JSON.stringify(body));
/** Whether what was asked about stands in a text. */
const isIn = (body: unknown, text: string, operation = rc) => ownOf(body, operation).kindIn(text) !== null;
const plate = { rc_number: 'ZZ99ZZ9998' };

describe('what was asked about', () => {
  it('is nothing where the request is not known', () => {
    assert.equal(new OwnInput(rc, null).kindIn('ZZ99ZZ9998'), null);
  });

  it('is sixty values, of which addresses are the first to be left out', () => {
    const name = Array.from({ length: 61 }, (_, at) => `qx${100 + at}`);
    assert.deepEqual([isIn({ name }, 'qx159'), isIn({ name }, 'qx160')], [true, false]);
    const email = ['someone@example.com'];
    assert.equal(isIn({ email, name: name.slice(0, 59) }, email[0] ?? ''), true);
    assert.equal(isIn({ email, name: name.slice(0, 60) }, email[0] ?? ''), false);
    assert.equal(isIn({ email, name: name.slice(0, 60) }, 'qx159'), true);
  });

  it('is values of up to 320 characters, in JSON and in what is none', () => {
    const [fits, exceeds] = ['z'.repeat(320), 'z'.repeat(321)];
    assert.deepEqual([isIn({ name: fits }, fits), isIn({ name: exceeds }, exceeds)], [true, false]);
    assert.deepEqual([isIn(`?"${fits}"`, fits), isIn(`?"${exceeds}"`, exceeds)], [true, false]);
  });

  it('stands in up to 32 objects one in the other', () => {
    const nested = (keys: number) => `${'{"a":'.repeat(keys)}"Zedword"${'}'.repeat(keys)}`;
    assert.deepEqual([isIn(nested(32), 'Zedword'), isIn(nested(33), 'Zedword')], [true, false]);
  });

  it('is looked for in bodies of up to two million characters', () => {
    const body = JSON.stringify(plate);
    const ofLength = (chars: number) => body + ' '.repeat(chars - body.length);
    assert.equal(isIn(ofLength(2_000_000), 'ZZ99ZZ9998'), true);
    assert.equal(isIn(ofLength(2_000_001), 'ZZ99ZZ9998'), false);
  });

  it('is no word that only chooses, where the field is known not to be personal', () => {
    const credit = operationById('credit-report');
    assert.equal(isIn({ fetch_by: 'Zedword' }, 'Zedword', credit), false);
    const chosen = { 'rc-advanced': [{ name: 'kind', choices: ['Zedword', 'Other'] }] };
    const choosing = withRequestFields(rc, readRequestFields(chosen));
    assert.equal(isIn({ kind: 'Zedword' }, 'Zedword', choosing), false);
    assert.equal(isIn({ kind: 'Qexname' }, 'Qexname', choosing), true, 'typed beside the choices');
    const fields = [{ name: 'kind', in: ['o'], personal: 'none' }];
    const nested = withRequestFields(rc, readRequestFields({ 'rc-advanced': fields }));
    assert.equal(isIn({ o: { kind: 'Zedword' } }, 'Zedword', nested), false);
    assert.equal(isIn({ okind: 'Zedword' }, 'Zedword', nested), true);
  });
});

describe('of a body that is no JSON, what was asked about', () => {
  it('is what stands in quotes and is no key', () => {
    for (const body of ['{"Zedkey": "Otherval"', '{"Zedkey" : "Otherval"', '{"a":1,"Zedkey":"Otherval",']) {
      assert.equal(isIn(body, 'Otherval'), true, body);
      assert.equal(isIn(body, 'Zedkey'), false, body);
    }
  });

  it('is a text without quotes of up to sixty characters', () => {
    const [fits, exceeds] = ['z'.repeat(60), 'z'.repeat(61)];
    assert.deepEqual([isIn(fits, fits), isIn(exceeds, exceeds)], [true, false]);
  });

  it('is each value of a form of up to two thousand characters, and of no longer text with spaces', () => {
    const form = (chars: number) => `a=Zedword+Otherval&b=`.padEnd(chars, 'x');
    for (const word of ['Zedword', 'Otherval', 'Zedword Otherval']) {
      assert.equal(isIn(form(2000), word), true, word);
      assert.equal(isIn(form(2001), word), false, word);
    }
    assert.equal(isIn(`a=Zedword and words ${'x '.repeat(30)}`, 'Zedword'), false);
  });
});

describe('the words of a value', () => {
  it('count each by itself where it has four at most, unless its field says that it is personal', () => {
    for (const [body, counts] of [
      [{ x: 'Alpha Bravo Charlie Delta' }, true],
      [{ x: '(Alpha Bravo Charlie Delta)' }, true],
      [{ x: 'Alpha Bravo Charlie Delta Echo' }, false],
      [{ name: 'Alpha Bravo Charlie Delta Echo' }, true],
    ] as const)
      assert.equal(isIn(body, 'so Bravo it is'), counts, JSON.stringify(body));
  });

  it('are letters alone, and no ordinary ones but in a name', () => {
    assert.equal(isIn({ name: 'Zedword A1b2c' }, 'A1b2c'), false);
    assert.equal(isIn({ name: 'Status Zedword' }, 'status'), true);
    assert.equal(isIn({ x: 'Status Zedword' }, 'status'), false);
    assert.equal(isIn({ x: 'Status Zedword' }, 'zedword'), true);
    assert.equal(isIn({ x: 'status 0000001234' }, 'status'), false);
    assert.equal(isIn({ x: 'yes' }, 'yes'), false);
  });

  it('are none that nobody said', () => {
    for (const body of [plate, { name: 'Zed' }, { x: 'a@b.example' }])
      assert.equal(isIn(body, 'changed'), false, JSON.stringify(body));
  });

  it('are those of three letters, or of four characters with a digit', () => {
    for (const [name, found] of [
      ['ab', false],
      ['abc', true],
      ['a1b', false],
      ['a1b2', true],
    ] as const)
      assert.equal(isIn({ name }, name), found, name);
  });

  it('count within a longer word from six characters on, with a digit among them', () => {
    assert.equal(isIn({ name: 'ab12cd' }, 'Xab12cdX'), true);
    assert.equal(isIn({ name: 'ab12c' }, 'Xab12cX'), false);
    assert.equal(isIn({ name: 'abcdefgh' }, 'Xabcdefgh'), false);
  });

  it('stand alone: nothing but a sign or the end beside them', () => {
    for (const [text, found] of [
      ['zed', true],
      ['x zed', true],
      ['x-zed-x', true],
      ['xzed', false],
      ['zedx', false],
      ['x zedx', false],
    ] as const)
      assert.equal(isIn({ name: 'Zed' }, text), found, text);
  });

  it('are found behind places where they do not stand alone', () => {
    assert.equal(isIn({ name: 'aaa' }, 'xaaa aaa'), true);
    assert.equal(isIn({ name: 'aaa' }, 'xaaaa aaa'), true);
  });
});

describe('an identifier is found', () => {
  it('whatever sign stands between its characters, up to three of them', () => {
    const signs = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code));
    for (const sign of [...signs.filter((one) => !/[A-Za-z0-9]/.test(one)), '–', '•', '\u00a0', '---'])
      assert.equal(isIn(plate, `ZZ99${sign}ZZ9998`), true, JSON.stringify(sign));
    assert.equal(isIn(plate, 'ZZ99----ZZ9998'), false);
    assert.equal(isIn(plate, 'Z----Z99ZZ9998'), false);
    assert.equal(isIn(plate, 'ZZ99ZZ999----8'), false);
    assert.equal(isIn(plate, [...'ZZ99ZZ9998'].join('--')), true);
  });

  it('in the digits of other scripts, and letters beside them are no digits', () => {
    const zeros = { devanagari: 0x966, malayalam: 0xd66, arabic: 0x660, urdu: 0x6f0, wide: 0xff10 };
    for (const [script, zero] of Object.entries(zeros)) {
      const digits = [...'0123456789'].map((digit) => String.fromCharCode(zero + Number(digit))).join('');
      assert.equal(isIn({ mobile: '0123456789' }, digits), true, script);
      assert.equal(isIn({ mobile: digits }, '0123456789'), true, script);
    }
    assert.equal(isIn({ name: 'Zæd' }, 'zæd'), true);
    assert.equal(isIn({ name: 'Zñò' }, 'zñò'), true);
    assert.equal(isIn({ name: 'ৰৰৰ' }, '௰௰௰'), false);
  });

  it('that is an address, with its @ as links and pages write it', () => {
    const email = { email: 'someone@example.com' };
    for (const at of ['@', ' @ ', '%40', '&#64;', '(at)', ' at ', '&commat;', ''])
      assert.equal(isIn(email, `someone${at}example.com`), true, at);
    assert.equal(isIn(email, 'asomeone@example.com'), false);
    assert.equal(isIn({ email: 'xyz@b.co' }, 'xyz%40b.co'), true);
    assert.equal(isIn({ email: 'xyz@b.c' }, 'xyz%40b.c'), false);
    assert.equal(isIn({ x: '@Zedword' }, '40Zedword'), false);
  });

  it('without the zeros of a plate, and without the prefix of a mobile number', () => {
    assert.equal(isIn({ rc_number: 'ZZ09ZZ0098' }, 'ZZ 9 ZZ 98'), true);
    assert.equal(isIn({ mobile: '+91 90000 00000' }, '9000000000'), true);
  });
});

describe('what is covered of a text', () => {
  const covered = (name: readonly string[], text: string) => ownOf({ name }).cover(text, () => '#');

  it('is each value once, a name before its parts', () => {
    assert.equal(covered(['Invented Person'], 'Invented Person, person, INVENTED'), '#, #, #');
  });

  it('is the longer one where two lie over each other', () => {
    assert.equal(covered(['abcd12ef', 'ef34gh'], 'abcd12ef34gh'), '#34gh');
    assert.equal(covered(['ab12cd', 'cd34efgh'], 'ab12cd34efgh'), 'ab12#');
    assert.equal(covered(['ab12cd', 'd34efghi'], 'ab12cd34efghi'), 'ab12c#');
    assert.equal(covered(['ab12cd', 'cd34efgh'], 'ab12cd cd34efgh'), '# #');
  });

  it('is a kind of its own where it is all there is, else one for anything', () => {
    const own = ownOf(plate);
    assert.equal(own.kindIn(' zz99zz9998 '), 'first2last2');
    assert.equal(own.kindIn('for zz99zz9998'), 'all');
    assert.equal(own.kindIn('nothing of it'), null);
  });
});
