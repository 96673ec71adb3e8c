import assert from 'node:assert/strict';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import { guardQuestion, standing } from '../../../../src/calls/guard/admission.ts';
import { acceptedBy, choicesFor } from '../../../../src/calls/guard/choices.ts';
import { type PreflightContext, preflight } from '../../../../src/calls/guard/preflight.ts';
import { twinId } from '../../../../src/calls/guard/twins.ts';
import { type Admission, learnedMost } from '../../../../src/calls/ports/guardPorts.ts';
import { draftId } from '../../../../src/calls/ports/ids.ts';
import { asLedgerRefusal, type Ledger } from '../../../../src/calls/ports/ports.ts';
import { localDay } from '../../../../src/calls/usage/periods.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { aNewOrder } from '../orders.ts';
import {
  type Act,
  isOpen,
  isRecordable,
  mayBeBilled,
  nameOf,
  printOf,
  type Sent,
  settlementOf,
} from './acts.ts';

/** What a window needs of its ledger. */
export type GuardLedger = Pick<Ledger, 'guard' | 'begin' | 'settle' | 'resolve'>;

/** Windows on one history; each may be closed and opened again. */
export interface Windows {
  ledger(window: number): GuardLedger;
  restart(window: number): Promise<void>;
}

/** `learned`: how many calls a minute takes is known from 429s alone. */
export type Limits = 'set' | 'learned';
const perMinute = 3;
const perDay = 9;
const dayCalls = 7;
/** In hundredths of a paisa, exact. */
const price = { text: '0.3701', units: 3701n };
const monthMoney = { text: '2.9608', units: 29_608n };

/** One environment; it has another name in each window, as after a rename that one of them has not seen. */
function environmentIn(window: number, limits: Limits): Environment {
  return {
    name: window === 0 ? 'acme-prod' : 'Acme, renamed',
    id: 'acme',
    baseUrl: window === 0 ? 'https://api.example.invalid' : 'https://api.example.invalid/prefix',
    kind: 'live',
    prices: { 'rc-advanced': price.text },
    limits: { 'rc-advanced': { perMinute: limits === 'set' ? perMinute : null, perDay } },
    budget: {
      kind: 'set',
      limits: { day: { calls: dayCalls, money: null }, month: { calls: null, money: monthMoney.text } },
      warnAt: 0.8,
    },
  };
}

interface Chosen {
  readonly input: number;
  readonly accepted: ReadonlySet<string>;
}

/**
 * Lets everything happen, and holds each call that left against a plain list of the calls before it: no limit is passed
 * that its sender did not pass by choice, and no budget at all.
 */
class World {
  readonly #windows: Windows;
  readonly #limits: Limits;
  readonly #start: number;
  readonly #chosen = new Map<number, Chosen>();
  readonly sent: Sent[] = [];
  refused = 0;
  #now: number;

  constructor(windows: Windows, start: number, limits: Limits) {
    this.#windows = windows;
    this.#limits = limits;
    this.#start = start;
    this.#now = start;
  }

  async take(act: Act): Promise<void> {
    switch (act.kind) {
      case 'wait':
        this.#now += act.ms;
        return;
      case 'restart':
        this.#chosen.delete(act.window);
        return this.#windows.restart(act.window);
      case 'look':
        return this.#look(act);
      case 'record':
        return this.#record(act);
      case 'send':
        return this.#send(act);
    }
  }

  #context(window: number): PreflightContext {
    return {
      operation: operationById('rc-advanced'),
      environment: environmentIn(window, this.#limits),
      key: { kind: 'present', key: 'invented-key-9f3a', savedAt: this.#start },
      simulatedPrice: null,
      looseProxy: false,
      now: this.#now,
    };
  }

  #question(window: number, input: number) {
    const context = this.#context(window);
    const account = { place: placeOf(context.environment), keyHash: 'hash of 9f3a' };
    const subject = { account, input: printOf(input), session: 'session', lagMs: 0 };
    return { context, question: guardQuestion(context, subject) };
  }

  async #look({ window, input, pick }: Extract<Act, { kind: 'look' }>): Promise<void> {
    const { context, question } = this.#question(window, input);
    const { obstacles } = preflight(await this.#windows.ledger(window).guard(question), context);
    const choices = choicesFor(obstacles);
    const choice = choices[pick % choices.length];
    // Looking away from what a budget stopped, and sending all the same, must not help either.
    const accepted = choice === undefined ? [] : acceptedBy(choice, obstacles);
    this.#chosen.set(window, { input, accepted: new Set(accepted) });
  }

  async #record({ window, which, as }: Extract<Act, { kind: 'record' }>): Promise<void> {
    const open = this.sent.filter(isRecordable);
    const one = open[which % Math.max(open.length, 1)];
    if (one === undefined) return;
    const resolution = { at: this.#now, outcome: as, note: '', pasted: null };
    await this.#windows.ledger(window).resolve(one.id, resolution);
    one.recorded = as;
  }

