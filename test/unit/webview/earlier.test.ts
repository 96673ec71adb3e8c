import assert from 'node:assert/strict';
import { test } from 'node:test';
import { earlierThan } from '../../../webview/earlier.ts';
import { afterSnapshot, firstModel, type Model } from '../../../webview/model.ts';
import { draft, live, negative, type StatePart, state } from '../../e2e/page/samples.ts';

const asked = draft({ fields: { rc_number: 'XX00AB1234' } });
const call = { orderId: 'order-1', environment: 'acme-prod', startedAt: 0, cancelling: false };

function shown(...parts: StatePart[]): Model {
  return parts.reduce<Model>(
    (model, part) => afterSnapshot(model, state(part.mode === 'order' ? part : { draft: asked, ...part }), 0),
    firstModel,
  );
}

const typed = (model: Model, rc_number: string): Model => ({
  ...model,
  draft: { ...model.draft, fields: { rc_number } },
});

test('an answer belongs to what was sent, until the form says something else, and again when it says the same', () => {
  const model = shown({}, { call }, { answer: negative });
  assert.equal(earlierThan(model), null);
  const other = typed(model, 'XX00AB1235');
  assert.deepEqual(earlierThan(other), { input: true, environment: null });
  assert.equal(earlierThan(typed(other, 'XX00AB1234')), null);
});

test('what was typed while the call was out makes its answer one to an earlier input at once', () => {
  const out = typed(shown({}, { call }), 'XX00AB1235');
  const model = afterSnapshot(out, state({ draft: asked, answer: negative }), 0);
  assert.deepEqual(earlierThan(model), { input: true, environment: null });
  const saved = shown(
    {},
    { call },
    { answer: negative, draft: typed(out, 'XX00AB1235').draft, sameAsSent: false },
  );
  assert.deepEqual(earlierThan(saved), { input: true, environment: null });
});

test('a page that is loaded again goes by what the host says', () => {
  assert.equal(earlierThan(shown({ answer: negative })), null);
  assert.deepEqual(earlierThan(shown({ answer: negative, sameAsSent: false })), {
    input: true,
    environment: null,
  });
});

test('another environment than the one that answered is named', () => {
  const model = shown({ answer: negative }, { answer: negative, environment: live });
  assert.deepEqual(earlierThan(model), { input: false, environment: 'Sandbox' });
  assert.equal(earlierThan(afterSnapshot(model, state({ draft: asked, answer: negative }), 0)), null);
});

test('without an answer, and on an order’s page, nothing is earlier', () => {
  assert.equal(earlierThan(shown({ sameAsSent: false })), null);
  assert.equal(earlierThan(shown({ mode: 'order', answer: negative })), null);
});
