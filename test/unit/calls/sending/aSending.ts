import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  type Environment,
  identityOf,
  originOf,
  sandboxEnvironment,
} from '../../../../src/calls/environments/environments.ts';
import type { Choice } from '../../../../src/calls/guard/choices.ts';
import { type KeyRecord, keyStateFor } from '../../../../src/calls/keys/key.ts';
import type { Account, GuardQuestion } from '../../../../src/calls/ports/guardPorts.ts';
import { draftId } from '../../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../../src/calls/ports/keepingPorts.ts';
import type { CallRequest, Exchange, Ledger, NewOrder } from '../../../../src/calls/ports/ports.ts';
import type {
  Elsewhere,
  Question,
  SendingPorts,
  SendingSettings,
} from '../../../../src/calls/sending/ports.ts';
import { Sending } from '../../../../src/calls/sending/sending.ts';
import type { SendResult, Wanted } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import type { OperationId, Phrase } from '../../../../src/contract/words.ts';
import { acme, altered, simulatedPorts, simulatedSettings } from '../../../support/simulatedPorts.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';
import { verified } from '../batch/aRun.ts';

export const key = 'invented-key-9f3a';
export const otherKey = 'another-invented-key-77c1';
export const plain: Choice = { kind: 'send', how: 'plain' };
export const anyway: Choice = { kind: 'send', how: 'anyway' };

let windows = 0;

type Answer = Choice | undefined | ((question: Question) => Choice | undefined);

/** A window of a user's: what they have set, what they answer, what the service answers; and what came of it. */
export class World {
  now = noon;
  environments: Environment[] = [acme];
  /** Identity of the environment this window has chosen. */
  chosen = identityOf(acme);
  fields = new Map<OperationId, Operation['requestFields']>();
  rehearses = false;
  asksOnce = false;
  looseProxy = false;
  keep: KeepPolicy = { keep: 'everything', payloadDays: 0, orderDays: 0 };
  /** The user's answers, one for each question; where there is none left, nobody may ask. */
  answers: Answer[] = [];
  /** Runs once after an answer and before anything else, as something another window or the settings do meanwhile. */
  afterAnswer: (() => void | Promise<void>) | null = null;
  /** Runs once while the ledger waits for its lock, before it asks the admission. */
  whileLocked: (() => void | Promise<void>) | null = null;
  /** Whether the user lets a wait end; they may do something in it. */
  onWait: () => boolean | Promise<boolean> = () => true;
  serviceAnswers: (request: CallRequest) => Exchange | Promise<Exchange> = () => verified;
  /** What replaces the ledger's own. */
  faults: Partial<Ledger> = {};
  /** What replaces a port. */
  portFaults: Partial<SendingPorts> = {};

  readonly asked: Question[] = [];
  readonly waits: { readonly title: string; readonly until: number }[] = [];
  readonly requests: CallRequest[] = [];
  readonly begun: NewOrder[] = [];
  readonly wentTo: Elsewhere[] = [];
  readonly offered: Phrase[] = [];
  readonly laters: { readonly ms: number; readonly work: () => void; stopped: boolean }[] = [];
  readonly log: string[] = [];
  readonly guarded: GuardQuestion[] = [];
  admissions = 0;
  turns = 0;
  readonly #keys = new Map<string, KeyRecord>();
  #revision = 0;
  /** Ids are unique whichever window makes them. */
  readonly #window = ++windows;
  #ids = 0;
  readonly real: Ledger;
  readonly ledger: Ledger;
  readonly ports: SendingPorts;
  readonly sending: Sending;

  constructor(real: Ledger) {
    this.real = real;
    this.ledger = this.#watched(real);
    this.setKey(key);
    const ports = this.#ports();
    this.ports = new Proxy(ports, {
      get: (target, name) => Reflect.get(this.portFaults, name) ?? Reflect.get(target, name, target),
    });
    this.sending = new Sending(this.ports);
  }

  /** Null = removed. */
  setKey(key: string | null, environment: Environment = acme): void {
    this.#revision += 1;
    const own = identityOf(environment);
    if (key === null) this.#keys.delete(own);
    else this.#keys.set(own, { v: 1, key, origin: originOf(environment), savedAt: this.now });
  }

  /** The settings have this in place of what had its name or id. */
  change(changes: Partial<Environment>, of: Environment = acme): void {
    this.environments = this.environments.map((one) =>
      identityOf(one) === identityOf(of) ? { ...one, ...changes } : one,
    );
  }

  send(changes: Partial<Wanted> = {}): Promise<SendResult> {
    return this.sending.send(this.wanted(changes));
  }

