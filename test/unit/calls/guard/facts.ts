import type { PreflightContext } from '../../../../src/calls/guard/preflight.ts';
import type { GuardFacts, Meter, Spend } from '../../../../src/calls/ports/guardPorts.ts';
import { operationById } from '../../../../src/contract/operations.ts';

export const noon = new Date(2026, 10, 21, 12).getTime();

export const nothingSpent: Spend = { calls: 0, byPrice: [] };

export function spend(calls: number, price: string | null): Spend {
  return calls === 0 ? nothingSpent : { calls, byPrice: [{ price, calls }] };
}

export function meters(minute: number, day: number, freeAt: number | null = null): readonly Meter[] {
  return [
    { ms: 60_000, most: null, learns: true, count: minute, freeAt, fallsAt: null },
    { ms: 86_400_000, most: null, learns: false, count: day, freeAt: null, fallsAt: null },
  ];
}

/** What a ledger without a single order says. */
export function someFacts(changes: Partial<GuardFacts> = {}): GuardFacts {
  return {
    meters: meters(0, 0),
    coolDown: null,
    learned: null,
    spent: { session: nothingSpent, day: nothingSpent, month: nothingSpent },
    operationToday: nothingSpent,
    unclearToday: 0,
    pendingTwins: [],
    paidTwins: [],
    entries: null,
    lastAnswer: null,
    ...changes,
  };
}

export function someContext(changes: Partial<PreflightContext> = {}): PreflightContext {
  return {
    operation: operationById('aadhaar-pan-link'),
    environment: { name: 'acme-prod', baseUrl: 'https://api.example.invalid', kind: 'live' },
    key: { kind: 'present', key: 'invented-key-9f3a', savedAt: noon - 1000 },
    simulatedPrice: null,
    looseProxy: false,
    now: noon,
    ...changes,
  };
}
