import '../../../support/plainVscode.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToPage } from '../../../../src/protocol/messages.ts';

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
  const reply = async (): Promise<Exclude<ToPage, { kind: 'event' }>> => ({
    kind: 'result',
    id: 4,
    result: results.shift(),
  });
  new PageHost(panel as never, reply, () => Promise.reject(new Error('unasked')), log as never);
  await says({ kind: 'request', id: 4 });
  await new Promise(setImmediate);
  const message = 'The reply could not be handed to the page: Do not know how to serialize a BigInt';
  assert.deepEqual(posted, [{ kind: 'failure', id: 4, failure: { code: 'internal', message } }]);
  await says({ kind: 'request', id: 4 });
  await new Promise(setImmediate);
  assert.deepEqual(posted.slice(1), [{ kind: 'result', id: 4, result: 'whole' }]);
  assert.deepEqual(logged, []);
});
