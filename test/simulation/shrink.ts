import type { Event } from './events.ts';
import { type OpenHistory, run, type Script } from './run.ts';

/** Other paces tried where dropping an event makes everything happen at other times. */
const paces = 6;

async function breaks(script: Script, invariant: string, history: OpenHistory): Promise<boolean> {
  const { breaches } = await run(script, history);
  return breaches.some((one) => one.invariant === invariant);
}

/** The script as it breaks with these events, at this pace or at another; null = it holds. */
async function tried(
  script: Script,
  events: readonly Event[],
  invariant: string,
  history: OpenHistory,
): Promise<Script | null> {
  for (let pace = 0; pace <= paces; pace += 1) {
    const candidate = { ...script, events, pace: pace === 0 ? script.pace : pace };
    if (await breaks(candidate, invariant, history)) return candidate;
  }
  return null;
}

/** An event gone hands its time on to the next, so that the rest stays where it was. */
function without(events: readonly Event[], from: number, count: number): readonly Event[] {
  const gap = events.slice(from, from + count).reduce((sum, one) => sum + one.gap, 0);
  const [next, ...rest] = events.slice(from + count);
  return [
    ...events.slice(0, from),
    ...(next === undefined ? [] : [{ ...next, gap: next.gap + gap }]),
    ...rest,
  ];
}

/** The fewest events, and the shortest times between them, that still break the same invariant. */
export async function shrink(script: Script, invariant: string, history: OpenHistory): Promise<Script> {
  let best = script;
  for (let size = Math.max(1, script.events.length >> 1); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let from = 0; from + size <= best.events.length; ) {
      const smaller = await tried(best, without(best.events, from, size), invariant, history);
      if (smaller === null) from += 1;
      else best = smaller;
    }
  }
  for (const [index, event] of best.events.entries()) {
    if (event.gap < 2) continue;
    const events = best.events.with(index, { ...event, gap: 1 });
    best = (await tried(best, events, invariant, history)) ?? best;
  }
  return best;
}
