import assert from 'node:assert/strict';
import { before, it, mock } from 'node:test';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { SealedAnswer } from '../../../../src/calls/ports/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

before(async () => void (await standInForVscode()));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A ledger of one order, whose call is out until its answer comes. */
function oneCall() {
  const listeners = new Set<() => void>();
  const order = anOrder({ id: orderId('o') });
  let answer: SealedAnswer | null = null;
  const ledger = {
    get: async () => order,
    payloads: async () => ({ kind: 'open', requestBody: bytes('{}'), answer }),
    learning: { drifts: async () => [], shapes: async () => [] },
    onDidChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const services = {
    ledger: async () => ledger,
    environments: { all: () => [] },
    operation: operationById,
    now: () => 0,
    log: { warn: (_: string, why: string) => assert.fail(why) },
  };
  const come = (body: string): void => {
    const head = { status: 200, statusText: 'OK', headers: [] };
    const timing = { connectedMs: 1, firstByteMs: 2, totalMs: 3 };
    answer = { head, timing, wireBytes: body.length, body: bytes(body), failure: null };
    for (const listener of listeners) listener();
  };
  return { services: services as never, come };
}

it('a document of a call that is out shows its answer once that came, and is left alone from then on', async (t) => {
  const { AnswerDocuments } = await import('../../../../src/ui/documents/answerDocuments.ts');
  const { documentUri } = await import('../../../../src/ui/documents/both/orderDocuments.ts');
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { services, come } = oneCall();
  const documents = new AnswerDocuments(services, async () => undefined);
  t.after(() => documents.dispose());
  const again: string[] = [];
  documents.onDidChange((uri) => again.push(uri.toString()));
  const uri = documentUri({ orderId: orderId('o'), masked: true, sorted: false });
  assert.equal(await documents.text(uri), 'No answer is kept for this order.');
  come('{"status":"SUCCESS"}');
  mock.timers.tick(1000);
  assert.deepEqual(again, [uri.toString()]);
  assert.match(await documents.text(uri), /"SUCCESS"/);
  come('{"status":"SUCCESS"}');
  mock.timers.tick(1000);
  assert.equal(again.length, 1);
});
