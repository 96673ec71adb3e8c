import type { Preflight } from '../../calls/guard/preflight.ts';
import type { ObstacleView } from '../../protocol/messages.ts';
import { choiceLabel } from '../sending/askAbout.ts';

/** The way to a budget from what is said of it, as the question before a call offers it. */
export function changeOf(one: Preflight['obstacles'][number]): Pick<ObstacleView, 'change'> {
  if (one.kind !== 'budget-stop' && one.kind !== 'budget-warning') return {};
  const { cure, limit } = one;
  return { change: { cure, limit, label: choiceLabel({ kind: 'change-budget', cure, limit }) } };
}
