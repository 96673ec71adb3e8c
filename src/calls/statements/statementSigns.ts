import { Big } from 'big.js';
import type { Saying } from './statementCells.ts';

/** What a line says by itself of where its money went; null = only its sign does. */
type Way = Exclude<Saying, 'charged' | 'done'> | null;

/** What of a line its sign is about. */
interface Money {
  readonly orderId: string | null;
  readonly amount: string | null;
  readonly charged: boolean;
}

/** A line before it is known with which sign this wallet writes charges. */
export interface Unsigned<Line extends Money> {
  /** Charged = it is, if its money went the way of a charge. */
  readonly line: Line;
  readonly way: Way;
  /** Below zero = what it took has a minus. */
  readonly sign: number;
}

/** The first that there is: a credit in a column of its own, CR behind the amount, a word, DR behind the amount. */
export function wayOf(said: Saying | null, written: string, net: Big | null): Way {
  if (net !== null) return net.lt(0) ? 'gives' : 'takes';
  if (/cr\.?$/i.test(written)) return 'gives';
  if (said !== null && said !== 'charged' && said !== 'done') return said;
  return /dr\.?$/i.test(written) ? 'takes' : null;
}

const mayTake = (way: Way): boolean => way === null || way === 'takes';

/** Whether charges have a minus: one vote of the lines that took something, or may have; of those with an order_id, where there are some. */
function isTurned(lines: readonly Unsigned<Money>[]): boolean {
  const taking = lines.filter(({ way, sign }) => mayTake(way) && sign !== 0);
  const ofOrders = taking.filter(({ line }) => line.orderId !== null);
  const voters = ofOrders.length > 0 ? ofOrders : taking;
  return 2 * voters.filter(({ sign }) => sign < 0).length > voters.length;
}

function turnedAmount(amount: string | null, way: Way, turned: boolean): string | null {
  if (amount === null) return null;
  const size = Big(amount).abs();
  if (way === 'takes') return size.toFixed();
  if (way === 'gives') return size.neg().toFixed();
  return (turned ? Big(amount).neg() : Big(amount)).toFixed();
}

const chargeOf = ({ orderId, amount }: Money): string => JSON.stringify([orderId, amount]);

/** The lines with the signs of a statement that writes its charges without one, and whether some are charges for their minus alone. */
export function signed<Line extends Money>(
  unsigned: readonly Unsigned<Line>[],
): { readonly lines: Line[]; readonly minusTaken: boolean } {
  const turned = isTurned(unsigned);
  const found = unsigned.map(({ line, way }) => {
    const amount = turnedAmount(line.amount, way, turned);
    const charged = line.charged && mayTake(way) && Number(amount) >= 0;
    return { line: { ...line, amount, charged }, way };
  });
  const charges = Map.groupBy(
    found.filter(({ line }) => line.charged),
    ({ line }) => chargeOf(line),
  );
  return {
    lines: found.map(({ line, way }) => {
      // Each charge is given back once, however often that is told.
      const isCredit =
        way === 'undone' && line.orderId !== null && charges.get(chargeOf(line))?.pop() !== undefined;
      return isCredit ? { ...line, amount: turnedAmount(line.amount, 'gives', turned) } : line;
    }),
    minusTaken: turned && found.some(({ line, way }) => line.charged && way === null),
  };
}
