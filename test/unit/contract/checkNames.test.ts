import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkByName } from '../../../src/contract/checkNames.ts';

test('a name says what a field is checked for where it can mean nothing else', () => {
  const cases: readonly (readonly [name: string, check: string | null])[] = [
    ['vehicle_number', 'registration'],
    ['vehicleNumber', 'registration'],
    ['registrationNo', 'registration'],
    ['pan', 'pan'],
    ['pan_number', 'pan'],
    ['aadhaar_number', 'aadhaar'],
    ['mobile', 'mobile'],
    ['email_id', 'emails'],
    // Of any kind, or about it.
    ['vehicle_id', null],
    ['registration_date', null],
    ['panel', null],
    ['company', null],
    ['mobile_verified', null],
    ['phone', null],
    ['number', null],
  ];
  for (const [name, check] of cases) assert.equal(checkByName(name), check, name);
});
