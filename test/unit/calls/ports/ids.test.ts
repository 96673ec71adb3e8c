import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  batchId,
  closedForm,
  closedForms,
  draftId,
  draftOfBatch,
  draftOfLookup,
  draftOfPage,
  pageId,
  pageOfDraft,
} from '../../../../src/calls/ports/ids.ts';

// The ledger keeps these names: a draft that was kept by an earlier version has to be found by them.

test('a page’s drafts count its calls, and each names its page, whatever stands in that', () => {
  assert.equal(draftOfPage(pageId('page-1'), 0), 'page-1.0');
  assert.equal(draftOfPage(pageId('page-1'), 12), 'page-1.12');
  for (const page of ['page-1', 'a.b', '.', ''])
    assert.equal(pageOfDraft(draftOfPage(pageId(page), 12)), page);
  // What has no turn is a page by itself.
  assert.equal(pageOfDraft(draftId('page-1')), 'page-1');
});

test('a lookup is one wish, with a draft of its own', () => {
  assert.equal(draftOfLookup('f47ac10b'), 'lookup-f47ac10b.0');
});

test('a call of a batch has one draft for ever, and another each time it is asked for anew', () => {
  const drafts = [
    draftOfBatch(batchId('b'), 1),
    draftOfBatch(batchId('b'), 1, 0),
    draftOfBatch(batchId('b'), 1, 1),
    draftOfBatch(batchId('b'), 1, 2),
  ];
  assert.deepEqual(drafts, ['batch-b.1', 'batch-b.1', 'batch-b.1-1', 'batch-b.1-2']);
});

test('forms that were closed are known by their operation, and by none whose name begins so', () => {
  assert.equal(closedForms('rc-advanced'), 'closed-rc-advanced.');
  assert.equal(closedForm('rc-advanced', pageId('page-1')), 'closed-rc-advanced.page-1');
});