  async #send({ window, end, waitMs }: Extract<Act, { kind: 'send' }>): Promise<void> {
    const choice = this.#chosen.get(window);
    if (choice === undefined) return;
    this.#chosen.delete(window);
    const [id, now] = [nameOf(this.sent.length + this.refused), this.#now];
    const ledger = this.#windows.ledger(window);
    const { context, question } = this.#question(window, choice.input);
    const { whole, parts } = printOf(choice.input);
    const order = aNewOrder({
      id,
      draftId: draftId(`draft of ${id}`),
      environment: context.environment.name,
      identity: identityOf(context.environment),
      place: question.place,
      keyHash: question.keyHash,
      begunAt: now,
      deadlineAt: now + 70_000,
      day: localDay(now),
      fingerprint: whole,
      parts,
      price: price.text,
    });
    const admission: Admission = {
      question,
      admit: (facts) => standing(preflight(facts, context).obstacles, choice.accepted)[0]?.what ?? null,
    };
    try {
      await ledger.begin(order, admission);
    } catch (error) {
      assert.equal(asLedgerRefusal(error)?.reason, 'guard', String(error));
      this.refused += 1;
      return;
    }
    mustBeAllowed(this.sent, choice, now, this.#limits);
    const until = end === 'throttled' ? now + waitMs : 0;
    this.sent.push({ id, at: now, input: choice.input, end, until, recorded: null });
    if (end !== 'stays-out') await ledger.settle(id, settlementOf(end, now, waitMs));
  }
}

/** Calls a minute takes, going by the newest 429 that did not come during an earlier cool-down. */
function minuteMost(before: readonly Sent[], limits: Limits): number | null {
  if (limits === 'set') return perMinute;
  let learned: number | null = null;
  let until = 0;
  for (const [index, one] of before.entries()) {
    if (one.until === 0) continue;
    const calls = before
      .slice(0, index + 1)
      .filter(({ end, at }) => end !== 'not-sent' && at > one.at - 60_000).length;
    if (until <= one.at) learned = learnedMost({ calls, at: one.at });
    until = Math.max(until, one.until);
  }
  return learned;
}

/** The newest of a kind for the whole input and for each of its entries. */
function newestTwins(before: readonly Sent[], input: number, is: (one: Sent) => boolean): readonly Sent[] {
  const { parts } = printOf(input);
  const whole = before.filter((one) => one.input === input && is(one)).at(-1);
  const byPart = parts.map((part) =>
    before.filter((one) => printOf(one.input).parts.includes(part) && is(one)).at(-1),
  );
  return [whole, ...byPart].filter((one) => one !== undefined);
}

function mustBeAllowed(
  before: readonly Sent[],
  { input, accepted }: Chosen,
  now: number,
  limits: Limits,
): void {
  const passed = [...accepted].join(' ');
  const may = (fits: boolean, id: string, what: string): void =>
    assert.ok(fits || accepted.has(id), `${what} passed, accepted: ${passed}`);
  const counted = before.filter(({ end }) => end !== 'not-sent');
  const within = (ms: number): number => counted.filter(({ at }) => at > now - ms).length;
  const most = minuteMost(before, limits);
  may(most === null || within(60_000) < most, `meter:60000:${most}`, 'minute');
  may(within(86_400_000) < perDay, `meter:86400000:${perDay}`, 'day');
  const coolUntil = Math.max(0, ...before.map(({ until }) => until));
  may(now >= coolUntil, `cool-down:${coolUntil}`, 'cool-down');
  const billed = before.filter(mayBeBilled);
  const today = billed.filter(({ at }) => localDay(at) === localDay(now));
  assert.ok(today.length < dayCalls, 'the budget of the day was passed');
  const thisMonth = billed.filter(({ at }) => localDay(at).slice(0, 7) === localDay(now).slice(0, 7));
  assert.ok(
    BigInt(thisMonth.length + 1) * price.units <= monthMoney.units,
    'the budget of the month was passed',
  );
  for (const { id } of newestTwins(before, input, isOpen)) may(false, twinId.pending(id), `open twin ${id}`);
  const isPaid = (one: Sent): boolean => mayBeBilled(one) && !isOpen(one);
  for (const { id } of newestTwins(before, input, isPaid)) may(false, twinId.paid(id), `paid twin ${id}`);
}

/** Returns how many calls left and how many were refused in the moment of writing. */
export async function live(
  windows: Windows,
  start: number,
  whatHappens: readonly Act[],
  limits: Limits = 'set',
): Promise<{ sent: number; refused: number }> {
  const world = new World(windows, start, limits);
  for (const act of whatHappens) await world.take(act);
  return { sent: world.sent.length, refused: world.refused };
}
