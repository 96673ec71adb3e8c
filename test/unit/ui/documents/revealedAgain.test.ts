import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { OrderId } from '../../../../src/calls/ports/ids.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

let documents: typeof import('../../../../src/ui/documents/both/orderDocuments.ts');
let env: { sessionId: string };
before(async () => {
  await standInForVscode();
  documents = await import('../../../../src/ui/documents/both/orderDocuments.ts');
  ({ env } = (await import('vscode')) as unknown as { readonly env: { sessionId: string } });
});

const order = 'o' as OrderId;

it('what was revealed in a tab is covered where VS Code brings the tab back', () => {
  env.sessionId = 'first';
  const shown = [
    { orderId: order, masked: false, sorted: false },
    { orderId: order, masked: false, sorted: true, list: 3 },
  ].map((address) => ({ address, uri: documents.documentUri(address) }));
  for (const { address, uri } of shown) assert.deepEqual(documents.readDocumentUri(uri), address);
  env.sessionId = 'second';
  for (const { address, uri } of shown)
    assert.deepEqual(documents.readDocumentUri(uri), { ...address, masked: true });
});

it('what was covered stays so, under the same address', () => {
  const address = { orderId: order, masked: true, sorted: true, against: 'p' as OrderId };
  env.sessionId = 'first';
  const uri = documents.documentUri(address);
  env.sessionId = 'second';
  assert.deepEqual(documents.readDocumentUri(uri), address);
  assert.equal(documents.documentUri(address).toString(), uri.toString());
});

it('in a product without telemetry, which gives every session one id, a tab of another process is covered', () => {
  env.sessionId = 'someValue.sessionId';
  const address = { orderId: order, masked: false, sorted: false };
  const uri = documents.documentUri(address);
  assert.ok(!uri.path.includes('someValue'));
  assert.deepEqual(documents.readDocumentUri(uri), address);
  const ofBefore = { ...uri, path: uri.path.replace(`whole-${process.pid}`, 'whole-1') } as typeof uri;
  assert.deepEqual(documents.readDocumentUri(ofBefore), { ...address, masked: true });
});

it('the name of a tab says when the call began, and leads to the same answer', () => {
  const at = new Date(2026, 10, 21, 9, 5, 7).getTime();
  const address = { orderId: order, masked: true, sorted: false };
  const answer = documents.documentUri({ ...address, begunAt: at });
  assert.match(answer.path, /\/answer 2026-11-21 09\.05\.07\.json$/);
  assert.deepEqual(documents.readDocumentUri(answer), address);
  const list = documents.documentUri({ ...address, list: 3, begunAt: at });
  assert.match(list.path, /\/list-3 2026-11-21 09\.05\.07\.csv$/);
  assert.deepEqual(documents.readDocumentUri(list), { ...address, list: 3 });
});
