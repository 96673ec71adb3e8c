import { type Outcome, outcomes } from '../../contract/words.ts';
import { driftGrades } from '../../shapes/model.ts';
import type { OrderFilter, OrderQuery } from '../ports/ports.ts';
import { localDay } from '../usage/periods.ts';
import { noonOf } from './followUps.ts';

/** Ready-made questions to the history, in the order in which they are offered. */
export const orderPresets = [
  'all',
  'open',
  'unknown',
  'attention',
  'today',
  'negatives',
  'repeats',
  'drifts',
] as const;
export type OrderPreset = (typeof orderPresets)[number];

/** What is counted no further: "1,000+". */
export const countedUpTo = 1000;

const waiting: readonly Outcome[] = ['pending', 'held'];
const otherwise = outcomes.filter((one) => !waiting.includes(one));

function midnight(now: number): number {
  return new Date(noonOf(localDay(now))).setHours(0, 0, 0, 0);
}

function filterOf(preset: OrderPreset, now: number): OrderFilter {
  switch (preset) {
    case 'all':
    case 'attention':
      return {};
    case 'open':
      return { outcomes: waiting };
    case 'unknown':
      return { outcomes: otherwise };
    case 'today':
      return { from: midnight(now) };
    case 'negatives':
      return { outcomes: ['negative'], billings: ['billed'] };
    case 'repeats':
      return { repeats: true };
    case 'drifts':
      return { drifts: driftGrades };
  }
}

/**
 * Open = the service has the order (pending, held) and nobody recorded what came of it; unknown = outcome or billing is
 * not known; the two make up what needs attention.
 * @param environment null = all
 */
export function presetQuery(
  preset: OrderPreset,
  environment: string | null,
  now: number,
): Pick<OrderQuery, 'group' | 'filter'> {
  const owed = preset === 'open' || preset === 'unknown' || preset === 'attention';
  const filter = filterOf(preset, now);
  return {
    group: owed ? 'attention' : 'all',
    filter: environment === null ? filter : { ...filter, environments: [environment] },
  };
}
