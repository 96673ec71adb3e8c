import { Big } from 'big.js';
import type { Billing } from '../../contract/words.ts';
import type { OrderSummary } from '../ports/ports.ts';
import { asOursSpellThem } from './orderIds.ts';
import { byTheirTime, returnedBy } from './returnedBy.ts';
import { byTimeOf, lowerBound } from './sortedTimes.ts';
import type { StatementLine } from './statement.ts';

/** What of an order is compared with a statement. */
export type OwnOrder = Pick<
  OrderSummary,
  'id' | 'orderId' | 'operation' | 'begunAt' | 'outcome' | 'billing' | 'price' | 'messageCode'
> & {
  /** It could not be billed: of its price nothing is kept where the user has set none. Absent = it could. */
  readonly simulated?: true;
  /** Its user recorded that it cost nothing in the end, and so it is counted. Absent = they did not. */
  readonly recordedFree?: true;
  /** For who has no order_id to go by; nothing is compared by it. Absent = none was asked for. */
  readonly maskedInput?: string;
};

/** What is wrong with a pair, or worth knowing; none = both agree. */
export type Finding =
  /** They charged what the service's answer called free. */
  | 'billed-but-free'
  /** They charged what was said to be refunded. */
  | 'billed-but-refunded'
  /** They charged what is counted as free or refunded, for its user recorded that. */
  | 'billed-but-recorded'
  /** They did not charge what the answer called billed. */
  | 'free-but-billed'
  /** Their amount is not the price the user has set. */
  | 'amount-differs'
  /** We did not know; now their statement says so. */
  | 'now-known-billed'
  | 'now-known-free';

export interface Pair {
  readonly line: StatementLine;
  /** The line by which the statement takes this charge back, under the same order_id; null = it stands. */
  readonly returned: StatementLine | null;
  readonly order: OwnOrder;
  readonly by: 'order_id' | 'time';
  readonly findings: readonly Finding[];
}

export interface OnlyTheirs {
  readonly line: StatementLine;
  /** Why nothing of ours stands beside it. */
  readonly why: 'none' | 'repeated-order-id' | 'ambiguous';
  /** Of a doubt: another line that could be the same order. Absent = several orders could be this line. */
  readonly rival?: number;
}

/** Decimal rupees. */
interface Sums {
  /** Of all lines that were charged, credits taken off; `matched` and `onlyTheirs` add up to it. */
  readonly statement: string;
  readonly matched: string;
  readonly onlyTheirs: string;
  /** What our prices say of matched orders billed by us, estimated. */
  readonly ownMatched: string;
  /** What our prices say of billed orders that they do not list, estimated. */
  readonly onlyOurs: string;
}

export interface Reconciliation {
  readonly pairs: readonly Pair[];
  readonly onlyTheirs: readonly OnlyTheirs[];
  /** Orders billed, or of unknown billing, that the statement does not list. */
  readonly onlyOurs: readonly OwnOrder[];
  /** Orders that are free or refunded by us and not on the statement, as they should be. */
  readonly freeUnlisted: number;
  readonly sums: Sums;
  /** Median of their time minus ours over pairs found by order_id, ms; null without any. A date alone counts for nothing. */
  readonly timeOffset: number | null;
}

/** How far apart the two clocks may be for a match by time, ms. */
export const nearMs = 2 * 60_000;

/** Lines and orders by order_id, in the order of their times, one to one; of too many lines those that were charged. */
function pairById(
  lines: readonly StatementLine[],
  orders: readonly OwnOrder[],
): { readonly found: [StatementLine, OwnOrder][]; readonly repeated: ReadonlySet<StatementLine> } {
  const waiting = Map.groupBy(
    orders.toSorted((a, b) => a.begunAt - b.begunAt),
    ({ orderId }) => orderId,
  );
  const found: [StatementLine, OwnOrder][] = [];
  const repeated = new Set<StatementLine>();
  for (const [orderId, group] of Map.groupBy(byTheirTime(lines), (line) => line.orderId)) {
    if (orderId === null) continue;
    const ours = waiting.get(orderId) ?? [];
    const isSpare = (line: StatementLine): number => Number(group.length > ours.length && !line.charged);
    for (const [place, line] of group.toSorted((a, b) => isSpare(a) - isSpare(b)).entries()) {
      const order = ours[place];
      if (order !== undefined) found.push([line, order]);
      else if (place > 0) repeated.add(line);
    }
  }
  return { found, repeated };
}

/** Of two that are near each other by their times. */
function mayBeSame(line: StatementLine, order: OwnOrder): boolean {
  // A date alone is no time to be near to.
  const isTime = line.day === undefined;
  // Two different order_ids are two different orders, however near.
  const areApart = line.orderId !== null && order.orderId !== null;
  return isTime && !areApart && (line.operation === null || line.operation === order.operation);
}

