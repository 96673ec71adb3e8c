import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
Object.assign((await import('vscode')).window, {
  withProgress: async (_options: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) =>
    work({ report: () => {} }, { onCancellationRequested: () => ({ dispose: () => {} }) }),
});
const { keepWithOrder } = await import('../../../../src/ui/documents/keepDocument.ts');

test('a document whose fetching may be billed is not fetched by a press that came before its question could be read', async () => {
  let fetched = 0;
  const services = {
    ledger: async () => ({ documents: { list: async () => [], keep: async () => {} } }),
    documentFetcher: async () => ({
      fetch: async () => {
        fetched += 1;
        return { kind: 'failed', cancelled: true, what: { text: '' } };
      },
    }),
    now: () => 0,
  };
  const wish = {
    order: orderId('one'),
    origin: 'https://api.example.invalid',
    field: 'data.result.pdf_url',
    link: 'https://files.example.invalid/report.pdf',
  };
  told.readsFor = 0;
  told.answers.push('Keep Document');
  await keepWithOrder(services as never, wish);
  assert.equal(fetched, 0);
});
