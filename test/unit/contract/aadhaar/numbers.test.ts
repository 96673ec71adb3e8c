import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aadhaarNumbersIn, asksByAadhaar } from '../../../../src/contract/aadhaar/numbers.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { RequestField } from '../../../../src/contract/shapes.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { assertLinear } from '../../../support/steps.ts';
import { another, number, wrongDigit } from './aNumber.ts';

const of = (id: OperationId, body: string): readonly string[] => aadhaarNumbersIn(operationById(id), body);

describe('an operation that asks by Aadhaar', () => {
  const link = operationById('aadhaar-pan-link');
  const report = operationById('credit-report');
  const field = link.requestFields.find(({ check }) => check === 'aadhaar') as RequestField;

  it('is one that is documented so, or to which the user gave such a field', () => {
    assert.equal(asksByAadhaar(link), true);
    assert.equal(asksByAadhaar({ ...link, requestFields: [] }), true);
    assert.equal(asksByAadhaar(report), false);
    assert.equal(asksByAadhaar({ ...report, requestFields: [...report.requestFields, field] }), true);
  });
});

describe('the Aadhaar numbers of a request', () => {
  const rows: readonly (readonly [string, OperationId, string, readonly string[]])[] = [
    ['as digits', 'aadhaar-pan-link', `{"aadhaar_number":"${number}","pan_number":"ZZZPZ9999Z"}`, [number]],
    ['in groups', 'aadhaar-pan-link', '{"aadhaar_number":"2345 6789-0124"}', [number]],
    ['parted by anything', 'aadhaar-pan-link', '{"aadhaar_number":"2.3.4.5//6789__01 24"}', [number]],
    ['escaped', 'aadhaar-pan-link', '{"aadhaar_number":"\\u0032345\\u00a067890124"}', [number]],
    ['as a number', 'aadhaar-pan-link', `{"aadhaar_number":${number}}`, [number]],
    ['as a number with an exponent', 'aadhaar-pan-link', '{"aadhaar_number":2.34567890124e11}', [number]],
    ['with a wrong check digit', 'aadhaar-pan-link', `{"aadhaar_number":"${wrongDigit}"}`, [wrongDigit]],
    ['in another shape', 'aadhaar-pan-link', `{"who":{"id":["${number}"]}}`, [number]],
    ['twice, under one key', 'aadhaar-pan-link', `{"a":"${number}","a":"${another}"}`, [number, another]],
    ['within a text', 'aadhaar-pan-link', `{"q":"Aadhaar ${number}, please"}`, [number]],
    ['in a body that broke off', 'aadhaar-pan-link', `{"a":"x","b":"${number}`, [number]],
    ['in what is no JSON', 'aadhaar-pan-link', `aadhaar=${number}&pan=x`, [number]],
    ['as a key', 'aadhaar-pan-link', `{"${number}":true}`, [number]],
    ['under its name elsewhere', 'credit-report', `{"aadhaarNo":"${wrongDigit}"}`, [wrongDigit]],
    ['by its check digit elsewhere', 'credit-report', `{"number":"${number}"}`, [number]],
    ['not without it', 'credit-report', `{"number":"${wrongDigit}"}`, []],
    ['not where a field is for something else', 'credit-report', `{"mobile":"${number}"}`, []],
    ['not eleven digits', 'aadhaar-pan-link', '{"aadhaar_number":"23456789012"}', []],
    ['not thirteen', 'aadhaar-pan-link', `{"aadhaar_number":"${number}1"}`, []],
    ['none that UIDAI gives out', 'aadhaar-pan-link', '{"aadhaar_number":"001000002004"}', []],
    ['not what is reduced', 'aadhaar-pan-link', '{"aadhaar_number":"XXXX XXXX 0124"}', []],
    ['not in a UUID', 'aadhaar-pan-link', '{"id":"8c2040b9-8566-4060-842e-24a3aacb410b"}', []],
    ['beside a UUID', 'rc-advanced', `{"q":"8c2040b9-8566-4060-842e-24a3aacb410b ${number}"}`, [number]],
    // Twelve digits, each parted by eight characters, are a hundred: the longest that is one number.
    ['parted as far as may be', 'aadhaar-pan-link', `{"q":"${[...number].join('--------')}"}`, [number]],
    ['not in a longer text', 'aadhaar-pan-link', `{"q":"${[...number].join('--------')}."}`, []],
    ['behind a byte order mark', 'credit-report', `\ufeff{"aadhaarNo":"${wrongDigit}"}`, [wrongDigit]],
    ['with an exponent in JSON that no space parts', 'aadhaar-pan-link', '[2.34567890124E+11]', [number]],
    ['whose last zeros its exponent says', 'aadhaar-pan-link', '[2.3456789e11]', ['234567890000']],
    ['behind a space of a form of the web', 'aadhaar-pan-link', `a=1%20${number}`, [number]],
    [
      'not with a UUID amid it',
      'aadhaar-pan-link',
      '{"q":"2345 8c2040b9-8566-4060-842e-24a3aacb410b 67890124"}',
      [],
    ],
    [
      'not by a name in what has a comment, which is no JSON',
      'credit-report',
      `/* x */{"aadhaarNo":"${wrongDigit}"}`,
      [],
    ],
    [
      'not where another field says that it is a mobile number',
      'credit-report',
      `{"name":"x","fetch_by":"mobile","number":"${number}"}`,
      [],
    ],
    [
      'where that field says nothing known',
      'credit-report',
      `{"name":"x","fetch_by":"?","number":"${number}"}`,
      [number],
    ],
    ['none', 'rc-advanced', '{"rc_number":"XX00AB0001"}', []],
  ];
  for (const [name, id, body, wanted] of rows) {
    it(name, () => assert.deepEqual(of(id, body), wanted));
  }

  it("in a field of the user's own, wherever it stands", () => {
    const field: RequestField = {
      ...(operationById('aadhaar-pan-link').requestFields[0] as RequestField),
      name: 'person.key',
      path: ['person', 'key'],
    };
    const operation = { ...operationById('rc-advanced'), requestFields: [field] };
    assert.deepEqual(aadhaarNumbersIn(operation, `{"person":{"key":"${wrongDigit}"}}`), [wrongDigit]);
  });

  it('takes time linear in the body', () => {
    const body = (size: number): string => `{"emails":[${'"1 2 3 4 5 6 7 8 9 0 1 ",'.repeat(size / 10)}"a"]}`;
    assertLinear('addresses that look like numbers', body, (text) => of('email-bulk', text));
  });
});
