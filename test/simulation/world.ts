import type { Climate } from './climate.ts';
import { KeyRing } from './keys.ts';
import type { History } from './ledger/backend.ts';
import { FaultPlan } from './ledger/faultPlan.ts';
import { mixed, Random } from './random.ts';
import { type Life, Scheduler, WallClock } from './scheduler.ts';
import { Service } from './service/service.ts';
import type { PlainSettings } from './settings.ts';
import { Story } from './story.ts';
import { Trace } from './trace.ts';

/** A rule of the design that did not hold. */
export interface Breach {
  readonly invariant: string;
  readonly what: string;
}

/** What all windows share, and what the simulator knows of it. */
export class World {
  readonly climate: Climate;
  readonly scheduler = new Scheduler();
  readonly clock: WallClock;
  readonly trace = new Trace();
  readonly keys = new KeyRing();
  readonly faults = new FaultPlan();
  readonly service: Service;
  readonly history: History;
  readonly story: Story;
  readonly breaches: Breach[] = [];
  /** As they stand in the settings file; a window may not have heard of the last change. */
  settings: PlainSettings;
  /** How often settings or keys were changed. */
  changes = 0;
  /** Nothing new is begun any more. */
  isEnding = false;
  /** How often the clock was set. */
  jumps = 0;
  jumpedAt = -1;
  /** An order was written whose time was read before the clock was set: whoever counts by it may err. */
  isTimeDoubtful = false;
  #ids = 0;
  readonly #lots: Random;

  constructor(climate: Climate, seed: number, history: (world: World) => History, tells: boolean) {
    this.climate = climate;
    this.settings = climate.settings;
    this.clock = new WallClock(this.scheduler, climate.startAt);
    this.story = new Story(this.scheduler, tells);
    this.#lots = new Random(mixed(seed, 77));
    this.service = new Service(climate.temper, () => ({
      perMinute: climate.perMinute,
      wallet: climate.wallet,
      subscribed: true,
      expired: false,
    }));
    this.history = history(this);
  }

  breach(invariant: string, what: string): void {
    this.breaches.push({ invariant, what });
    this.story.tell('BREACH', () => `${invariant}: ${what}`);
  }

  newId(): string {
    this.#ids += 1;
    return `${this.#ids}`;
  }

  /** How long a port takes: mostly nothing worth mentioning, now and then long enough for others to act in between. */
  #delay(): number {
    const lots = this.#lots;
    const form = lots.next();
    const { slowness } = this.climate;
    if (slowness === 0 || form < 0.7) return lots.next() * 0.01;
    if (form < 0.95) return lots.next() * slowness;
    return lots.next() * 100 * slowness;
  }

  /**
   * What a window asks of the world around it: it takes effect after a while, all at once, and is answered a while after
   * that. If the window ends in between, the effect stays and nobody hears of it.
   */
  step<T>(life: Life, effect: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = (tell: () => void): void => {
        if (this.#lots.chance(0.6)) tell();
        else this.scheduler.after(this.#delay(), life, tell);
      };
      this.scheduler.after(this.#delay(), life, async () => {
        let value: T;
        try {
          value = await effect();
        } catch (error) {
          answer(() => reject(error));
          return;
        }
        answer(() => resolve(value));
      });
    });
  }
}
