import type { Obstacle } from '../guard/obstacles.ts';

/** When it is over, ms since the epoch; null = not known, not believed, or no wait. */
function endOf(one: Obstacle): number | null {
  if (one.kind === 'meter') return one.freeAt;
  return one.kind === 'cool-down' && !one.doubtful ? one.until : null;
}

/**
 * For a form, which asks nothing: of waits with an end one alone, for a 429 both cools down and fills the limit that is learned
 * of it. What the service asked for goes before what was only learned; of others the last to end, for until then they change
 * nothing.
 */
export function withOneWait(obstacles: readonly Obstacle[]): readonly Obstacle[] {
  const ends = obstacles.filter((one) => endOf(one) !== null);
  const isAsked = ends.some(({ kind }) => kind === 'cool-down');
  const counting = ends.filter((one) => !isAsked || one.kind !== 'meter' || one.source !== 'learned');
  const last = Math.max(...counting.map((one) => endOf(one) ?? 0));
  const told = counting.find((one) => endOf(one) === last);
  return obstacles.filter((one) => endOf(one) === null || one === told);
}
