import {
  type GuardFacts,
  type GuardQuestion,
  type LearnedLimit,
  learnedMost,
  type Spend,
} from '../../../../src/calls/ports/guardPorts.ts';
import {
  LedgerRefusal,
  type NewOrder,
  type OrderSummary,
  type Resolution,
  type Settlement,
} from '../../../../src/calls/ports/ports.ts';
import { anOrder } from '../orders.ts';
import type { GuardLedger, Windows } from './world.ts';

interface Kept {
  readonly order: NewOrder;
  readonly settlement: Settlement | null;
  readonly resolved: Resolution['outcome'] | null;
}

function spendOf(kept: readonly Kept[]): Spend {
  const billed = kept.filter(
    ({ settlement }) =>
      settlement === null || settlement.billing === 'billed' || settlement.billing === 'unknown',
  );
  return { calls: billed.length, byPrice: billed.map(({ order }) => ({ price: order.price, calls: 1 })) };
}

function summary({ order, settlement, resolved }: Kept): OrderSummary {
  const { requestBody, day, session, parts, place, keyHash, identity, ...rest } = order;
  return anOrder({
    ...rest,
    state: settlement === null ? 'in-flight' : 'settled',
    outcome: settlement?.outcome ?? 'unknown',
    billing: settlement?.billing ?? 'unknown',
    resolved,
  });
}

const open = ['pending', 'held', 'unknown'];

function isOpen({ settlement, resolved }: Kept): boolean {
  if (settlement === null) return true;
  return open.includes(settlement.outcome) && (resolved ?? 'still-open') === 'still-open';
}

function isPaid(kept: Kept): boolean {
  if (isOpen(kept)) return false;
  const { settlement, resolved } = kept;
  return (
    settlement?.billing === 'billed' ||
    settlement?.billing === 'unknown' ||
    resolved === 'verified' ||
    resolved === 'negative'
  );
}

/** Cool-downs and what they teach, one 429 after the other. */
function throttle(of: readonly Kept[]): { until: number; since: number; learned: LearnedLimit | null } {
  let [until, since, learned]: [number, number, LearnedLimit | null] = [0, 0, null];
  for (const [index, { order, settlement }] of of.entries()) {
    if (settlement === null || settlement.coolDown === null) continue;
    const { begunAt } = order;
    // Counted when it was settled: what was begun later is not among them.
    const before = of.slice(0, index + 1).filter((one) => one.settlement?.outcome !== 'not-sent');
    const calls = before.filter((one) => one.order.begunAt > begunAt - 60_000).length;
    if (until <= begunAt) learned = { calls, at: begunAt };
    if (settlement.coolDown.until > until) [until, since] = [settlement.coolDown.until, settlement.settledAt];
  }
  return { until, since, learned };
}

function twinsOf(
  kept: readonly Kept[],
  { input, place }: GuardQuestion,
  is: (one: Kept) => boolean,
): OrderSummary[] {
  if (input === null) return [];
  const there = kept.filter((one) => one.order.place === place && is(one));
  const newest = [
    there.filter(({ order }) => order.fingerprint === input.whole).at(-1),
    ...input.parts.map((part) => there.filter(({ order }) => order.parts.includes(part)).at(-1)),
  ].filter((one) => one !== undefined);
  return kept
    .toReversed()
    .filter((one) => newest.includes(one))
    .map(summary);
}

function factsOf(all: readonly Kept[], question: GuardQuestion): GuardFacts {
  const account = all.filter(
    ({ order }) =>
      order.place === question.place &&
      order.keyHash === question.keyHash &&
      order.operation === question.operation,
  );
  const begun = account
    .filter(({ settlement }) => settlement?.outcome !== 'not-sent')
    .map(({ order }) => order.begunAt);
  const { until, since, learned } = throttle(account);
  const spent = all.filter(({ order }) => question.spenders.includes(order.identity));
  const today = spent.filter(({ order }) => order.day === question.day);
  const month = spent.filter(({ order }) => order.day.slice(0, 7) === question.day.slice(0, 7));
  return {
    meters: question.windows.map(({ ms, most: known, learns }) => {
      const most = known ?? (learns ? learnedMost(learned) : null);
      const inside = begun.filter((at) => at > question.now - ms);
      const last = most === null ? undefined : inside.toSorted((a, b) => b - a)[most - 1];
      const freeAt = last === undefined ? null : last + ms;
      const fallsAt = inside.length === 0 ? null : Math.min(...inside) + ms;
      return { ms, most, learns, count: inside.length, freeAt, fallsAt };
    }),
    coolDown: until > question.now ? { until, since, guessed: false, id: null } : null,
    learned,
    spent: {
      session: spendOf(spent.filter(({ order }) => order.session === question.session)),
      day: spendOf(today),
      month: spendOf(month),
    },
    operationToday: spendOf(today),
    unclearToday: today.filter(({ settlement }) => (settlement?.billing ?? 'unknown') === 'unknown').length,
    pendingTwins: twinsOf(all, question, isOpen),
    paidTwins: twinsOf(all, question, isPaid),
    entries: null,
    lastAnswer: null,
  };
}

/** What a ledger has to answer, from a plain list; all windows see the same one. */
export function modelWindows(): Windows {
  const all = new Map<string, Kept>();
  const facts = (question: GuardQuestion): GuardFacts => factsOf([...all.values()], question);
  const ledger: GuardLedger = {
    guard: async (question) => facts(question),
    begin: async (order, admission) => {
      const why = admission?.admit(facts(admission.question)) ?? null;
      if (why !== null) throw new LedgerRefusal('guard', why);
      all.set(order.id, { order, settlement: null, resolved: null });
    },
    settle: async (id, settlement) => {
      const kept = all.get(id);
      if (kept !== undefined) all.set(id, { ...kept, settlement });
    },
    resolve: async (id, { outcome }) => {
      const kept = all.get(id);
      if (kept !== undefined) all.set(id, { ...kept, resolved: outcome });
    },
  };
  return { ledger: () => ledger, restart: async () => undefined };
}
