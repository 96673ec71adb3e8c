import type { GuardFacts, GuardQuestion, Spend } from '../../../../src/calls/guardPorts.ts';
import {
  LedgerRefusal,
  type NewOrder,
  type OrderSummary,
  type Settlement,
} from '../../../../src/calls/ports.ts';
import { anOrder } from '../orders.ts';
import type { GuardLedger, Windows } from './world.ts';

interface Kept {
  readonly order: NewOrder;
  readonly settlement: Settlement | null;
}

function spendOf(kept: readonly Kept[]): Spend {
  const billed = kept.filter(
    ({ settlement }) =>
      settlement === null || settlement.billing === 'billed' || settlement.billing === 'unknown',
  );
  return { calls: billed.length, byPrice: billed.map(({ order }) => ({ price: order.price, calls: 1 })) };
}

function summary({ order, settlement }: Kept): OrderSummary {
  const { requestBody, day, session, ...rest } = order;
  return anOrder({
    ...rest,
    state: settlement === null ? 'in-flight' : 'settled',
    outcome: settlement?.outcome ?? 'unknown',
    billing: settlement?.billing ?? 'unknown',
  });
}

const open = ['pending', 'held', 'unknown'];
const isOpen = ({ settlement }: Kept): boolean => settlement === null || open.includes(settlement.outcome);

/** What a ledger has to answer, from a plain list; all windows see the same one. */
export function modelWindows(): Windows {
  const all = new Map<string, Kept>();
  const facts = (question: GuardQuestion): GuardFacts => {
    const kept = [...all.values()];
    const begun = kept
      .filter(({ settlement }) => settlement?.outcome !== 'not-sent')
      .map(({ order }) => order.begunAt);
    const twins = kept.filter(({ order }) => order.fingerprint === question.fingerprint);
    const until = Math.max(0, ...kept.map(({ settlement }) => settlement?.coolDown?.until ?? 0));
    const today = kept.filter(({ order }) => order.day === question.day);
    const pending = twins.filter(isOpen).at(-1);
    const paid = twins.filter((one) => !isOpen(one) && one.settlement?.billing === 'billed').at(-1);
    return {
      meters: question.windows.map(({ ms, most }) => {
        const inside = begun.filter((at) => at > question.now - ms);
        const last = most === null ? undefined : inside.toSorted((a, b) => b - a)[most - 1];
        return { ms, most, count: inside.length, freeAt: last === undefined ? null : last + ms };
      }),
      coolDown: until > question.now ? { until, guessed: false, id: null } : null,
      learned: null,
      spent: {
        session: spendOf(kept.filter(({ order }) => order.session === question.session)),
        day: spendOf(today),
        month: spendOf(kept.filter(({ order }) => order.day.slice(0, 7) === question.day.slice(0, 7))),
      },
      operationToday: spendOf(today),
      pendingTwin: pending === undefined ? null : summary(pending),
      paidTwin: paid === undefined ? null : summary(paid),
      lastAnswer: null,
    };
  };
  const ledger: GuardLedger = {
    guard: async (question) => facts(question),
    begin: async (order, admission) => {
      const why = admission?.admit(facts(admission.question)) ?? null;
      if (why !== null) throw new LedgerRefusal('guard', why);
      all.set(order.id, { order, settlement: null });
    },
    settle: async (id, settlement) => {
      const kept = all.get(id);
      if (kept !== undefined) all.set(id, { ...kept, settlement });
    },
  };
  return { ledger: () => ledger, restart: async () => undefined };
}
