import {
  type Environment,
  environmentWith,
  sandboxEnvironment,
} from '../../src/calls/environments/environments.ts';
import type { Ledger, Transport } from '../../src/calls/ports/ports.ts';
import type { SendingPorts, SendingSettings } from '../../src/calls/sending/ports.ts';
import { operationById } from '../../src/contract/operations.ts';

/** The live environment of most tests. */
export const acme: Environment = {
  name: 'acme-prod',
  baseUrl: 'https://api.example.invalid',
  kind: 'live',
};

/** A ledger of which a test replaces what it is about; everything else stays the real one's. */
export function altered(ledger: Ledger, changes: Partial<Ledger>): Ledger {
  return new Proxy(ledger, {
    get(target, name) {
      const own: unknown = Reflect.get(changes, name);
      const value: unknown = own ?? Reflect.get(target, name, target);
      // The ledger's fields are private to the object itself.
      return typeof value === 'function' ? value.bind(own === undefined ? target : changes) : value;
    },
  });
}

export function simulatedSettings(
  environments: () => readonly Environment[],
  changes: Partial<SendingSettings> = {},
): SendingSettings {
  return {
    current: () => environments()[0] ?? sandboxEnvironment,
    environment: (identity) => environmentWith(environments(), identity),
    operation: operationById,
    rehearsesGuard: () => false,
    asksOnce: () => false,
    looseProxy: () => false,
    deadlineMs: () => 60_000,
    connectTimeoutMs: () => 1000,
    maxResponseBytes: () => 10_000_000,
    keepPolicy: () => ({ keep: 'everything', payloadDays: 0, orderDays: 0 }),
    ...changes,
  };
}

/** What stands around the gate where nobody can be asked and nothing is ever mended: one environment with a key. */
export function simulatedPorts(
  ledger: Ledger,
  transport: Transport,
  now: () => number,
  changes: Partial<SendingPorts> = {},
): SendingPorts {
  let ids = 0;
  const nobody = (what: string) => async (): Promise<never> => {
    throw new Error(`nobody can ${what} here`);
  };
  return {
    settings: simulatedSettings(() => [acme]),
    keys: {
      state: async () => ({ kind: 'present', key: 'invented-key-9f3a', savedAt: 0 }),
      revision: () => 0,
    },
    embedded: nobody('start the sandbox'),
    ledger: async () => ledger,
    transport: async () => transport,
    ask: nobody('be asked'),
    wait: nobody('wait'),
    goElsewhere: nobody('go elsewhere'),
    offerToSave: nobody('save an answer'),
    later: () => () => undefined,
    turn: async () => undefined,
    now,
    newId: () => `order ${++ids}`,
    session: 'session',
    machine: 'workbench',
    log: { info: () => undefined, warn: () => undefined },
    ...changes,
  };
}
