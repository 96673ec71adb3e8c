import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultsOf } from '../../../../src/calls/batch/results.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFields, withRequestFields } from '../../../../src/contract/requestFields.ts';

/**
 * README: "`result_of` is `other` where an answer repeats another identifier than its row asked about".
 * docs/service.md: `number` is "the identifier the report was requested by", `fetch_by` "names the kind of identifier in `number`".
 */
for (const [field, asked, echoed] of [
  [
    { name: 'pan', check: 'pan' },
    'ZZZXZ9999Z',
    { number: 'ZZZXZ8888Z', fetch_by: 'pan', mobile: '', name: '' },
  ],
  [
    { name: 'mobile_number', check: 'mobile' },
    '0000000001',
    {
      number: '0000000002',
      fetch_by: 'mobile',
      mobile: '0000000002',
      name: '',
    },
  ],
] as const)
  test(`a credit report of another person is told as such where the field is called “${field.name}”`, () => {
    const read = readRequestFields({
      'credit-report': [{ ...field, required: true, confirmed: true }],
    });
    const operation = withRequestFields(operationById('credit-report'), read);
    const result = {
      ...echoed,
      credit_score: '',
      credit_report: [],
      credit_report_link: '',
    };
    const body = JSON.stringify({
      ...{
        status: 'SUCCESS',
        status_code: 200,
        charged: true,
        success: true,
        message: '',
        message_code: 'OK',
      },
      ...{
        order_id: 'ORD-1',
        data: { order_id: 'ORD-1', error_code: '', result },
      },
    });
    const ofRow = (value: string) =>
      resultsOf(operation, [{ [field.name]: value }], body, true).map((one) => one.of);
    assert.deepEqual(ofRow(echoed.number), ['row']);
    assert.deepEqual(ofRow(asked), ['other']);
  });
