import { coverCode, coverId } from '../../contract/coverText.ts';
import type { Phrase } from '../../contract/words.ts';
import { billingAsRecorded, isRecorded } from '../orders/attention.ts';
import type { KnownEntries } from '../ports/guardPorts.ts';
import type { OrderId } from '../ports/ids.ts';
import type { OrderSummary } from '../ports/ports.ts';
import { said } from '../usage/periods.ts';
import type { Obstacle, TwinShare } from './obstacles.ts';

/** As recorded where no code says it: of what the wallet told, in the words of the choice. */
function cameTo({ messageCode, resolved, outcome }: OrderSummary): string {
  return messageCode === null ? (resolved ?? outcome).replaceAll('-', ' ') : coverCode(messageCode);
}

function nameOf({ id, orderId }: OrderSummary): string {
  return orderId === null ? id.slice(0, 8) : coverId(orderId);
}

export type Twin = Extract<Obstacle, { kind: 'pending-twin' | 'paid-twin' }>;

/** One that has all of them, or was found by the whole input, is the same input. */
function shareOf({ id }: OrderSummary, entries: KnownEntries | null): TwinShare | undefined {
  const here = entries?.within[id] ?? 0;
  if (entries === null || here === 0 || here === entries.all) return undefined;
  return { here, all: entries.all, fresh: entries.fresh };
}

function pendingWords(order: OrderSummary, share: TwinShare | undefined, now: number): Phrase {
  const when = said(order.begunAt, now);
  if (share !== undefined) {
    return {
      text: 'Still open since {0}: {1} of {2} addresses (order {3}). Sent again, they may be billed again. New: {4}.',
      args: [when, share.here, share.all, nameOf(order), share.fresh],
    };
  }
  if (order.state === 'in-flight') {
    return {
      text: 'The same input was sent at {0} and waits for its answer: a second call may also be billed.',
      args: [when],
    };
  }
  if (order.outcome === 'pending' || order.outcome === 'held') {
    return {
      text: 'The same input is still open since {0} ({1}, order {2}): do not send it again, it would be billed again.',
      args: [when, cameTo({ ...order, resolved: null }), nameOf(order)],
    };
  }
  return order.billing === 'billed'
    ? {
        text: 'The same input was sent at {0} and was billed; its outcome is unknown. Sending it again would be billed again.',
        args: [when],
      }
    : {
        text: 'The same input was sent at {0} and may have been billed; its outcome is unknown. Sending it again may be billed again.',
        args: [when],
      };
}

export function pendingTwin(order: OrderSummary, now: number, entries: KnownEntries | null = null): Twin {
  const share = shareOf(order, entries);
  return {
    kind: 'pending-twin',
    id: twinId.pending(order.id),
    order: order.id,
    share,
    what: asOf(order, pendingWords(order, share, now)),
  };
}

type Costless = Extract<Twin, { kind: 'paid-twin' }>['costless'];

/** As Spend counts it: a charge that the answer itself states is not recorded away. */
function costlessAs(order: OrderSummary): Costless {
  const { resolved } = order;
  if (resolved !== 'not-billed' && resolved !== 'refunded') return undefined;
  return billingAsRecorded(order) === 'billed' ? undefined : resolved;
}

function costlessWords(order: OrderSummary, share: TwinShare | undefined, as: string, now: number): Phrase {
  const recorded = { text: as };
  const args = [said(order.begunAt, now), cameTo({ ...order, resolved: null }), nameOf(order), recorded];
  return share === undefined
    ? {
        text: 'Sending it again may be billed: the same input was sent at {0} and is recorded as {3} ({1}, order {2}).',
        args,
      }
    : {
        text: 'Recorded as {3}: {4} of {5} addresses, at {0} ({1}, order {2}). New: {6}.',
        args: [...args, share.here, share.all, share.fresh],
      };
}

/** What it costs comes first: a box may cut the rest off. */
function paidWords(order: OrderSummary, share: TwinShare | undefined, now: number): Phrase {
  const costless = costlessAs(order);
  if (costless !== undefined) return costlessWords(order, share, costless.replace('-', ' '), now);
  const args = [said(order.begunAt, now), cameTo(order), nameOf(order)];
  if (share !== undefined) {
    return {
      text:
        order.billing === 'billed'
          ? 'Already paid for: {3} of {4} addresses, at {0} ({1}, order {2}). New: {5}.'
          : 'May have been paid for: {3} of {4} addresses, at {0} ({1}, order {2}). New: {5}.',
      args: [...args, share.here, share.all, share.fresh],
    };
  }
  return order.billing === 'billed'
    ? {
        text: 'Sending it again would be billed again: the same input was paid for at {0} ({1}, order {2}).',
        args,
      }
    : {
        text: 'Sending it again may be billed again: the same input was sent at {0} and may have been billed ({1}, order {2}).',
        args,
      };
}

/** What a sandbox bills costs nothing, which is said beside it. */
function asOf({ kind }: OrderSummary, what: Phrase): Phrase {
  return kind === 'sandbox' ? { text: 'Simulated: {0}', args: [what] } : what;
}

/** What the wallet or support told, which is no result of the lookup. */
function isWithoutResult({ resolved }: OrderSummary): boolean {
  return isRecorded(resolved) && resolved !== 'verified' && resolved !== 'negative';
}

/** Named by kind and order: who passes an order as paid has not passed it as open. */
export const twinId = {
  pending: (order: OrderId): string => `pending-twin:${order}`,
  paid: (order: OrderId): string => `paid-twin:${order}`,
};

export function paidTwin(order: OrderSummary, now: number, entries: KnownEntries | null = null): Twin {
  const share = shareOf(order, entries);
  const costless = costlessAs(order);
  return {
    kind: 'paid-twin',
    id: twinId.paid(order.id),
    order: order.id,
    billed: order.billing === 'billed' && costless === undefined,
    unanswered: isWithoutResult(order),
    costless,
    share,
    what: asOf(order, paidWords(order, share, now)),
  };
}
