import type { Clock } from '../calls/ports/ports.ts';
import type { Store } from './store.ts';

/** The wall clock and the time since the computer booted at one moment; ms. */
export interface ClockReading {
  readonly wall: number;
  readonly uptime: number;
}

/** Smaller steps are the clock being set right, and drift. */
const toleranceMs = 60_000;

/**
 * By how many ms the wall clock was set forth (> 0) or back (< 0) since the stored reading; 0 when it was not, or when
 * nobody can tell. What is doubtful counts as no jump, except that nothing takes less time than the computer ran.
 * @param startedUptime when this process began: what it has seen since, no reboot came between
 */
export function jumpOf(stored: ClockReading, now: number, uptime: number, startedUptime: number): number {
  const passed = now - stored.wall;
  if (uptime < stored.uptime) return passed < uptime - toleranceMs ? passed - uptime : 0;
  const jump = passed - (uptime - stored.uptime);
  if (Math.abs(jump) <= toleranceMs) return 0;
  // A reboot only adds time that the computer was off: it never explains too little of it.
  if (jump < 0) return jump;
  // After a reboot at least the whole uptime has passed, so the difference is at least what was stored.
  const sameBoot = startedUptime <= stored.uptime || jump < stored.uptime - toleranceMs;
  return sameBoot ? jump : 0;
}

/** What is kept by the wall clock moves along with it. */
function shift(store: Store, by: number): void {
  store.sql('UPDATE begun SET at = at + ?').run(by);
  store
    .sql(
      `UPDATE throttles SET until = until + ?1, since = since + ?1, calls_at = calls_at + ?1,
         sane_until = sane_until + ?1, sane_since = sane_since + ?1`,
    )
    .run(by);
  store.sql(`UPDATE orders SET deadline_at = deadline_at + ? WHERE state = 'in-flight'`).run(by);
  store.sql('UPDATE batches SET held_until = held_until + ? WHERE holder IS NOT NULL').run(by);
  // What its user has still to say stays about the batches from before the choice: else, the clock set back, they were from after it.
  store
    .sql(
      `UPDATE batches SET created_at = created_at + ?1 WHERE ?1 < 0 AND state = 'started'
         AND created_at < (SELECT since FROM keeping WHERE wanted IS NOT NULL)`,
    )
    .run(by);
  store.sql('UPDATE keeping SET since = since + ?').run(by);
  // Its user may be asked about it just now: it is kept for as long as a plan is.
  store.sql(`UPDATE batches SET created_at = created_at + ? WHERE state = 'planning'`).run(by);
}

/**
 * Notices that somebody set the clock: meters, cool-downs, leases and plans are kept by it, and neither may end early nor last
 * for days because of that. One reading in the file serves all windows of this computer, so each jump is made good once.
 */
export class WallClock {
  readonly #store: Store;
  readonly #now: Clock;
  readonly #uptime: Clock | null;
  readonly #machine: string;
  readonly #startedUptime: number;

  /**
   * @param uptime null = jumps cannot be seen
   * @param machine another computer's uptime, in a file on a shared disk, says nothing about ours
   */
  constructor(store: Store, now: Clock, uptime: Clock | null, machine: string) {
    this.#store = store;
    this.#now = now;
    this.#uptime = uptime;
    this.#machine = machine;
    this.#startedUptime = Math.round(uptime?.() ?? 0);
  }

  /** Whether `keep` would move anything. To be called within a reading. */
  get jumped(): boolean {
    return this.#jump(this.#read()) !== 0;
  }

  /** Whether the stored reading is of no use any more: the clock was set since, or the computer was restarted. */
  get stale(): boolean {
    const reading = this.#read();
    const stored = this.#stored();
    if (reading === null || stored === null) return false;
    return reading.uptime < stored.uptime || this.#jump(reading) !== 0;
  }

  /** Makes a jump good and stores the reading. To be called within a transaction that writes. */
  keep(): void {
    const reading = this.#read();
    if (reading === null) return;
    const jump = this.#jump(reading);
    if (jump !== 0) shift(this.#store, jump);
    this.#store
      .sql('INSERT OR REPLACE INTO clock (id, machine, wall, uptime) VALUES (1, ?, ?, ?)')
      .run(this.#machine, reading.wall, reading.uptime);
  }

  #read(): ClockReading | null {
    if (this.#uptime === null) return null;
    return { wall: Math.round(this.#now()), uptime: Math.round(this.#uptime()) };
  }

  #stored(): ClockReading | null {
    const row = this.#store.sql('SELECT machine, wall, uptime FROM clock WHERE id = 1').get();
    if (row === undefined || row.machine !== this.#machine) return null;
    return { wall: Number(row.wall), uptime: Number(row.uptime) };
  }

  #jump(reading: ClockReading | null): number {
    const stored = reading === null ? null : this.#stored();
    if (reading === null || stored === null) return 0;
    return jumpOf(stored, reading.wall, reading.uptime, this.#startedUptime);
  }
}
