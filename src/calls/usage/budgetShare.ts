import { Big } from 'big.js';
import type { Phrase } from '../../contract/words.ts';
import type { BudgetLimit } from '../guard/userLimits.ts';
import type { Spend } from '../ports/guardPorts.ts';
import { rupees, sumOf } from './money.ts';

/** How much of a limit is used. */
export interface BudgetShare {
  readonly measure: 'calls' | 'money';
  /** Calls, or rupees in decimal notation. */
  readonly used: string;
  readonly most: string;
  /** Calls that are not in the money, for they left without a price. */
  readonly unpriced: number;
  /** 0 to 1 and above; a limit of nothing is used up. */
  readonly share: number;
}

function shareOf(used: string, most: string): number {
  return Big(most).eq(0) ? 1 : Big(used).div(most).toNumber();
}

/** One entry for each measure the limit has. */
export function budgetShares(limit: BudgetLimit, spent: Spend): readonly BudgetShare[] {
  const found: BudgetShare[] = [];
  if (limit.calls !== null) {
    const [used, most] = [String(spent.calls), String(limit.calls)];
    found.push({ measure: 'calls', used, most, unpriced: 0, share: shareOf(used, most) });
  }
  if (limit.money !== null) {
    const { money, unpriced } = sumOf(spent);
    found.push({
      measure: 'money',
      used: money,
      most: limit.money,
      unpriced,
      share: shareOf(money, limit.money),
    });
  }
  return found;
}

/** "₹4.50 of ₹32.00 (estimated), 6 without a price". */
export function saidShare({ measure, used, most, unpriced }: BudgetShare): Phrase {
  if (measure === 'calls') {
    return Number(most) === 1
      ? { text: '{0} of 1 call', args: [used] }
      : { text: '{0} of {1} calls', args: [used, most] };
  }
  const money: Phrase = { text: '{0} of {1} (estimated)', args: [rupees(used), rupees(most)] };
  return unpriced === 0 ? money : { text: '{0}, {1} without a price', args: [money, unpriced] };
}