function sameAmount(line: StatementLine, order: OwnOrder): boolean {
  return line.amount !== null && order.price !== null && Big(line.amount).eq(order.price);
}

/** The first two of a side that fit within the time allowed: one is a match, two are a doubt, more say nothing new. */
function firstTwo<T>(
  sorted: readonly { readonly at: number; readonly one: T }[],
  at: number,
  fits: (one: T) => boolean,
): T[] {
  const found: T[] = [];
  for (let index = lowerBound(sorted, at - nearMs); found.length < 2; index += 1) {
    const candidate = sorted[index];
    if (candidate === undefined || candidate.at > at + nearMs) break;
    if (fits(candidate.one)) found.push(candidate.one);
  }
  return found;
}

/** Lines in doubt, each with another one that claims the same order; null = several orders claim the line. */
type Doubts = ReadonlyMap<StatementLine, StatementLine | null>;

/** Pairs in which each side is the other's only candidate; the rest stays for the next round. */
function onlyCandidates(
  lines: readonly StatementLine[],
  orders: readonly OwnOrder[],
  fits: (line: StatementLine, order: OwnOrder) => boolean,
): { readonly found: [StatementLine, OwnOrder][]; readonly ambiguous: Doubts } {
  const theirs = byTimeOf(lines, ({ at }) => at);
  const ours = byTimeOf(orders, ({ begunAt }) => begunAt);
  const found: [StatementLine, OwnOrder][] = [];
  const ambiguous = new Map<StatementLine, StatementLine | null>();
  for (const { at, one: line } of theirs) {
    const [order, another] = firstTwo(ours, at, (candidate) => fits(line, candidate));
    if (order === undefined) continue;
    const claims =
      another === undefined ? firstTwo(theirs, order.begunAt, (rival) => fits(rival, order)) : [];
    if (another === undefined && claims.length === 1) found.push([line, order]);
    else ambiguous.set(line, claims.find((rival) => rival !== line) ?? null);
  }
  return { found, ambiguous };
}

/** How an order was billed that a statement should list. */
const billable: readonly Billing[] = ['billed', 'unknown'];

/** Of what was billed, or may have been. */
export function isBillable({ billing }: Pick<OwnOrder, 'billing'>): boolean {
  return billable.includes(billing);
}

/** Rounds of matching by time, surest first. What never left cannot be on a statement. @param credits see returnedBy */
function pairByTime(
  lines: readonly StatementLine[],
  orders: readonly OwnOrder[],
  credits: ReadonlyMap<StatementLine, StatementLine>,
): { readonly found: [StatementLine, OwnOrder][]; readonly ambiguous: Doubts } {
  const rounds: readonly ((line: StatementLine, order: OwnOrder) => boolean)[] = [
    // Both sides say that the money came back.
    (line, order) => credits.has(line) && order.billing === 'refunded',
    (line, order) => isBillable(order) && sameAmount(line, order),
    (_line, order) => isBillable(order),
    () => true,
  ];
  const found: [StatementLine, OwnOrder][] = [];
  const ambiguous = new Map<StatementLine, StatementLine | null>();
  let leftLines = lines;
  let leftOrders = orders.filter(({ outcome }) => outcome !== 'not-sent');
  for (const round of rounds) {
    const step = onlyCandidates(
      leftLines,
      leftOrders,
      (line, order) => mayBeSame(line, order) && round(line, order),
    );
    found.push(...step.found);
    for (const [line, rival] of step.ambiguous) ambiguous.set(line, rival);
    const done = new Set<StatementLine | OwnOrder>(found.flat());
    leftLines = leftLines.filter((line) => !done.has(line));
    leftOrders = leftOrders.filter((order) => !done.has(order));
  }
  return { found, ambiguous };
}

function findingsOf(line: StatementLine, order: OwnOrder, returned: StatementLine | null): Finding[] {
  const findings: Finding[] = [];
  if (line.charged && returned === null) {
    if (order.billing === 'free') findings.push('billed-but-free');
    if (order.billing === 'refunded') findings.push('billed-but-refunded');
    if (order.billing === 'unknown') findings.push('now-known-billed');
    if (order.recordedFree) findings.push('billed-but-recorded');
    if (line.amount !== null && order.price !== null && !Big(line.amount).eq(order.price)) {
      findings.push('amount-differs');
    }
  } else {
    if (order.billing === 'billed') findings.push('free-but-billed');
    if (order.billing === 'unknown') findings.push('now-known-free');
  }
  return findings;
}

