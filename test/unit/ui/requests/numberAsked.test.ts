import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationById } from '../../../../src/contract/operations.ts';
import { readRequestFile } from '../../../../src/requests/requestFile.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { askInputs } = await import('../../../../src/ui/requests/askInputs.ts');

interface Asked {
  validateInput(text: string): { readonly message: string } | null;
}

test('what is typed for a number and is none is said to be sent as text, also where it fills no known field', async () => {
  const credit = operationById('credit-report');
  const known = credit.requestFields.find(({ check }) => check === 'mobile')?.name ?? '';
  for (const name of [known, 'mobile_no']) {
    const reading = readRequestFile(
      JSON.stringify({ operation: 'credit-report', body: { [name]: `\${number:${name}}` } }),
    );
    const entry = reading.ok ? reading.entries[0]?.reading : undefined;
    assert.ok(entry?.ok);
    await askInputs(credit, entry.request, true);
    const [options] = told.shown.at(-1) as [Asked];
    assert.match(options.validateInput('98000 00001')?.message ?? '', /not a JSON number/);
    assert.equal(options.validateInput('9800000001'), null);
  }
});
