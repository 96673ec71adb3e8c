import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Phrase } from '../../../../src/contract/words.ts';
import type { DocumentPorts } from '../../../../src/ui/documents/documentText.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

let documentText: typeof import('../../../../src/ui/documents/documentText.ts').documentText;
before(async () => {
  await standInForVscode();
  ({ documentText } = await import('../../../../src/ui/documents/documentText.ts'));
});

const operation = operationById('rc-advanced');
const address = { orderId: 'o', masked: true, sorted: false } as never;

function portsWith(body: string, failure: Phrase | null): DocumentPorts {
  const shown = {
    order: { operation: operation.id },
    answer: { body: new TextEncoder().encode(body), failure },
    requestBody: new TextEncoder().encode('{}'),
    warning: null,
  };
  return { load: async () => shown as never, operation: () => operation, now: () => 0 };
}

it('says why an answer without a body has nothing to show, instead of an empty document', async () => {
  const failure = { text: 'The connection was cut before the answer arrived.' };
  assert.equal(await documentText(address, portsWith('', failure)), failure.text);
  assert.equal(await documentText(address, portsWith('', null)), 'The answer has no body.');
  assert.match(await documentText(address, portsWith('{"status":"FAILED"}', null)), /"FAILED"/);
});

it('says of the newer of two answers where it differs from the older behind the same mask, whole or cut off', async () => {
  const answer = (owner: string, end: string) => `{"data":{"result":{"owner_name":"${owner} Invented"${end}`;
  for (const end of ['}}}', ',"financed":true']) {
    const [asha, ravi] = [portsWith(answer('Asha', end), null), portsWith(answer('Ravi', end), null)];
    const load: DocumentPorts['load'] = (id) => (id === orderId('older') ? asha : ravi).load(id);
    const older = await documentText(address, asha);
    const compared = { orderId: orderId('newer'), against: orderId('older'), masked: true, sorted: false };
    const newer = await documentText(compared, { ...ravi, load });
    assert.doesNotMatch(older + newer, /Asha|Ravi/);
    assert.equal(newer, older.replace('••••••', '•••••• (differs)'));
  }
});
