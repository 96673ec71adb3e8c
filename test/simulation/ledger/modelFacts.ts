import type { OutcomeTally } from '../../../src/calls/ports/batchPorts.ts';
import type {
  GuardFacts,
  GuardQuestion,
  InputPrint,
  Meter,
  MeterWindow,
  Spend,
} from '../../../src/calls/ports/guardPorts.ts';
import { accountOf, isOpenRow, type ModelStore, type Row, summaryOf } from './modelRows.ts';

function spendOf(rows: readonly Row[]): Spend {
  const byPrice = new Map<string | null, number>();
  for (const { order } of rows) byPrice.set(order.price, (byPrice.get(order.price) ?? 0) + 1);
  return { calls: rows.length, byPrice: [...byPrice].map(([price, calls]) => ({ price, calls })) };
}

function begunBy(store: ModelStore, question: GuardQuestion): number[] {
  return store.counted
    .filter(
      ({ order, outcome }) =>
        outcome !== 'not-sent' &&
        order.operation === question.operation &&
        order.place === question.place &&
        order.keyHash === question.keyHash,
    )
    .map(({ meterAt }) => meterAt);
}

function meterOf(begun: readonly number[], window: MeterWindow, learned: number | null, now: number): Meter {
  const { ms, learns } = window;
  const most = window.most ?? (learns && learned !== null && learned >= 2 ? learned - 1 : null);
  const inside = begun.filter((at) => at > now - ms);
  const fallsAt = inside.length === 0 ? null : Math.min(...inside) + ms;
  if (most === null) return { ms, learns, most, count: inside.length, freeAt: null, fallsAt };
  const last = most < 1 ? undefined : inside.sort((a, b) => b - a)[most - 1];
  const freeAt = most < 1 ? Number.MAX_SAFE_INTEGER : last === undefined ? null : last + ms;
  return { ms, learns, most, count: inside.length, freeAt, fallsAt };
}

function isSame(input: InputPrint, { order }: Row): boolean {
  return order.fingerprint === input.whole || order.parts.some((part) => input.parts.includes(part));
}

/** The newest by when it was written and by what its clock said, for clocks are set; of a bulk input those of each entry. */
function newest(input: InputPrint, rows: readonly Row[]): readonly Row[] {
  const byTime = rows.toSorted((a, b) => b.order.begunAt - a.order.begunAt || b.seq - a.seq);
  const written = rows.toSorted((a, b) => b.seq - a.seq);
  const found = new Set<Row>();
  for (const sorted of [byTime, written]) {
    const whole = sorted.find(({ order }) => order.fingerprint === input.whole);
    if (whole !== undefined) found.add(whole);
    for (const part of input.parts) {
      const one = sorted.find(({ order }) => order.parts.includes(part));
      if (one !== undefined) found.add(one);
    }
  }
  return byTime.filter((row) => found.has(row));
}

export function twinRows(
  store: ModelStore,
  place: string,
  input: InputPrint,
): { readonly open: readonly Row[]; readonly paid: readonly Row[] } {
  const rows = [...store.rows.values()].filter((row) => row.order.place === place && isSame(input, row));
  const paid = rows.filter((row) => {
    const ran = [row.outcome, row.resolved].some((one) => one === 'verified' || one === 'negative');
    const isPaid = ran || [row.billing, billingOfRow(row)].includes('billed');
    return !isOpenRow(row) && (isPaid || row.billing === 'unknown');
  });
  return { open: newest(input, rows.filter(isOpenRow)), paid: newest(input, paid) };
}

function entriesOfTwins({ alike = [], parts }: InputPrint, twins: readonly Row[]): GuardFacts['entries'] {
  const entries = parts.filter((part) => !alike.includes(part));
  if (entries.length < 2 || twins.length === 0) return null;
  const hadBy = (rows: readonly Row[]): number =>
    entries.filter((part) => rows.some(({ order }) => order.parts.includes(part))).length;
  const each = twins.map((row) => [row.order.id, hadBy([row])] as const);
  return {
    all: entries.length,
    fresh: entries.length - hadBy(twins),
    within: Object.fromEntries(each.filter(([, has]) => has > 0)),
  };
}

