import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskedInput } from '../../../src/contract/masking.ts';
import { operationById, operations } from '../../../src/contract/operations.ts';
import { plain } from '../../../src/contract/words.ts';
import { anOrder } from '../calls/orders.ts';
import { standInForVscode } from './vscodeStandIn.ts';

await standInForVscode();
const { inputIn } = await import('../../../src/ui/words/both/inputIn.ts');
const { orderItem } = await import('../../../src/ui/start/trees/orderRow.ts');

const emails = operationById('email-bulk');
const many = (count: number) =>
  JSON.stringify({ emails: Array.from({ length: count }, (_, at) => `a${at}@b.invalid`) });

test('whatever is said of an input in words is translated where it is shown, and nothing else of it', () => {
  const bodies = ['', '1', '{"other":"x"}', '{}', 'x', many(1), many(12)];
  for (const operation of operations)
    for (const body of bodies) {
      const masked = maskedInput(operation, body);
      const told: string[] = [];
      const shown = inputIn(masked, (phrase) => {
        told.push(phrase.text);
        return plain(phrase);
      });
      assert.equal(shown, masked);
      assert.equal(told.length, 1, masked);
    }
  const link = operationById('aadhaar-pan-link');
  const personal = maskedInput(link, '{"aadhaar_number":"000011112222","pan_number":["ABCXZ0000Q","x"]}');
  assert.equal(personal, '••••••2222 · 2 values');
  const upper = (masked: string) => inputIn(masked, (phrase) => plain(phrase).toUpperCase());
  assert.equal(upper(personal), '••••••2222 · 2 VALUES');
  assert.equal(upper('XX••••••01'), 'XX••••••01');
  assert.equal(upper(''), '');
  assert.equal(upper(maskedInput(emails, many(1))), '1 E-MAIL ADDRESS');
});

test('a row of the history and what a screen reader says of it are in the language of VS Code', async (t) => {
  const { l10n } = await import('vscode');
  t.mock.method(l10n, 't', (text: string) => `<${text}>`);
  const { label, description, accessibilityInformation, tooltip } = orderItem(
    anOrder({ operation: 'email-bulk', maskedInput: '3 e-mail addresses' }),
    0,
  );
  assert.equal(label, '<Email> (3)');
  assert.match(String(description), /<\{0\} e-mail addresses>/);
  assert.match(accessibilityInformation?.label ?? '', /<\{0\} e-mail addresses>/);
  assert.match(JSON.stringify(tooltip), /e-mail addresses>/);
});
