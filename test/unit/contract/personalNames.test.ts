import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOrdinary } from '../../../src/contract/ordinaryWords.ts';
import { maskKindByName, maskKindOfColumn } from '../../../src/contract/personalNames.ts';
import type { MaskKind } from '../../../src/contract/shapes.ts';

const meant: readonly (readonly [MaskKind | null, string])[] = [
  ['first2last2', 'rcNo rc_number regNum reg_id registration_no registrationId vehicle_id vehicleNum'],
  [null, 'order_id serial_number vehicle_color registration_date reg_state rc'],
  ['all', '_name_ -name- my__name names full-name'],
  [null, 'is_email is_mobile isPan has_name hasAddress is_name'],
  ['email', 'email_is my_email'],
  [null, 'filename hostname file_name host-name'],
];
describe('a key', () => {
  for (const [kind, list] of meant)
    for (const name of list.split(' '))
      it(`named ${name} means ${kind}`, () => assert.equal(maskKindByName(name), kind));

  it('says nothing beyond its hundredth character', () => {
    assert.equal(maskKindByName(`${'a'.repeat(95)}_name`), 'all');
    assert.equal(maskKindByName(`${'a'.repeat(96)}_name`), null);
    assert.equal(maskKindByName(''), null);
  });
});

describe('a column of somebody’s own table', () => {
  it('is personal by a role alone, and by no other word beside it', () => {
    for (const name of ['Customer', 'insured', ' Applicant ', 'Main Driver', 'Owner Name'])
      assert.equal(maskKindOfColumn(name), 'all', name);
    for (const name of ['customer_id', 'Client version', 'Remarks', 'parties', ''])
      assert.equal(maskKindOfColumn(name), null, name);
    // In an answer they name what the service calls so.
    assert.equal(maskKindByName('client'), null);
  });
});

describe('a word that tells nobody', () => {
  it('stands in the documents: in a field, its label, a code, a message, the envelope', () => {
    for (const text of [
      'charged message_code error data',
      'RATE_LIMITED',
      'Insufficient',
      'recharge your account',
      'Addresses',
      'owner_name',
      'Utilities',
    ])
      assert.equal(isOrdinary(text), true, text);
  });

  it('is an answer anybody gives, or a year, and no other word', () => {
    for (const text of ['yes', 'JSON', '2026', 'Yes, 1999', '']) assert.equal(isOrdinary(text), true, text);
    for (const text of ['changed', 'zedword', 'yes zedword', '2126', '20261', 'Zæd'])
      assert.equal(isOrdinary(text), false, text);
  });
});