function total(amounts: Iterable<string | null>): Big {
  let sum = Big(0);
  for (const amount of amounts) if (amount !== null) sum = sum.plus(amount);
  return sum;
}

/**
 * What a line takes or gives back; what was not charged is no money, whatever it would have cost, nor is what came into the wallet: a credit
 * is one of a call where it says so, or a charge has its order_id.
 */
function takenBy(line: StatementLine, charged: ReadonlySet<string | null>): string | null {
  const { amount, orderId, operation, refund = false } = line;
  if (amount === null || line.charged) return amount;
  const isOfCall = refund || operation !== null || (orderId !== null && charged.has(orderId));
  return isOfCall && Big(amount).lte(0) ? amount : null;
}

function sumsOf(
  lines: readonly StatementLine[],
  pairs: readonly Pair[],
  onlyTheirs: readonly OnlyTheirs[],
  onlyOurs: readonly OwnOrder[],
): Sums {
  const billed = (orders: readonly OwnOrder[]) =>
    total(orders.filter(({ billing }) => billing === 'billed').map(({ price }) => price)).toFixed();
  // An order of ours has the id, too.
  const ids = new Set([
    ...lines.flatMap((line) => (line.charged ? [line.orderId] : [])),
    ...pairs.map(({ line }) => line.orderId),
  ]);
  const sum = (of: readonly StatementLine[]): Big => total(of.map((line) => takenBy(line, ids)));
  const matched = pairs.flatMap(({ line, returned }) => (returned === null ? [line] : [line, returned]));
  return {
    statement: sum(lines).toFixed(),
    matched: sum(matched).toFixed(),
    onlyTheirs: sum(onlyTheirs.map(({ line }) => line)).toFixed(),
    ownMatched: billed(pairs.map(({ order }) => order)),
    onlyOurs: billed(onlyOurs),
  };
}

function medianOffset(pairs: readonly Pair[]): number | null {
  const offsets = pairs
    .filter(({ by }) => by === 'order_id')
    .flatMap(({ line, order }) =>
      line.at === null || line.day !== undefined ? [] : [line.at - order.begunAt],
    )
    .sort((a, b) => a - b);
  return offsets[Math.floor(offsets.length / 2)] ?? null;
}

/**
 * Lays a statement beside our orders: by order_id, then by time (two minutes) and amount where only one pair is
 * possible. Each line and each order is used at most once.
 */
export function reconcile(stated: readonly StatementLine[], orders: readonly OwnOrder[]): Reconciliation {
  const lines = asOursSpellThem(stated, orders);
  const credits = returnedBy(lines, orders);
  const takenBack = new Set(credits.values());
  const byId = pairById(
    lines.filter((line) => !takenBack.has(line)),
    orders,
  );
  const endedBy = (found: readonly (readonly [StatementLine, OwnOrder])[]): readonly StatementLine[] =>
    found.flatMap(([charge]) => credits.get(charge) ?? []);
  const used = new Set<StatementLine | OwnOrder>([...byId.found.flat(), ...endedBy(byId.found)]);
  const repeated = new Set([...byId.repeated, ...takenBack]);
  const freeLines = lines.filter((line) => !used.has(line) && !repeated.has(line));
  const byTime = pairByTime(
    freeLines,
    orders.filter((order) => !used.has(order)),
    credits,
  );
  for (const one of [...byTime.found.flat(), ...endedBy(byTime.found)]) used.add(one);
  const pair =
    (by: Pair['by']) =>
    ([line, order]: readonly [StatementLine, OwnOrder]): Pair => {
      const returned = credits.get(line) ?? null;
      return { line, returned, order, by, findings: findingsOf(line, order, returned) };
    };
  const pairs = [...byId.found.map(pair('order_id')), ...byTime.found.map(pair('time'))].sort(
    (a, b) => a.line.row - b.line.row,
  );
  const onlyTheirs = lines
    .filter((line) => !used.has(line))
    .map((line): OnlyTheirs => {
      if (repeated.has(line)) return { line, why: 'repeated-order-id' };
      const rival = byTime.ambiguous.get(line);
      if (rival === undefined) return { line, why: 'none' };
      return { line, why: 'ambiguous', ...(rival === null ? {} : { rival: rival.row }) };
    });
  const unlisted = orders.filter((order) => !used.has(order));
  const onlyOurs = unlisted.filter(isBillable);
  return {
    pairs,
    onlyTheirs,
    onlyOurs,
    freeUnlisted: unlisted.length - onlyOurs.length,
    sums: sumsOf(lines, pairs, onlyTheirs, onlyOurs),
    timeOffset: medianOffset(pairs),
  };
}
