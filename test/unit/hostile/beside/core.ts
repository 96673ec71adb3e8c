import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { draftId } from '../../../../src/calls/ports/ids.ts';
import { Sending } from '../../../../src/calls/sending/sending.ts';
import type { createTransport } from '../../../../src/client/client.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { openLedger } from '../../../../src/ledger/ledger.ts';
import { simulatedPorts, simulatedSettings } from '../../../support/simulatedPorts.ts';
import { defaultClientSettings } from '../../client/defaultSettings.ts';
import type { Job } from './program.ts';
import { sealingKey } from './sealingKey.ts';

interface Parts {
  readonly client: { readonly createTransport: typeof createTransport };
  readonly ledger: { readonly openLedger: typeof openLedger };
}

/** As the bundles have it: read once, as this loads. */
const newId = randomUUID;
const home = {
  current: async () => sealingKey,
  find: async (id: string) => (id === sealingKey.id ? sealingKey.key : null),
};

/** One call from the gate to the ledger. @returns how it ended, in a line */
export async function oneCall(
  job: Job,
  url: string,
  { client, ledger: { openLedger } }: Parts,
): Promise<string> {
  const { folder, key, marker, authority } = job;
  const ledger = await openLedger({ folder, sealing: home, now: Date.now, newId });
  const transport = client.createTransport({
    version: '0',
    settings: () => ({ ...defaultClientSettings, systemCertificates: false, extraCertificates: [authority] }),
    env: process.env,
    now: () => performance.now(),
  });
  // Calls itself sandbox, on this computer: nothing is asked.
  const environments = [{ name: 'beside', baseUrl: url, kind: 'sandbox' }] as const;
  const sending = new Sending(
    simulatedPorts(ledger, transport, Date.now, {
      settings: simulatedSettings(() => environments, {
        deadlineMs: () => 20_000,
        connectTimeoutMs: () => 20_000,
      }),
      keys: { state: async () => ({ kind: 'present', key, savedAt: 0 }), revision: () => 0 },
      newId,
      turn: () => sleep(0),
    }),
  );
  const result = await sending.send({
    operation: operationById('rc-advanced'),
    body: JSON.stringify({ rc_number: marker }),
    plannedPrint: null,
    draftId: draftId(newId()),
    to: 'chosen',
    asker: { kind: 'user', proven: true, notes: [] },
    batch: null,
    lagMs: 0,
    withdrawn: () => null,
    leaves: () => undefined,
  });
  await ledger.close();
  if (result.kind === 'settled') {
    const { outcome, billing } = result.settlement;
    const why = result.exchange.kind === 'failed' ? ` ${result.exchange.cause}` : '';
    return `settled ${outcome} ${billing}${result.unsettled === null ? '' : ' unsettled'}${why}`;
  }
  const why = result.kind === 'not-begun' ? ` ${result.why.text} ${(result.why.args ?? []).join(' ')}` : '';
  return `${result.kind}${why}`;
}
