import type { OrderFilter } from '../../calls/ports/ports.ts';
import { operations } from '../../contract/operations.ts';
import { outcomeBeside } from '../../contract/outcomeBeside.ts';
import { billings, type Outcome, outcomes } from '../../contract/words.ts';
import { driftGrades } from '../../shapes/model.ts';
import { codesSaying, departsWord, heldWord, notedWord } from '../words/both/orderGlance.ts';
import { orderPlace } from '../words/both/orderPlace.ts';
import { billingWord, outcomeWord } from '../words/both/orderWords.ts';
import { shortTitle } from '../words/both/outcomeLooks.ts';
import { say } from '../words/both/translate.ts';

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

/** Names of a row that are typed together, at most: what is longer is a pasted text. */
const mostWords = 12;
/** Ways to read what was typed, at most; more than a few have words that stand in everything. */
const mostReadings = 32;

/** The name of an environment as tooltips and pickers show it, with its kind. */
function ofPlaces(wanted: string, environments: readonly string[]): readonly OrderFilter[] {
  const kinds = ['live', 'sandbox'] as const;
  return kinds.map((kind) => ({
    kind,
    environments: environments.filter(
      (environment) => orderPlace({ environment, kind }, say).toLowerCase() === wanted,
    ),
  }));
}

/** What rows say in words that hold this: environment, operation, what came of it, billing, and what stands beside it. */
function filtersOf(wanted: string, environments: readonly string[]): readonly OrderFilter[] {
  // A short one stands in too many words, but it may be one itself: "RC".
  const says: Says = (words) =>
    wanted.length < shortestWord ? words.toLowerCase() === wanted : words.toLowerCase().includes(wanted);
  const isCalled = (id: (typeof operations)[number]['id'], title: string): boolean =>
    says(title) || says(shortTitle(id));
  const all: readonly OrderFilter[] = [
    { environments: environments.filter(says) },
    ...ofPlaces(wanted, environments),
    { operations: operations.filter(({ id, title }) => isCalled(id, title)).map(({ id }) => id) },
    { messageCodes: codesSaying(says), outcomes: ['negative'] },
    { billings: billings.filter((one) => says(billingWord(one))) },
    ...outcomes.map((outcome) => ofOutcome(outcome, says)),
    ...(says(notedWord()) ? [{ hasNote: true }] : []),
    ...(says(departsWord()) ? [{ drifts: driftGrades }] : []),
  ];
  return all.filter((filter) =>
    Object.values(filter).every((values) => !Array.isArray(values) || values.length > 0),
  );
}

/** What both let through; null = nothing. */
function both(one: OrderFilter, other: OrderFilter): OrderFilter | null {
  const joined: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = joined[name];
    const shared =
      Array.isArray(before) && Array.isArray(value) ? before.filter((it) => value.includes(it)) : value;
    const isNothing = Array.isArray(shared) ? shared.length === 0 : before !== undefined && before !== value;
    if (isNothing) return null;
    joined[name] = shared;
  }
  return joined;
}

/**
 * What rows say in the words that were typed: one of their names, or several beside each other, as they stand in a row, each as long as
 * it can be. Any of these filters lets an order through.
 */
export function filtersSaying(typed: string, environments: readonly string[]): readonly OrderFilter[] {
  const whole = filtersOf(typed.trim().toLowerCase(), environments);
  if (whole.length > 0) return whole;
  const words = typed
    .toLowerCase()
    .split(/[\s,·]+/)
    .filter((word) => word !== '');
  if (words.length > mostWords) return [];
  let readings: readonly OrderFilter[] = [{}];
  for (let start = 0; start < words.length; ) {
    let end = words.length;
    let found: readonly OrderFilter[] = [];
    for (; end > start && found.length === 0; end -= 1)
      found = filtersOf(words.slice(start, end).join(' '), environments);
    if (found.length === 0) return [];
    start = end + 1;
    readings = readings.flatMap((one) => found.flatMap((other) => both(one, other) ?? []));
    if (readings.length > mostReadings) return [];
  }
  return words.length === 0 ? [] : readings;
}
