import type { Obstacle } from '../guard/obstacles.ts';

/** When it is over, ms since the epoch; null = not known, not believed, or no wait. */
function endOf(one: Obstacle): number | null {
  if (one.kind === 'meter') return one.freeAt;
  return one.kind === 'cool-down' && !one.doubtful ? one.until : null;
}

/**
 * For a form, which asks nothing: of waits with an end the last to end alone, for until then the others change nothing. A 429
 * both cools down and fills the limit that is learned of it.
 */
export function withOneWait(obstacles: readonly Obstacle[]): readonly Obstacle[] {
  const last = Math.max(...obstacles.map((one) => endOf(one) ?? Number.NEGATIVE_INFINITY));
  const told = obstacles.find((one) => endOf(one) === last);
  return obstacles.filter((one) => endOf(one) === null || one === told);
}
