import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { findMagic, magicInputs, magicTokens } from '../../../src/sandbox/magic.ts';
import { operationIds } from './aSandbox.ts';

/** The Verhoeff sum of a number by the dihedral group's definition; 0 = its check digit is right. */
function verhoeff(digits: string): number {
  const times = (a: number, b: number) =>
    a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)) : b < 5 ? 5 + ((a - b) % 5) : (5 + a - b) % 5;
  const permuted = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const permute = (digit: number, rounds: number): number =>
    rounds === 0 ? digit : permute(permuted[digit] ?? 0, rounds - 1);
  return [...digits].reverse().reduce((sum, digit, at) => times(sum, permute(Number(digit), at % 8)), 0);
}

test('the check-digit arithmetic of this test knows right from wrong', () => {
  assert.equal(verhoeff('2363'), 0);
  assert.notEqual(verhoeff('2364'), 0);
});

test('no magic value can be a real one', () => {
  for (const [id, { registration, pan, aadhaar, email }] of magicTokens) {
    assert.match(registration, /^XX00[A-Z]{2}\d{4}$/, id);
    assert.match(pan, /^[A-Z]{2}XXX\d{4}X$/, id);
    assert.match(aadhaar, /^[01]\d{11}$/, id);
    assert.equal(verhoeff(aadhaar), 0, id);
    assert.match(email, /^[a-z0-9-]+@magic\.invalid$/, id);
  }
});

test('every magic value stands for one input', () => {
  const all = [...magicTokens.values()].flatMap((tokens) => Object.values(tokens));
  assert.equal(new Set(all).size, all.length);
  assert.equal(magicTokens.size, magicInputs.length);
  for (const input of magicInputs) {
    for (const token of Object.values(magicTokens.get(input.id) ?? {})) {
      assert.equal(findMagic(['nothing', ` ${String(token).toLowerCase()} `])?.id, input.id);
    }
  }
  assert.equal(findMagic(['MH00AB1234', '']), null);
});

test('a magic body fills the assumed fields of its operation, and no others', () => {
  for (const operation of operationIds) {
    const fields = operationById(operation).requestFields;
    for (const input of magicInputs.filter((one) => one.operations.includes(operation))) {
      const body = input.body(operation);
      const names = fields.map((field) => field.name);
      assert.deepEqual(
        Object.keys(body).filter((name) => !names.includes(name)),
        [],
      );
      for (const field of fields.filter((one) => one.required)) {
        assert.equal(Array.isArray(body[field.name]), field.type === 'string-list', field.name);
      }
    }
  }
});

test('each input is described in one line', () => {
  for (const { label, description } of magicInputs) {
    assert.match(label, /^\S.*\S$/);
    assert.match(description, /^[A-Z].*\.$/);
  }
});

test('what the host imports for its form and its preflight needs nothing of Node', () => {
  for (const file of ['magic', 'magicRow', 'magicCodes', 'magicFaults', 'keys', 'wallet', 'windows']) {
    const source = readFileSync(new URL(`../../../src/sandbox/${file}.ts`, import.meta.url), 'utf8');
    assert.doesNotMatch(source, /'node:/, file);
  }
});
