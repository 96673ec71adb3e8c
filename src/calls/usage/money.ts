import Big from 'big.js';
import type { Phrase } from '../../contract/words.ts';
import type { Spend } from '../ports/guardPorts.ts';
import { rupeesShown } from './rupees.ts';

/** What calls came to: always an estimate, for the prices are the user's own. */
export interface Sum {
  /** Rupees in plain decimal notation. */
  readonly money: string;
  /** Calls that left while no price was set; they are not in `money`. */
  readonly unpriced: number;
}

/** Exact sum of calls by price; nothing is rounded. */
export function sumOf({ byPrice }: Pick<Spend, 'byPrice'>): Sum {
  let money = new Big(0);
  let unpriced = 0;
  for (const { price, calls } of byPrice) {
    if (price === null) unpriced += calls;
    else money = money.plus(new Big(price).times(calls));
  }
  return { money: money.toFixed(), unpriced };
}

/** Exact sum of two amounts in decimal notation. */
export function plus(a: string, b: string): string {
  return new Big(a).plus(b).toFixed();
}

/** Exact product of an amount in decimal notation and a number of times or a share. */
export function times(amount: string, factor: number): string {
  return new Big(amount).times(String(factor)).toFixed();
}

/** -1, 0 or 1, as `a` is less than, equal to or more than `b`. */
export function compareMoney(a: string, b: string): -1 | 0 | 1 {
  return new Big(a).cmp(b);
}

/** `₹1,234.50`; whatever sentence it goes into says "estimated". */
export function rupees(amount: string): string {
  return `₹${rupeesShown(amount)}`;
}

/** A sum as it is said anywhere: estimated, with the calls it does not hold. */
export function saidSum(money: string, unpriced: number): Phrase {
  if (unpriced === 0) return { text: '{0} (estimated)', args: [rupees(money)] };
  return unpriced === 1
    ? { text: '{0} (estimated) + 1 call without a price', args: [rupees(money)] }
    : { text: '{0} (estimated) + {1} calls without a price', args: [rupees(money), unpriced] };
}
