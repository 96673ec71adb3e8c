import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { snippet } from '../../../src/snippets/snippets.ts';

const operation = operationById('credit-report');

for (const name of ['Asha Verma', 'Sharma Mobile Store', 'Best Number Plates']) {
  test(`masked code has the fields of the request by their names: ${name}`, () => {
    const sent = { number: 'ZZZPZ9999Z', fetch_by: 'pan', mobile: '0000003210', name };
    const { text } = snippet('curl', {
      ...{ operation, url: 'https://service.example/api/v1/credit-report/fetch' },
      ...{ body: JSON.stringify(sent), masked: true, deadlineMs: 60_000 },
    });
    for (const field of Object.keys(sent)) assert.ok(text.includes(`"${field}":`), `no ${field} in ${text}`);
  });
}
