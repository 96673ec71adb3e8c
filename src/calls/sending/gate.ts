import { maskedReadings } from '../../contract/maskedReadings.ts';
import type { Phrase } from '../../contract/words.ts';
import { type Environment, identityOf, isEmbedded, placeOf } from '../environments/environments.ts';
import { standing } from '../guard/admission.ts';
import { type Agreement, nextStep } from '../guard/agreement.ts';
import { acceptedBy, choicesFor, stillAccepted } from '../guard/choices.ts';
import type { Obstacle } from '../guard/obstacles.ts';
import type { Admission } from '../ports/guardPorts.ts';
import { asLedgerRefusal } from '../ports/ports.ts';
import type { Confirmations } from './confirmations.ts';
import { isGuarded, readDestination, targetOf } from './destination.ts';
import { doubtsOf } from './doubts.ts';
import { Lags } from './lags.ts';
import { type Check, checkOf, type Prospect, prospectOf } from './look.ts';
import { orderFor, requestFor } from './plan.ts';
import type { Destination, Elsewhere, Question, SendingPorts, SendingSettings } from './ports.ts';
import type { Begun, CallRunner } from './runner.ts';
import type { Asker, SendResult, Wanted } from './wanted.ts';
import { Ways } from './ways.ts';

/** Settings that change each time a call is about to leave are no settings a call can be judged by. */
const mostRounds = 50;

/** What the last look, made inside the transaction that would have written the order, says. */
type Judgement =
  | { readonly kind: 'send' }
  | { readonly kind: 'ask'; readonly check: Check }
  | { readonly kind: 'wait'; readonly check: Check; readonly until: number }
  | { readonly kind: 'stopped'; readonly by: readonly Obstacle[] }
  | { readonly kind: 'withdrawn'; readonly why: Phrase }
  /** Settings or a key are not what this round began with. */
  | { readonly kind: 'changed' };

/** What the user agreed to, and from what they read. */
interface Word {
  readonly agreement: Agreement;
  /** Counts for the rest of the session once the call leaves; null where it does not. */
  readonly confirms: Check | null;
}

type User = Extract<Asker, { kind: 'user' }>;
type Earlier = Pick<Agreement, 'accepted' | 'shown'>;

const nothingYet: Earlier = { accepted: new Set(), shown: new Set() };
const changedWhy: Phrase = {
  text: 'Not sent: the settings kept changing while the call was being sent. Nothing was billed. Send again.',
};
const otherInput: Phrase = {
  text: 'Not sent: with the current request fields this row would differ from what was planned. Plan the batch anew.',
};

/**
 * The one gate that every way of sending goes through (docs/design.md, "The way of one call"). Each round reads everything afresh: environment, key,
 * settings; then tries to begin the order, and what the ledger finds in that very transaction decides whether it may, or
 * must be asked about. Nothing leaves past something its sender has not seen, and nothing is sent twice.
 */
export class Gate {
  readonly #ports: SendingPorts;
  readonly #runner: CallRunner;
  readonly #confirmations: Confirmations;
  readonly #lags = new Lags();

  constructor(ports: SendingPorts, runner: CallRunner, confirmations: Confirmations) {
    this.#ports = ports;
    this.#runner = runner;
    this.#confirmations = confirmations;
  }

  /** Never rejects: what keeps a call from leaving is a result. */
  async send(want: Wanted): Promise<SendResult> {
    try {
      return await this.#rounds(want);
    } catch (error) {
      // Nothing throws once an order is begun, so nothing left.
      return { kind: 'not-begun', why: whyNotTried(error), sameDraft: false };
    }
  }

