import assert from 'node:assert/strict';
import test from 'node:test';
import { fieldsFromBody } from '../../../src/contract/draft.ts';
import { hasVerhoeffCheckDigit, hintsFor } from '../../../src/contract/hints.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { type OperationId, plain } from '../../../src/contract/words.ts';
import { magicInputs } from '../../../src/sandbox/magic.ts';
import { number } from './aadhaar/aNumber.ts';

function said(operation: OperationId, field: string, value: string, bills?: boolean): string | null {
  const [hint, ...more] = hintsFor(operationById(operation), { [field]: value }, bills);
  assert.equal(more.length, 0);
  return hint === undefined ? null : `${hint.kind}: ${plain(hint.what)}`;
}

/** Eleven digits that no Aadhaar number starts with, and the digit that fits them. */
function withCheckDigit(eleven: string): string {
  const digit = [...'0123456789'].find((one) => hasVerhoeffCheckDigit(eleven + one));
  assert.ok(digit);
  return eleven + digit;
}

test('the Verhoeff check digit is the one of the published example', () => {
  assert.equal(hasVerhoeffCheckDigit('2363'), true);
  assert.equal(withCheckDigit('236'), '2363');
  assert.equal(withCheckDigit('12345'), '123451');
});

test('exactly one check digit fits, and every slip of one digit or swap of neighbours is noticed', () => {
  for (const eleven of ['00000000000', '01234567890', '19876543210', '10101010101']) {
    const valid = withCheckDigit(eleven);
    assert.equal([...'0123456789'].filter((one) => hasVerhoeffCheckDigit(eleven + one)).length, 1);
    for (let at = 0; at < 12; at += 1) {
      for (const digit of '0123456789') {
        const slipped = valid.slice(0, at) + digit + valid.slice(at + 1);
        assert.equal(hasVerhoeffCheckDigit(slipped), slipped === valid);
      }
      const swapped = valid.slice(0, at) + valid.charAt(at + 1) + valid.charAt(at) + valid.slice(at + 2);
      if (at < 11) assert.equal(hasVerhoeffCheckDigit(swapped), swapped === valid);
    }
  }
});

test('Aadhaar numbers', () => {
  const aadhaar = (value: string) => said('aadhaar-pan-link', 'aadhaar_number', value);
  assert.equal(aadhaar('1234'), 'warning: An Aadhaar number has 12 digits; this has 4.');
  assert.equal(aadhaar('12x4'), 'warning: An Aadhaar number has digits only.');
  assert.equal(aadhaar(withCheckDigit('00000000001')), 'warning: No Aadhaar number starts with 0 or 1.');
  assert.equal(aadhaar('0000 0000 0000'), 'warning: No Aadhaar number starts with 0 or 1.');
  const wrong = '9'.repeat(11) + ((Number(withCheckDigit('9'.repeat(11)).at(-1)) + 1) % 10);
  assert.match(aadhaar(wrong) ?? '', /^warning: The last digit does not fit/);
  assert.equal(aadhaar(number), 'ok: Looks like an Aadhaar number.');
});

