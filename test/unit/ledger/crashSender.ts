/** Sends calls until it is killed, several at once, as a window does: ledger, client and placeCall are the real ones. */
import { randomUUID } from 'node:crypto';
import { placeCall } from '../../../src/calls/sending/exchange.ts';
import { createTransport } from '../../../src/client/client.ts';
import { defaultClientSettings } from '../../../src/client/settings.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { keyRing, newOrder } from './aLedger.ts';

const [folder = '', url = ''] = process.argv.slice(2);
const ledger = await openLedger({ folder, sealing: keyRing('a-key'), now: Date.now, newId: randomUUID });
const transport = createTransport({
  version: '0',
  settings: () => defaultClientSettings,
  env: {},
  now: () => performance.now(),
});

async function sendAll(): Promise<never> {
  for (;;) {
    const id = randomUUID();
    const requestBody = new TextEncoder().encode(JSON.stringify({ rc_number: 'ZZ99ZZ9999', marker: id }));
    const order = newOrder(id, { requestBody, begunAt: Date.now(), deadlineAt: Date.now() + 20_000 });
    const request = {
      url: `${url}/api/v1/rc/advanced`,
      apiKey: 'sandbox-key-unlimited',
      body: requestBody,
      deadlineMs: 10_000,
      connectTimeoutMs: 5000,
      maxResponseBytes: 1_000_000,
    };
    const result = await placeCall(
      { ledger, transport, now: Date.now },
      { admission: null, order, request },
      new AbortController().signal,
    );
    if (result.kind !== 'settled' || result.unsettled !== null) process.send?.(JSON.stringify(result));
  }
}

process.send?.('ready');
await Promise.all([sendAll(), sendAll(), sendAll()]);
