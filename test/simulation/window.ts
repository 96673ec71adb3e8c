import type { BatchRun } from '../../src/calls/batch/engine.ts';
import { environmentWith } from '../../src/calls/environments/environments.ts';
import { draftId } from '../../src/calls/ports/ids.ts';
import type { Ledger } from '../../src/calls/ports/ports.ts';
import type { BatchSender } from '../../src/calls/sending/batchSender.ts';
import type { SendingPorts } from '../../src/calls/sending/ports.ts';
import { Sending } from '../../src/calls/sending/sending.ts';
import type { Operation } from '../../src/contract/shapes.ts';
import { openPort } from './ledger/port.ts';
import { operationFor } from './operations.ts';
import type { Life } from './scheduler.ts';
import {
  embedded,
  embeddedKey,
  embeddedUrl,
  environmentsOf,
  ownWith,
  type PlainEnvironment,
  type PlainSettings,
} from './settings.ts';
import { windowName } from './story.ts';
import type { Wish } from './trace.ts';
import { openTransport } from './transport.ts';
import { ask, waitFor } from './user.ts';
import type { World } from './world.ts';

/** A form as the page of a window keeps it. */
export interface Page {
  readonly id: string;
  turn: number;
  /** Erasures of what it held that it knows of. */
  seen: number;
  sending: boolean;
  /** The text it last sent, for a message that comes twice. */
  last: { readonly draft: string; readonly wish: Wish } | null;
}

/** A batch that a window runs. */
export interface Running {
  readonly run: BatchRun;
  readonly sender: BatchSender;
  /** The user's last word. */
  word: 'goes on' | 'paused' | 'cancelled' | 'left';
  /** The correction of the request fields that held when the user last let it go on. */
  fields: number;
  /** The correction that held at its start. */
  readonly startedWith: number;
  /** What was named at its start or by a pause; names of our own. */
  readonly told: Set<string>;
}

/** One window of VS Code, from activation until it closes or is killed. */
export class SimWindow {
  readonly index: number;
  readonly name: string;
  readonly world: World;
  readonly life: Life = { alive: true };
  readonly session: string;
  readonly sending: Sending;
  /** The settings as this window knows them. */
  settings: PlainSettings;
  /** Identity of the chosen environment. */
  chosenIdentity: string;
  /** What the user has confirmed in this session; names of our own. */
  readonly confirmed = new Set<string>();
  readonly pages: Page[] = [];
  readonly underWay = new Set<Promise<unknown>>();
  readonly cancels = new Map<number, AbortController>();
  running: Running | null = null;
  isClosing = false;
  wasKilled = false;
  /** The ledger failed while it closed. */
  mayLose = false;
  /** While others went on: who asked for something there hears no more of it. */
  endedEarly = false;
  readonly #wishes = new Map<string, Wish>();
  /** When the clock showed a moment, by uptime. */
  readonly #readings = new Map<number, number>();
  #ledger: Promise<Ledger> | null = null;
  #patience = 1;

  constructor(world: World, index: number, chosenIdentity: string) {
    this.world = world;
    this.index = index;
    this.name = windowName(index);
    this.settings = world.settings;
    this.chosenIdentity = chosenIdentity;
    this.session = `session ${world.newId()}`;
    this.sending = new Sending(this.#ports());
  }

  chosen(): PlainEnvironment {
    return ownWith(this.settings, this.chosenIdentity) ?? embedded;
  }

  now(): number {
    const now = this.world.clock.now();
    this.#readings.set(now, this.world.scheduler.time);
    return now;
  }

  /** Uptime of the last moment at which this window read this time off the clock; NaN = it never did. */
  readAt(wall: number): number {
    return this.#readings.get(wall) ?? Number.NaN;
  }

  ledger(): Promise<Ledger> {
    this.#ledger ??= this.#open();
    return this.#ledger;
  }

  async #open(): Promise<Ledger> {
    try {
      const backend = await this.world.step(this.life, () => this.world.history.open());
      return openPort(this.world, this, backend);
    } catch (error) {
      this.#ledger = null;
      throw error;
    }
  }

  /** The title tells whose call it is: it is all that a question and a wait have in common. */
  titled(wish: Wish, operation: Operation): Operation {
    const title = `${operation.title} (wish ${wish.number})`;
    this.#wishes.set(title, wish);
    return { ...operation, title };
  }

  wishOf({ title }: Operation): Wish {
    return this.wishTitled(title);
  }

  wishTitled(title: string): Wish {
    const wish = this.#wishes.get(title);
    if (wish === undefined) throw new Error(`nobody wished for ${title}`);
    return wish;
  }

  wishOfDraft(draft: string): Wish | undefined {
    return this.world.trace.wishes.get(draftId(draft));
  }

  /** Something the user takes their time for. */
  pause<T>(ms: number, then: () => T): Promise<T> {
    return new Promise((resolve) => this.world.scheduler.after(ms, this.life, () => resolve(then())));
  }

  untilClock(until: number): Promise<boolean> {
    const { scheduler, clock } = this.world;
    return new Promise((resolve) => {
      const look = (): void => {
        const left = until - clock.now();
        if (left <= 0) resolve(true);
        else scheduler.after(left, this.life, look);
      };
      look();
    });
  }

  #ports(): SendingPorts {
    const { world, life } = this;
    const step = <T>(effect: () => T): Promise<T> => world.step(life, effect);
    return {
      settings: {
        current: () => this.#read(this.chosenIdentity) ?? environmentsOf(this.settings)[0] ?? fail(),
        environment: (identity) => this.#read(identity),
        operation: (id) => operationFor(id, this.settings.fields),
        rehearsesGuard: () => this.settings.rehearses,
        asksOnce: () => this.settings.asksOnce,
        looseProxy: () => this.settings.looseProxy,
        deadlineMs: () => this.settings.deadlineMs,
        connectTimeoutMs: () => 10_000,
        maxResponseBytes: () => 1_000_000,
        keepPolicy: () => this.settings.keep,
      },
      keys: {
        state: (environment, key) =>
          step(() => world.keys.state(this.index, environment, key, world.scheduler.time)),
        revision: () => world.keys.revision(this.index),
      },
      embedded: () => step(() => ({ url: embeddedUrl, key: embeddedKey, pricePaise: () => 400 })),
      ledger: () => this.ledger(),
      transport: () => step(() => openTransport(world, this)),
      ask: (question) => ask(world, this, question),
      // The input stands behind the operation's title.
      wait: (title, until) => waitFor(world, this, title.split(' · ')[0] ?? '', until),
      goElsewhere: () => step(() => undefined),
      offerToSave: () => step(() => undefined),
      later: (ms, work) => {
        let isStopped = false;
        // Timers of a computer that sleeps now and then; what is tried for hours is not tried thousands of times.
        this.#patience = Math.min(this.#patience * 1.4, 400);
        world.scheduler.after(ms * this.#patience, life, () => (isStopped ? undefined : work()));
        return () => {
          isStopped = true;
        };
      },
      turn: () => step(() => undefined),
      now: () => this.now(),
      newId: () => world.newId(),
      session: this.session,
      machine: 'a-machine',
      log: { info: () => undefined, warn: () => undefined },
    };
  }

  /** As the adapter does. */
  #read(identity: string) {
    return environmentWith(environmentsOf(this.settings), identity);
  }
}

function fail(): never {
  throw new Error('there is always the sandbox');
}