  async #rounds(want: Wanted): Promise<SendResult> {
    let word: Word | null = null;
    const ways = new Ways(this.#ports);
    for (let round = 0; round < mostRounds; round += 1) {
      const environment = environmentOf(this.#ports.settings, want);
      if ('text' in environment) return { kind: 'not-begun', why: environment, sameDraft: false };
      const to = await readDestination(this.#ports, environment);
      const prospect = await prospectOf(this.#ports, want.operation, to, want.body, want.lagMs);
      if (want.plannedPrint !== null && prospect.question.input?.whole !== want.plannedPrint) {
        return { kind: 'not-begun', why: otherInput, sameDraft: false };
      }
      const next = await this.#step(want, prospect, word, ways);
      if (next.kind === 'done') return next.result;
      word = next.word;
    }
    return { kind: 'not-begun', why: changedWhy, sameDraft: false };
  }

  /** One look with what follows from it: the call itself, a question, or a wait. */
  async #step(want: Wanted, prospect: Prospect, word: Word | null, ways: Ways): Promise<Step> {
    const found = await this.#attempt(want, prospect, word, ways);
    if ('result' in found) return { kind: 'done', result: found.result };
    switch (found.kind) {
      case 'changed':
        return { kind: 'again', word };
      case 'withdrawn':
        return { kind: 'done', result: { kind: 'not-begun', why: found.why, sameDraft: false } };
      case 'stopped':
        return { kind: 'done', result: found };
      case 'wait': {
        ways.forget();
        // With the input: while it waits, its form may hold another one already.
        const title = [want.operation.title, prospect.shownInput].filter((part) => part !== '').join(' · ');
        const isOver = await this.#ports.wait(title, found.until + this.#lags.margin);
        return isOver ? { kind: 'again', word } : declined(found.check);
      }
      case 'ask':
        ways.forget();
        return this.#ask(want, prospect, found.check, word?.agreement ?? null);
    }
  }

  /** Begins and sends the call where it may; else says what it found. Where a question is certain, only looks. */
  async #attempt(
    want: Wanted,
    prospect: Prospect,
    word: Word | null,
    ways: Ways,
  ): Promise<Exclude<Judgement, { kind: 'send' }> | { readonly result: SendResult }> {
    const ports = this.#ports;
    const agreement = word?.agreement ?? null;
    if (agreement === null && this.#mustAsk(want.asker, prospect.to)) {
      const facts = await (await ports.ledger()).guard(prospect.question);
      return { kind: 'ask', check: checkOf(prospect, facts) };
    }
    const found = await ways.to(prospect.to.baseUrl + want.operation.path);
    if (found.kind === 'refused') return { result: { kind: 'not-begun', why: found.why, sameDraft: false } };
    if (found.kind === 'late') return { kind: 'changed' };
    const seen = JSON.stringify(circumstances(ports, prospect.to.environment, prospect.to.keyRevision));
    const last: { judgement: Judgement } = { judgement: { kind: 'changed' } };
    const admission: Admission = {
      question: prospect.question,
      admit: (facts) => {
        last.judgement = this.#judge(want, seen, agreement, () => checkOf(prospect, facts));
        return last.judgement.kind === 'send' ? null : { text: 'Not sent: {0}', args: [last.judgement.kind] };
      },
    };
    const body = prospect.body ?? new Uint8Array();
    const order = orderFor(ports, want, prospect, body);
    const begun: Begun = await this.#runner.run(
      order,
      admission,
      requestFor(ports, prospect, found.way, order),
      (begunOrder, cancel) => {
        if (word?.confirms != null)
          this.#confirmations.remember(want.operation.id, word.confirms.to, word.confirms);
        want.leaves(begunOrder, cancel);
      },
    );
    if (begun.kind === 'settled') this.#lags.note(ports.now() - order.begunAt, begun.exchange.timing);
    if (begun.kind !== 'refused') return { result: begun };
    const { judgement } = last;
    if (judgement.kind === 'send') throw new Error('the ledger refused an order that was let through');
    return judgement;
  }

  /** Inside the transaction: what was read at the start of the round must still hold, and nothing new may stand in the way. */
  #judge(want: Wanted, seen: string, agreement: Agreement | null, look: () => Check): Judgement {
    const why = want.withdrawn();
    if (why !== null) return { kind: 'withdrawn', why };
    if (this.#nowReads(want) !== seen) return { kind: 'changed' };
    const check = look();
    return want.asker.kind === 'standing'
      ? this.#judgeStanding(want.asker.accepted, check)
      : this.#judgeAsked(want, want.asker, agreement, check);
  }

  #judgeStanding(accepted: ReadonlySet<string>, check: Check): Judgement {
    const { environment } = check.context;
    const guarded = isGuarded(this.#ports.settings, environment);
    const keyless = check.obstacles.filter((one) => one.kind === 'refusal' && one.repair === 'set-key');
    const by = [...standing(check.obstacles, accepted), ...keyless.filter(({ id }) => !accepted.has(id))];
    const left = guarded ? by : by.filter(({ kind }) => kind !== 'budget-stop' && kind !== 'refusal');
    return left.length === 0 ? { kind: 'send' } : { kind: 'stopped', by: left };
  }

  #judgeAsked(want: Wanted, asker: User, agreement: Agreement | null, check: Check): Judgement {
    const { to } = check;
    if (!this.#isAskedAbout(asker, to)) {
      // Who agreed to another place is told of this one, even where nothing is billed: its answer is not the one they wanted.
      return agreement === null || agreement.target === targetOf(check)
        ? { kind: 'send' }
        : { kind: 'ask', check };
    }
    if (agreement === null) {
      const isConfirmed =
        !this.#mustAsk(asker, to) && this.#confirmations.answer(want.operation.id, to, check);
      return isConfirmed ? { kind: 'send' } : { kind: 'ask', check };
    }
    const target = targetOf(check);
    if (!isGuarded(this.#ports.settings, to.environment)) {
      return agreement.target === target ? { kind: 'send' } : { kind: 'ask', check };
    }
    const step = nextStep(agreement, target, check.obstacles);
    return step.kind === 'wait' ? { ...step, check } : step.kind === 'ask' ? { kind: 'ask', check } : step;
  }

