import '../../../support/plainVscode.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../src/protocol/frames.ts';

/** The panel of a page, whose messages cross as JSON; `says` is what the page asks. */
function aPanel() {
  const posted: unknown[] = [];
  let hear: (raw: unknown) => unknown = () => undefined;
  const panel = {
    visible: true,
    onDidChangeViewState: () => ({ dispose: () => undefined }),
    webview: {
      onDidReceiveMessage: (listener: (raw: unknown) => unknown) => {
        hear = listener;
        return { dispose: () => undefined };
      },
      postMessage: async (message: unknown) => posted.push(JSON.parse(JSON.stringify(message))),
    },
  };
  return { panel, posted, says: (raw: unknown) => hear(raw) };
}

test('a reply that cannot cross becomes a failure of its request; one that can is posted once', async () => {
  const { PageHost } = await import('../../../../src/ui/shell/pageHost.ts');
  const { panel, posted, says } = aPanel();
  const logged: unknown[] = [];
  const log = { error: (...words: unknown[]) => logged.push(words) };
  const results: unknown[] = [7n, 'whole'];
  const reply = async (): Promise<Reply> => ({
    kind: 'result',
    id: 'page.4',
    result: results.shift(),
  });
  new PageHost(panel as never, reply, () => Promise.reject(new Error('unasked')), log as never);
  await says({ kind: 'request', id: 'page.4' });
  await new Promise(setImmediate);
  const message = 'The reply could not be handed to the page: Do not know how to serialize a BigInt';
  assert.deepEqual(posted, [{ kind: 'failure', id: 'page.4', failure: { code: 'internal', message } }]);
  await says({ kind: 'request', id: 'page.4' });
  await new Promise(setImmediate);
  assert.deepEqual(posted.slice(1), [{ kind: 'result', id: 'page.4', result: 'whole' }]);
  assert.deepEqual(logged, []);
});

test('whoever waits is told which replies nobody makes any more, after those that were posted', async () => {
  const { Replies } = await import('../../../../src/ui/shell/replies.ts');
  const posted: unknown[] = [];
  const settle = new Map<string, (reply: Reply | null) => void>();
  const replies = new Replies({
    reply: (raw) => new Promise((resolve) => settle.set((raw as { readonly id: string }).id, resolve)),
    post: async (message) => void posted.push(message),
    unhanded: String,
  });
  const waits = (...ids: readonly string[]): Promise<void> => replies.hear({ kind: 'waiting', ids });
  const first = replies.hear({ kind: 'request', id: 'page.1' });
  void replies.hear({ kind: 'request', id: 'page.2' });
  // Both are worked at, however long it takes: a call of a minute, a question that is open.
  await waits('page.1', 'page.2');
  assert.deepEqual(posted.splice(0), [{ kind: 'lost', ids: [] }]);
  const result = { kind: 'result', id: 'page.1', result: null } as const;
  settle.get('page.1')?.(result);
  await first;
  await waits('page.1', 'page.2', 'page.3');
  assert.deepEqual(posted, [result, { kind: 'lost', ids: ['page.1', 'page.3'] }]);
});

test('a handler that throws past its reply, and a message that is none, leave nobody waiting', async () => {
  const { Replies } = await import('../../../../src/ui/shell/replies.ts');
  const posted: unknown[] = [];
  const replies = new Replies({
    reply: () => Promise.reject(new Error('past its reply')),
    post: async (message) => void posted.push(message),
    unhanded: String,
  });
  await assert.rejects(replies.hear({ kind: 'request', id: 'page.1' }), /past its reply/);
  await replies.hear({ kind: 'waiting', ids: ['page.1'] });
  assert.deepEqual(posted, [{ kind: 'lost', ids: ['page.1'] }]);
  await assert.rejects(replies.hear({ kind: 'waiting', ids: 'page.1' }), /past its reply/);
});
