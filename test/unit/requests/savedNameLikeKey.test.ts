import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { readRequestFile } from '../../../src/requests/requestFile.ts';
import { resolveBody, wantedInputs } from '../../../src/requests/resolve.ts';
import { requestFileForms } from '../../../src/requests/saved.ts';
import { printRequestFile } from '../../../src/requests/written.ts';

const operation = operationById('credit-report');

describe('a request whose name has a word that is also a field', () => {
  for (const sent of [
    { number: 'ZZZPZ9999Z', fetch_by: 'pan', mobile: '0000003210', name: 'Sharma Mobile Store' },
    { number: '0000003210', fetch_by: 'mobile', name: 'Pan Singh', pan: 'ZZZPZ9999Z' },
  ] as const) {
    it(`is saved as an object that asks for each value: ${sent.name}`, () => {
      const forms = requestFileForms(operation, JSON.stringify(sent));
      assert.ok(forms !== null);
      const reading = readRequestFile(printRequestFile(forms.withPlaceholders));
      assert.ok(reading.ok && reading.entries[0].reading.ok);
      const { request } = reading.entries[0].reading;
      const labels = wantedInputs(request, operation).map(({ label }) => label);
      // Whatever is typed for one question for the whole body leaves as a JSON string, and is no request of any service.
      const inputs = new Map(
        labels.map((label) => [label, label === 'body' ? JSON.stringify(sent) : 'typed']),
      );
      const resolved = resolveBody(request, operation, { inputs, env: null });
      assert.ok(resolved.ok);
      assert.equal(typeof JSON.parse(resolved.body), 'object', `what would leave: ${resolved.body}`);
      assert.deepEqual(Object.keys(JSON.parse(resolved.body)), Object.keys(sent));
    });
  }
});
