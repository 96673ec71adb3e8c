import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { ReviewPages } = await import('../../../../src/ui/batch/reviewPages.ts');

test('a review that is not kept may have become a batch that sent: the window that says it is gone says nothing of that', async () => {
  // As a window leaves it that dies right after the start: VS Code writes down which tabs are open a moment later.
  const ledger = { draftErasures: async () => 0, loadDraft: async () => null };
  const pages = new ReviewPages({ services: { ledger: async () => ledger, log: {} } } as never);
  let closed = 0;
  const panel = {
    onDidDispose: () => undefined,
    dispose: () => {
      closed += 1;
    },
  };
  await pages.restore(panel as never, { review: '11111111-2222-4333-8444-555555555555' });
  assert.equal(closed, 1);
  assert.deepEqual(told.shown, [
    [
      'The review of a batch could not be brought back. If the batch was started, Show Batch… tells what was sent; if not, open its file again.',
    ],
  ]);
});