  /** What a call would be judged by now; null where its environment is none any more. */
  #nowReads(want: Wanted): string | null {
    const { settings, keys } = this.#ports;
    const environment = environmentOf(settings, want);
    return 'text' in environment
      ? null
      : JSON.stringify(circumstances(this.#ports, environment, keys.revision()));
  }

  /** The sandbox bills nothing and asks nothing; what reads this computer's variables asks wherever it leaves for. */
  #isAskedAbout({ notes }: User, { environment }: Destination): boolean {
    return isGuarded(this.#ports.settings, environment) || (notes.length > 0 && !isEmbedded(environment));
  }

  /** Whether a question is certain, whatever the ledger says. */
  #mustAsk(asker: Asker, to: Destination): boolean {
    if (asker.kind === 'standing' || !this.#isAskedAbout(asker, to)) return false;
    return !asker.proven || asker.notes.length > 0 || !this.#ports.settings.asksOnce();
  }

  async #ask(want: Wanted, prospect: Prospect, check: Check, agreement: Agreement | null): Promise<Step> {
    const { asker, operation } = want;
    if (asker.kind === 'standing') throw new Error('nobody can be asked about this call');
    const { to } = prospect;
    const target = targetOf(check);
    const earlier: Earlier = agreement?.target === target ? agreement : nothingYet;
    const obstacles = check.obstacles.filter(({ id }) => !earlier.accepted.has(id));
    const choices = choicesFor(obstacles);
    const { question } = prospect;
    const { notes, proven } = asker;
    const doubts = doubtsOf(operation, want.body, check.mayBill);
    const shownInput = maskedReadings(operation, want.body);
    const told = { shownInput, check, obstacles, doubts, notes };
    const asked: Question = { operation, to, ...told, proven, choices };
    const choice = await this.#ports.ask(asked);
    if (choice === undefined) return declined(check);
    if (choice.kind === 'open-order' || choice.kind === 'repair' || choice.kind === 'change-budget') {
      const elsewhere: Elsewhere = choice;
      const seen = JSON.stringify(circumstances(this.#ports, to.environment, to.keyRevision));
      await this.#ports.goElsewhere(elsewhere, to.environment, operation.id);
      const isCured = choice.kind !== 'open-order' && this.#nowReads(want) !== seen;
      return isCured ? { kind: 'again', word: askAnew } : declined(check);
    }
    if (choice.kind === 'lift') {
      const shown = obstacles.find((one) => one.kind === 'cool-down');
      const ledger = await this.#ports.ledger();
      if (shown?.kind === 'cool-down') {
        await ledger.liftCoolDown(question, operation.id, shown.until, this.#ports.now());
      }
    }
    return {
      kind: 'again',
      word: {
        agreement: {
          target,
          accepted: new Set([...stillAccepted(choice, earlier.accepted), ...acceptedBy(choice, obstacles)]),
          shown: new Set([...earlier.shown, ...obstacles.map(({ id }) => id)]),
          waits: choice.kind === 'wait',
        },
        // Who passes one twin has said nothing of the next call.
        confirms: asker.proven && notes.length === 0 && choice.kind !== 'pass-twin' ? check : null,
      },
    };
  }
}

/** Of another target than any: what its user set since is followed by a question, never by the call. */
const askAnew: Word = {
  agreement: { target: '', accepted: new Set(), shown: new Set(), waits: false },
  confirms: null,
};

type Step =
  | { readonly kind: 'done'; readonly result: SendResult }
  | { readonly kind: 'again'; readonly word: Word | null };

function declined({ obstacles }: Check): Step {
  const stoppedBy = obstacles.find(({ kind }) => kind !== 'budget-warning')?.kind ?? null;
  return { kind: 'done', result: { kind: 'declined', stoppedBy } };
}

function whyNotTried(error: unknown): Phrase {
  const refusal = asLedgerRefusal(error);
  const what = refusal?.what ?? (error instanceof Error ? error.message : String(error));
  return refusal === null || refusal.reason === 'unreadable'
    ? { text: 'Not sent, and nothing was billed. {0}', args: [what] }
    : refusal.what;
}

/** The environment a call is for as the settings have it now, or why there is none. */
function environmentOf(settings: SendingSettings, { to }: Wanted): Environment | Phrase {
  if (to === 'chosen') return settings.current();
  const environment = settings.environment(to.identity);
  if (environment === undefined) {
    return {
      text: 'Not sent: the environment this was planned for is no longer in the settings. Add it again with the same id or name.',
    };
  }
  if (environment.kind !== to.kind) {
    return {
      text: 'Not sent: environment {0} is now {1}, and this was planned for {2}. Change its kind back, or run the rows as a new batch.',
      args: [environment.name, environment.kind, to.kind],
    };
  }
  const isSame =
    placeOf(environment) === to.place && (to.baseUrl ?? environment.baseUrl) === environment.baseUrl;
  if (isSame) return environment;
  return {
    text: 'Not sent: environment {0} now points to {1}, and this was planned for {2}. Change its base URL back.',
    args: [environment.name, environment.baseUrl, to.baseUrl ?? to.place],
  };
}

/** All that a judgement rests on and that can be read without waiting. */
function circumstances(ports: SendingPorts, environment: Environment, keyRevision: number): unknown {
  const { settings } = ports;
  const own = identityOf(environment);
  return [
    environment,
    own,
    keyRevision,
    settings.rehearsesGuard(),
    settings.looseProxy(),
    settings.asksOnce(),
  ];
}
