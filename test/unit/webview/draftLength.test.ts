import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostDraftChars } from '../../../src/contract/draftLength.ts';
import type { FormHandlers } from '../../../src/ui/panels/pageHandlers.ts';
import { replyToForm } from '../../../src/ui/panels/pageInbound.ts';
import { pageLosses } from '../../../webview/afterLoss.ts';
import { createClient } from '../../../webview/client.ts';
import { shortDrafts } from '../../../webview/draftLength.ts';

/** Texts that are each short enough, and together as long as asked for. */
function draftOf(chars: number) {
  const parts = Array.from({ length: Math.floor(chars / 1_000_000) }, (_, at) => [
    `f${at}`,
    'x'.repeat(999_998),
  ]);
  return {
    draftId: 'a',
    tab: 'form' as const,
    fields: Object.fromEntries(parts),
    json: 'y'.repeat(chars % 1_000_000),
  };
}

const methods = [
  'draft/save',
  'draft/check',
  'call/submit',
  'draft/editJson',
  'draft/saveAs',
  'draft/copyAs',
] as const;

test('a draft that is too long in sum never leaves the page, which says so', async () => {
  const sent: unknown[] = [];
  const client = shortDrafts(
    createClient({ postMessage: (message) => sent.push(message) }, () => {}, {
      life: 'page',
      losses: pageLosses,
      unheard: () => undefined,
      later: () => () => {},
    }),
  );
  for (const method of methods) {
    await assert.rejects(client.request(method, draftOf(mostDraftChars + 1)), {
      name: 'RequestFailed',
      code: 'invalid',
      message:
        /^This form holds 4,000,001 characters, and at most 4,000,000 can be kept or sent\. Nothing was sent\. Shorten it/,
    });
  }
  assert.deepEqual(sent, []);
  void client.request('draft/save', draftOf(mostDraftChars));
  void client.request('call/cancel', null);
  assert.equal(sent.length, 2);
});

test('the host takes no draft that is too long in sum, whatever page it comes from', async () => {
  const taken: unknown[] = [];
  const take = async (draft: unknown) => {
    taken.push(draft);
    return null;
  };
  const handlers = Object.fromEntries(methods.map((method) => [method, take])) as unknown as FormHandlers;
  for (const method of methods) {
    const ask = (chars: number) =>
      replyToForm({ kind: 'request', id: 'page.1', method, params: draftOf(chars) }, handlers);
    const refused = await ask(mostDraftChars + 1);
    assert.ok(refused?.kind === 'failure' && refused.failure.code === 'invalid', method);
    assert.match(refused.failure.message, /at most 4000000 characters together/);
    assert.equal(taken.length, 0);
    assert.equal((await ask(mostDraftChars))?.kind, 'result');
    taken.length = 0;
  }
});
