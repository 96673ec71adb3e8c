import type { OrderFilter } from '../../calls/ports/ports.ts';
import { operations } from '../../contract/operations.ts';
import { outcomeBeside } from '../../contract/outcomeBeside.ts';
import { billings, type Outcome, outcomes } from '../../contract/words.ts';
import { codesSaying, heldWord } from '../words/both/orderGlance.ts';
import { billingWord, outcomeWord } from '../words/both/orderWords.ts';
import { shortTitle } from '../words/both/outcomeLooks.ts';

/** Shorter ones stand in the words of too many rows. */
const shortestWord = 3;

type Says = (words: string) => boolean;

/** Those of an outcome whose rows say so: beside some billings it is named by another. */
function ofOutcome(outcome: Outcome, says: Says): OrderFilter {
  const said = (named: Outcome): boolean =>
    says(outcomeWord(named)) || (named === 'held' && says(heldWord()));
  const beside = billings.filter((billing) => said(outcomeBeside(outcome, billing)));
  return { outcomes: beside.length === 0 ? [] : [outcome], billings: beside };
}

/** What rows say in words that hold what was typed: environment, operation, what came of it, billing. Any of these filters lets one through. */
export function filtersSaying(typed: string, environments: readonly string[]): readonly OrderFilter[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < shortestWord) return [];
  const says: Says = (words) => words.toLowerCase().includes(wanted);
  const isCalled = (id: (typeof operations)[number]['id'], title: string): boolean =>
    says(title) || says(shortTitle(id));
  const all: readonly OrderFilter[] = [
    { environments: environments.filter(says) },
    { operations: operations.filter(({ id, title }) => isCalled(id, title)).map(({ id }) => id) },
    { messageCodes: codesSaying(says), outcomes: ['negative'] },
    { billings: billings.filter((one) => says(billingWord(one))) },
    ...outcomes.map((outcome) => ofOutcome(outcome, says)),
  ];
  return all.filter((filter) => Object.values(filter).every((values) => values.length > 0));
}
