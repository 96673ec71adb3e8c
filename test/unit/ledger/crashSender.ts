/** Sends calls until it is killed, several at once, as a window does: ledger, client and the way of a call are the real ones. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { draftId } from '../../../src/calls/ports/ids.ts';
import type { SendingKeys } from '../../../src/calls/sending/ports.ts';
import { Sending } from '../../../src/calls/sending/sending.ts';
import { createTransport } from '../../../src/client/client.ts';
import { operationById } from '../../../src/contract/operations.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import { simulatedPorts, simulatedSettings } from '../../support/simulatedPorts.ts';
import { defaultClientSettings } from '../client/defaultSettings.ts';
import { keyRing } from './aLedger.ts';

const [folder = '', url = ''] = process.argv.slice(2);
const ledger = await openLedger({ folder, sealing: keyRing('a-key'), now: Date.now, newId: randomUUID });
const transport = createTransport({
  version: '0',
  settings: () => defaultClientSettings,
  env: {},
  now: () => performance.now(),
});

const keys: SendingKeys = {
  state: async () => ({ kind: 'present', key: 'sandbox-key-unlimited', savedAt: 0 }),
  revision: () => 0,
};
// Calls itself sandbox, on this computer: nothing is asked.
const environments = [{ name: 'crashing', baseUrl: url, kind: 'sandbox' }] as const;
const sending = new Sending(
  simulatedPorts(ledger, transport, Date.now, {
    settings: simulatedSettings(() => environments, { deadlineMs: () => 10_000 }),
    keys,
    newId: randomUUID,
    turn: () => sleep(0),
  }),
);

async function sendAll(): Promise<never> {
  for (;;) {
    const marker = randomUUID();
    const result = await sending.send({
      operation: operationById('rc-advanced'),
      body: JSON.stringify({ rc_number: 'ZZ99ZZ9999', marker }),
      plannedPrint: null,
      draftId: draftId(`${marker}.0`),
      to: 'chosen',
      asker: { kind: 'user', proven: true, notes: [] },
      batch: null,
      lagMs: 0,
      withdrawn: () => null,
      leaves: () => void process.send?.('a call leaves'),
    });
    if (result.kind !== 'settled' || result.unsettled !== null) process.send?.(JSON.stringify(result));
  }
}

await Promise.all([sendAll(), sendAll(), sendAll()]);
