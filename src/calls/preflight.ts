import type { Operation } from '../contract/shapes.ts';
import type { Phrase } from '../contract/words.ts';
import { type Environment, isEmbedded, mayBill } from './environments.ts';
import type { KeyState } from './key.ts';
import type { Ledger } from './ports.ts';

/** What is known before a call leaves. One shape, shown alike wherever calls are sent from. */
export interface Preflight {
  readonly mayBill: boolean;
  /** First sentence, always shown. */
  readonly headline: Phrase;
  /** Price, what went before, limits; a few words each, without a full stop, for they stand side by side. */
  readonly details: readonly Phrase[];
  /** What will probably make the service refuse the call for free, or null. */
  readonly warning: Phrase | null;
}

export interface PreflightFacts {
  readonly operation: Operation;
  readonly environment: Environment;
  readonly key: KeyState;
  /** Price of one call in paise, where somebody knows it (the sandbox invents its own). */
  readonly pricePaise: number | null;
  /** True when calls go through a proxy whose own certificate is not checked (`http.proxyStrictSSL: false`). */
  readonly looseProxy: boolean;
  readonly minuteCount: number;
  readonly dayCount: number;
  readonly billedToday: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The counts a preflight needs, from the ledger, so that all windows and restarts agree. */
export async function countCalls(
  ledger: Ledger,
  operation: Operation,
  environment: Environment,
  keyTail: string | null,
  now: number,
): Promise<Pick<PreflightFacts, 'minuteCount' | 'dayCount' | 'billedToday'>> {
  const begun = await ledger.begunSince(operation.id, environment.name, keyTail, now - dayMs);
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  return {
    minuteCount: begun.filter((at) => at > now - minuteMs).length,
    dayCount: begun.length,
    billedToday: await ledger.billedSince(operation.id, environment.name, midnight.getTime()),
  };
}

function priceLine(facts: PreflightFacts): Phrase {
  if (facts.pricePaise === null) return { text: 'Price not known: the service documents none' };
  const rupees = (facts.pricePaise / 100).toFixed(2);
  if (isEmbedded(facts.environment)) {
    return { text: 'Simulated price ₹{0}, invented by the sandbox', args: [rupees] };
  }
  return { text: '≈ ₹{0} (estimated)', args: [rupees] };
}

function limitLine(facts: PreflightFacts): Phrase {
  const { perMinute, perDay } = facts.operation.limits;
  if (perMinute === null || perDay === null) {
    return {
      text: '{0} sent in the last minute; a limit exists, its size is not documented',
      args: [facts.minuteCount],
    };
  }
  return {
    text: '{0} of {1} this minute, {2} of {3} in 24 hours',
    args: [facts.minuteCount, perMinute, facts.dayCount, perDay],
  };
}

function warningFor(facts: PreflightFacts): Phrase | null {
  if (facts.key.kind === 'missing') {
    return { text: 'No API key is set: the service will probably refuse the call, free of charge.' };
  }
  if (facts.key.kind === 'other-origin') {
    return {
      text: 'The kept key was entered for {0}. Enter it again for this base URL; it is not sent elsewhere.',
      args: [facts.key.origin],
    };
  }
  if (facts.looseProxy) {
    return {
      text: 'http.proxyStrictSSL is off: the certificate of the proxy is not checked. The service’s own certificate still is.',
    };
  }
  const { perMinute, perDay } = facts.operation.limits;
  if (perMinute !== null && facts.minuteCount >= perMinute) {
    return {
      text: 'The limit of this minute is reached: sending now will probably be answered 429 and lengthen the wait.',
    };
  }
  if (perDay !== null && facts.dayCount >= perDay) {
    return { text: 'The documented limit of a day is reached: the service will probably answer 429.' };
  }
  return null;
}

/** What is shown, and for live environments confirmed, before a call leaves (design §4). Pure. */
export function preflight(facts: PreflightFacts): Preflight {
  const bills = mayBill(facts.environment);
  const billed: Phrase = bills
    ? { text: '{0} billed today (or possibly billed)', args: [facts.billedToday] }
    : { text: '{0} simulated as billed today', args: [facts.billedToday] };
  return {
    mayBill: bills,
    headline: bills
      ? { text: 'Billed if the provider runs the lookup, even when the result is negative.' }
      : {
          text: 'SANDBOX · simulated, nothing is billed. Live: billed if the provider runs the lookup, even when the result is negative.',
        },
    details: [priceLine(facts), billed, limitLine(facts)],
    warning: warningFor(facts),
  };
}