  wanted(changes: Partial<Wanted> = {}): Wanted {
    return {
      operation: this.ports.settings.operation('rc-advanced'),
      body: '{"rc_number":"XX00AB0001"}',
      plannedPrint: null,
      draftId: draftId(this.#newId()),
      to: 'chosen',
      asker: { kind: 'user', proven: true, notes: [] },
      batch: null,
      lagMs: 0,
      withdrawn: () => null,
      leaves: (order) => {
        this.begun.push(order);
      },
      ...changes,
    };
  }

  breakPort(changes: Partial<SendingPorts>): void {
    this.portFaults = changes;
  }

  breakLedger(changes: Partial<Ledger>): void {
    this.faults = changes;
  }

  breakSettings(changes: Partial<SendingSettings>): void {
    this.portFaults = { settings: { ...this.ports.settings, ...changes } };
  }

  #newId(): string {
    this.#ids += 1;
    return `w${this.#window}-${this.#ids}`;
  }

  /** Keys that went along, in order. */
  get sentWith(): (string | null)[] {
    return this.requests.map(({ apiKey }) => apiKey);
  }

  async account(with_: string | null = key, place: string = acme.baseUrl): Promise<Account> {
    return { place, keyHash: await this.real.keyHash(place, with_) };
  }

  #watched(real: Ledger): Ledger {
    const watched = altered(real, {
      guard: (question) => {
        this.guarded.push(question);
        return real.guard(question);
      },
      begin: async (order, admission) => {
        const meanwhile = this.whileLocked;
        this.whileLocked = null;
        await meanwhile?.();
        if (admission === undefined) return real.begin(order);
        return real.begin(order, {
          ...admission,
          admit: (facts) => {
            this.admissions += 1;
            return admission.admit(facts);
          },
        });
      },
    });
    return new Proxy(watched, {
      get: (target, name) => Reflect.get(this.faults, name) ?? Reflect.get(target, name, target),
    });
  }

  async #ask(question: Question): Promise<Choice | undefined> {
    this.asked.push(question);
    if (this.answers.length === 0) throw new Error(`nobody is there to answer question ${this.asked.length}`);
    const answer = this.answers.shift();
    const choice = typeof answer === 'function' ? answer(question) : answer;
    // Nobody can press a button that is not there.
    if (choice !== undefined) assert.ok(question.choices.some((one) => isDeepStrictEqual(one, choice)));
    const then = this.afterAnswer;
    this.afterAnswer = null;
    await then?.();
    return choice;
  }

  #ports(): SendingPorts {
    const transport = {
      send: async (request: CallRequest): Promise<Exchange> => {
        this.requests.push(request);
        return this.serviceAnswers(request);
      },
    };
    const find = (identity: string) =>
      [sandboxEnvironment, ...this.environments].find((one) => identityOf(one) === identity);
    const settings = simulatedSettings(() => this.environments, {
      current: () => find(this.chosen) ?? sandboxEnvironment,
      environment: find,
      operation: (id) => {
        const documented = operationById(id);
        return { ...documented, requestFields: this.fields.get(id) ?? documented.requestFields };
      },
      rehearsesGuard: () => this.rehearses,
      asksOnce: () => this.asksOnce,
      looseProxy: () => this.looseProxy,
      keepPolicy: () => this.keep,
    });
    return simulatedPorts(this.ledger, transport, () => this.now, {
      settings,
      keys: {
        state: async (environment, embeddedKey) =>
          embeddedKey === ''
            ? keyStateFor(this.#keys.get(identityOf(environment)) ?? null, originOf(environment))
            : { kind: 'simulated', key: embeddedKey },
        revision: () => this.#revision,
      },
      embedded: async () => ({ url: 'http://127.0.0.1:4711', key: 'sandbox-key', pricePaise: () => 250 }),
      ask: (question) => this.#ask(question),
      wait: async (title, until) => {
        this.waits.push({ title, until });
        const isOver = await this.onWait();
        if (isOver) this.now = until;
        return isOver;
      },
      goElsewhere: async (choice) => {
        this.wentTo.push(choice);
      },
      offerToSave: async (_answer, why) => {
        this.offered.push(why);
      },
      later: (ms, work) => {
        const one = { ms, work, stopped: false };
        this.laters.push(one);
        return () => {
          one.stopped = true;
        };
      },
      turn: async () => {
        this.turns += 1;
      },
      newId: () => this.#newId(),
      log: {
        info: (text) => void this.log.push(text),
        warn: (text, detail) => void this.log.push(`${text}: ${detail}`),
      },
    });
  }
}

export async function aWorld(t: TestContext): Promise<World> {
  const { ledger } = await aLedger(t);
  return new World(ledger);
}

/** A second window, with settings and a session of its own, over the same history. */
export function otherWindow({ real }: World): World {
  return new World(real);
}

/** What a result says, for comparing. */
export function said(result: SendResult): string {
  switch (result.kind) {
    case 'declined':
      return `declined ${result.stoppedBy}`;
    case 'stopped':
      return `stopped ${result.by.map(({ id }) => id).join(' ')}`;
    case 'not-begun':
      return `not-begun ${result.sameDraft ? 'same draft: ' : ''}${result.why.text}`;
    case 'settled':
      return `settled ${result.settlement.outcome}`;
  }
}
