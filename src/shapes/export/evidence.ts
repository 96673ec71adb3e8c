import { fewest } from '../confidence.ts';

/**
 * What is demanded by exports, on how many different inputs. By the rule of three, what was so in all of n inputs is otherwise
 * in fewer than 3/n of them. Not as strict as drift, which must not cry wolf: whoever exports reads the evidence beside it.
 */

/** Otherwise in fewer than a third: fewer inputs are too few to rely on. */
const enough = fewest;
/** Otherwise in fewer than a tenth: a list of values that leaves out one is worse than a field too many. */
const enoughForAll = 30;

/** Whether a field that was never missing in so many inputs may be demanded. */
export function mayBeDemanded(inputs: number): boolean {
  return inputs >= enough;
}

/** Whether the values that so many inputs had may be taken for all there are. */
export function mayBeClosed(inputs: number): boolean {
  return inputs >= enoughForAll;
}
