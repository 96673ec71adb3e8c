import type { OperationId } from '../contract/words.ts';

/**
 * A Bearer key the sandbox knows. All of them are invented and public: they open nothing but the sandbox. Each has an
 * account, and so a wallet, of its own.
 */
export interface SandboxKey {
  readonly key: string;
  /** How the books and the log name the key. */
  readonly label: string;
  /** One sentence: what the key is for. */
  readonly purpose: string;
  /** Why the key is refused with INVALID_API_KEY, or null. */
  readonly refused: 'expired' | 'ip-restricted' | null;
  /** Operations whose calls are answered NO_API_ACCESS. */
  readonly notSubscribed: readonly OperationId[];
  /** False = neither minute nor day limits. */
  readonly limited: boolean;
  /** Balance of its wallet at the start, in paise. Invented. */
  readonly balancePaise: number;
}

const ordinary = { refused: null, notSubscribed: [], limited: true, balancePaise: 1_000_000 } as const;

/** Every key of the sandbox. The first is the one to start with. Invented: the service documents no key format. */
export const sandboxKeys: readonly [SandboxKey, ...SandboxKey[]] = [
  {
    ...ordinary,
    key: 'sandbox-key-valid',
    label: 'valid',
    purpose: 'Works for all four operations, with limits and a wallet of ₹10,000.',
  },
  {
    ...ordinary,
    key: 'sandbox-key-unlimited',
    label: 'unlimited',
    purpose: 'Works for all four operations without any limit, for batches; its wallet holds ₹10,00,000.',
    limited: false,
    balancePaise: 100_000_000,
  },
  {
    ...ordinary,
    key: 'sandbox-key-expired',
    label: 'expired',
    purpose: 'Expired: always answered INVALID_API_KEY.',
    refused: 'expired',
  },
  {
    ...ordinary,
    key: 'sandbox-key-ip-restricted',
    label: 'ip-restricted',
    purpose: 'Allowed from 203.0.113.7 only, which nobody has: always answered INVALID_API_KEY.',
    refused: 'ip-restricted',
  },
  {
    ...ordinary,
    key: 'sandbox-key-not-subscribed',
    label: 'not-subscribed',
    purpose: 'Not subscribed to Credit Report: NO_API_ACCESS there, works elsewhere.',
    notSubscribed: ['credit-report'],
  },
  {
    ...ordinary,
    key: 'sandbox-key-poor',
    label: 'poor',
    purpose: 'Its wallet holds ₹0.10, less than any call costs: answered INSUFFICIENT_BALANCE.',
    balancePaise: 10,
  },
];

export type KeyRuling =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'known'; readonly key: SandboxKey };

/**
 * Reads an Authorization header. Only "the Bearer scheme" is documented: a header of another scheme or without a key
 * counts as no key at all, which is an assumption of the sandbox.
 */
export function readKey(authorization: string | undefined): KeyRuling {
  const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (given === undefined) return { kind: 'missing' };
  const key = sandboxKeys.find((known) => known.key === given);
  return key === undefined ? { kind: 'unknown' } : { kind: 'known', key };
}