function twinsOf(store: ModelStore, { input, place }: GuardQuestion) {
  if (input === null) return { pendingTwins: [], paidTwins: [], entries: null };
  const { open, paid } = twinRows(store, place, input);
  const entries = entriesOfTwins(input, [...open, ...paid]);
  return { pendingTwins: open.map(summaryOf), paidTwins: paid.map(summaryOf), entries };
}

function lastAnswer(store: ModelStore, { place, keyHash, now }: GuardQuestion): GuardFacts['lastAnswer'] {
  let last: Row | null = null;
  for (const row of store.rows.values()) {
    const { settlement, order } = row;
    if (settlement === null || settlement.httpStatus === null || settlement.failureCode !== null) continue;
    if (order.place !== place || order.keyHash !== keyHash) continue;
    // What bears a time to come is from before the clock was set back.
    const isPast = settlement.settledAt < now + 1000;
    const later =
      Number(isPast) - Number((last?.settlement?.settledAt ?? now) < now + 1000) ||
      settlement.settledAt - (last?.settlement?.settledAt ?? 0) ||
      row.settledAs - (last?.settledAs ?? 0);
    if (last === null || later > 0) last = row;
  }
  return last === null ? null : summaryOf(last);
}

/** As the user recorded it, and else as it was answered. */
export function billingOfRow({ outcome, billing, resolved }: Row): Row['billing'] {
  if (resolved === 'refunded' && billing !== 'free') return 'refunded';
  if (resolved === 'not-billed') return 'free';
  const isPaid = resolved === 'verified' || resolved === 'negative' || resolved === 'no-result';
  const wasOpen = outcome === 'pending' || outcome === 'held' || outcome === 'unknown';
  if (resolved === 'no-result' && wasOpen) return 'billed';
  return billing === 'unknown' && isPaid ? 'billed' : billing;
}

/** The same of what came of it: of an order that nothing came of but a word about the money, nothing did. */
export function outcomeOfRow({ outcome, resolved }: Row): Row['outcome'] {
  if (resolved === null || resolved === 'still-open') return outcome;
  return resolved === 'no-result' || resolved === 'not-billed' ? 'failed' : resolved;
}

/** What its user recorded for good, as rows are counted by it. */
export function recordedOf({ resolved }: Row): Pick<OutcomeTally, 'resolved'> {
  return resolved === null || resolved === 'still-open' ? {} : { resolved };
}

/** What a ledger has to answer, from plain lists. */
export function factsOf(store: ModelStore, question: GuardQuestion): GuardFacts {
  const { operation, place, keyHash, spenders, now, day, session } = question;
  const cooling = store.cooling.get(accountOf(place, keyHash, operation));
  const learned =
    cooling === undefined || cooling.calls === 0 ? null : { calls: cooling.calls, at: cooling.callsAt };
  const begun = begunBy(store, question);
  const spent = store.counted.filter(
    (row) => ['billed', 'unknown'].includes(billingOfRow(row)) && spenders.includes(row.order.identity),
  );
  const today = spent.filter(({ order }) => order.day === day);
  const month = spent.filter(({ order }) => order.day.slice(0, 7) === day.slice(0, 7));
  const mine = today.filter((row) => row.order.operation === operation);
  const order = cooling !== undefined && store.rows.has(cooling.order) ? cooling.order : null;
  return {
    meters: question.windows.map((window) => meterOf(begun, window, learned?.calls ?? null, now)),
    coolDown:
      cooling === undefined || cooling.until <= now
        ? null
        : { until: cooling.until, since: cooling.since, guessed: cooling.guessed, id: order },
    learned,
    spent: {
      session: spendOf(spent.filter((row) => row.order.session === session)),
      day: spendOf(today),
      month: spendOf(month),
    },
    operationToday: spendOf(mine),
    unclearToday: mine.filter((row) => billingOfRow(row) === 'unknown').length,
    ...twinsOf(store, question),
    lastAnswer: lastAnswer(store, question),
  };
}