test('PANs', () => {
  const pan = (value: string) => said('aadhaar-pan-link', 'pan_number', value);
  assert.equal(pan('ZZZPZ9999Z'), 'ok: Looks like the PAN of a person.');
  assert.match(pan('ZZZCZ9999Z') ?? '', /^warning: By its fourth letter, C, this PAN is not a person's/);
  assert.match(
    pan('ZZZXZ9999Z') ?? '',
    /^warning: The fourth letter of a PAN names the kind of holder; X is not one/,
  );
  assert.equal(pan('zzzpz 9999 z'), pan('ZZZPZ9999Z'));
  assert.match(pan('ZZZP9999Z') ?? '', /^warning: A PAN has five letters/);
});

test('registration numbers', () => {
  const plate = (value: string) => said('rc-advanced', 'rc_number', value)?.replace(/:.*/, '');
  for (const good of ['MH12AB0000', 'mh 12 ab 0000', 'DL-1-C-0000', 'KA010', '22BH0000AA', '99BH0000Z']) {
    assert.equal(plate(good), 'ok', good);
  }
  for (const odd of [
    'ZZ99ZZ9999',
    'MH12AB00000',
    '22BH0000IO',
    '22BH000A',
    'MH',
    'KA01',
    '0000',
    'MH12AB0000;',
  ]) {
    assert.equal(plate(odd), 'warning', odd);
  }
  assert.equal(
    said('rc-advanced', 'rc_number', 'xq 12 ab 0000'),
    'warning: XQ is not the code of a state or union territory.',
  );
});

test('what nobody can have is in order where a sandbox answers, and nowhere else', () => {
  const both = (operation: OperationId, field: string, value: string) =>
    [true, false].map((bills) => said(operation, field, value, bills));
  assert.deepEqual(both('rc-advanced', 'rc_number', 'xx 00 aa 2001'), [
    'warning: XX is not the code of a state or union territory.',
    'ok: A number of the sandbox: no state has the code XX.',
  ]);
  assert.deepEqual(both('aadhaar-pan-link', 'aadhaar_number', withCheckDigit('00100000200')), [
    'warning: No Aadhaar number starts with 0 or 1.',
    'ok: A number of the sandbox: no Aadhaar number starts with 0 or 1.',
  ]);
  assert.deepEqual(both('credit-report', 'mobile', '00000 00000'), [
    'warning: An Indian mobile number has ten digits and starts with 6, 7, 8 or 9.',
    'ok: A number of the sandbox: no mobile number has zeros only.',
  ]);
  const [live, sandbox] = both('aadhaar-pan-link', 'pan_number', 'AAXXX2001X');
  assert.match(live ?? '', /^warning: The fourth letter of a PAN/);
  assert.equal(sandbox, 'ok: A PAN of the sandbox: no kind of holder has the letter X.');
  for (const bills of [true, false]) {
    assert.match(said('rc-advanced', 'rc_number', 'XQ00AA2001', bills) ?? '', /^warning/);
    assert.match(said('credit-report', 'mobile', '000000000', bills) ?? '', /^warning/);
    assert.match(said('rc-advanced', 'rc_number', 'XX', bills) ?? '', /^warning/);
    assert.match(said('aadhaar-pan-link', 'aadhaar_number', '0010', bills) ?? '', /^warning/);
    assert.match(said('aadhaar-pan-link', 'pan_number', 'AAXXX2001', bills) ?? '', /^warning/);
  }
});

test('every magic input is in order for the sandbox that it is for', () => {
  for (const { operations, body, id } of magicInputs) {
    for (const operation of operations) {
      const read = fieldsFromBody(operationById(operation), JSON.stringify(body(operation)));
      assert.ok(read.ok);
      const hints = hintsFor(operationById(operation), read.fields, false);
      assert.deepEqual(
        hints.filter(({ kind }) => kind !== 'ok'),
        [],
        `${operation} ${id}`,
      );
    }
  }
});

test('mobile numbers', () => {
  const mobile = (value: string) => said('credit-report', 'mobile', value)?.replace(/:.*/, '');
  assert.equal(mobile('0000000000'), 'warning');
  assert.equal(mobile('+91 99999 0000'), 'warning');
  assert.equal(said('credit-report', 'mobile', '+91 98000 00000'), 'ok: Looks like a mobile number.');
});

test('lists of e-mail addresses', () => {
  const emails = (...lines: readonly string[]) => said('email-bulk', 'emails', lines.join('\n'));
  assert.equal(emails('a@example.com'), 'ok: 1 e-mail address.');
  assert.equal(emails('a@example.com', '', ' b.c+d@mail.example.in '), 'ok: 2 e-mail addresses.');
  assert.equal(emails('é@example.com', 'x@भारत.example'), 'ok: 2 e-mail addresses.');
  const simulated = 'warning: Entry 2 is an address of the sandbox, which nobody can have.';
  assert.equal(emails('a@example.com', 'ok@magic.invalid'), simulated);
  assert.equal(emails('a@example.com', 'b'), 'warning: Entry 2 does not look like an e-mail address.');
  assert.equal(
    emails('c@example.com', 'a', 'b'),
    'warning: 2 entries do not look like e-mail addresses, the first is entry 2.',
  );
  assert.equal(
    emails('b', 'a@example.com', 'A@example.com', 'a@example.com', 'B'),
    'warning: Entries that do not look like e-mail addresses: 2, the first is entry 1. Entries that repeat others: 3, the first is entry 3.',
  );
  assert.equal(emails('a@example.com', 'A@EXAMPLE.com'), 'warning: Entry 2 repeats entry 1.');
  assert.match(
    emails('a@example.com', 'b@example.com', 'a@example.com', 'b@example.com') ?? '',
    /^warning: 2 entries repeat others; entry 3 repeats entry 1/,
  );
  const [local, host] = ['x'.repeat(64), 'y'.repeat(60)];
  const long = `${local}@${host}.${host}.${host}.`;
  assert.equal(emails(`${long}inv.id`), 'ok: 1 e-mail address.');
  assert.equal(`${long}inv.id`.length, 254);
  assert.equal(emails('a@7.example'), 'ok: 1 e-mail address.');
  for (const odd of [
    `${long}inva.id`,
    'a@mail.4',
    'a@example.in.4',
    'a@b',
    'a@@example.com',
    '.a@example.com',
    'a..b@example.com',
    'a@-x.com',
    'a b@example.com',
    'a@1.2.3.4',
    'a@example.com,b@example.com',
    `${'x'.repeat(65)}@example.com`,
  ]) {
    assert.match(emails(odd) ?? '', /^warning/, odd);
  }
});

test('an empty field is no mistake, blanks are', () => {
  assert.deepEqual(hintsFor(operationById('rc-advanced'), {}), []);
  assert.deepEqual(hintsFor(operationById('rc-advanced'), { rc_number: '' }), []);
  assert.equal(said('rc-advanced', 'rc_number', '  '), 'warning: Only spaces.');
  assert.equal(
    said('credit-report', 'name', ' X'),
    'warning: Starts or ends with a space, which is sent as typed.',
  );
  assert.equal(said('credit-report', 'name', 'X'), null);
});

test('what cannot be seen and is sent is told by name', () => {
  assert.equal(
    said('credit-report', 'name', 'In\u200bvented\u2060Person'),
    'warning: Contains invisible characters, which are sent: U+200B, U+2060.',
  );
});

test('a hint quotes nothing personal', () => {
  const typed = {
    rc_number: 'SECRETPLATE',
    aadhaar_number: '0000000000SECRET',
    pan_number: 'SECRETPAN',
    emails: 'SECRET\nSECRET',
    mobile: 'SECRET',
  };
  for (const operation of ['rc-advanced', 'aadhaar-pan-link', 'email-bulk', 'credit-report'] as const) {
    for (const hint of hintsFor(operationById(operation), typed))
      assert.doesNotMatch(plain(hint.what), /SECRET/);
  }
});
