import type { Timing } from '../ports/orders.ts';

const leastMs = 1000;
/** A computer that slept while a call was out says nothing of the way. */
const mostMs = 5000;
const remembered = 20;

/** The service counts from when a call arrives, not from when it leaves: how much later the latest ones of this window came, ms. */
export class Lags {
  #latest: readonly number[] = [];

  /** @param whole ms from the beginning of its order until it was settled */
  note(whole: number, { connectedMs, totalMs }: Timing): void {
    if (connectedMs === null) return;
    // What lay before the call began to connect, with it; what came after is the service's own time.
    this.#latest = [...this.#latest, whole - (totalMs - connectedMs)].slice(-remembered);
  }

  /** What a wait lasts beyond its end, so that its call does not come too early. */
  get margin(): number {
    return Math.min(mostMs, leastMs + Math.max(0, ...this.#latest));
  }
}
