import { headline } from '../../contract/outcomes.ts';
import type { Operation } from '../../contract/shapes.ts';
import { type Phrase, plain } from '../../contract/words.ts';
import type { Attempted, CallEnd } from '../batch/engine.ts';
import { paceOf } from '../batch/pace.ts';
import { bodyOfCall, fieldsStamp, operationOfBatch } from '../batch/planned.ts';
import { refusesCalls } from '../batch/refusing.ts';
import { placeOf, placeOfOrigin } from '../environments/environments.ts';
import type { Obstacle } from '../guard/obstacles.ts';
import { refusalId } from '../guard/refusals.ts';
import { twinId } from '../guard/twins.ts';
import { printOf } from '../inputs/compared.ts';
import type { Batch, BatchCall } from '../ports/batchPorts.ts';
import { embeddedPlace } from '../ports/guardPorts.ts';
import { keyOf } from './destination.ts';
import type { Sending } from './sending.ts';
import type { Agreed, SendResult, Settled } from './wanted.ts';

/** Where a batch's calls go, and nowhere else. */
function placeOfBatch({ identity, origin, kind, baseUrl }: Batch): Agreed {
  return { identity, place: origin === '' ? embeddedPlace : placeOfOrigin(origin), kind, baseUrl };
}

const paused: Phrase = { text: 'Not sent: the batch was paused or stopped.' };
const corrected: Phrase = {
  text: 'The request fields changed after this batch was planned. Resume to send its rows as planned, or cancel and plan the batch again.',
};

/**
 * Sends a batch's calls through the one gate, as a caller whose questions were answered at its start: it keeps nothing of
 * settings, key or limits, only what the user has answered.
 */
export class BatchSender {
  readonly #sending: Sending;
  readonly #batch: Batch;
  readonly #ended: (call: BatchCall, result: Settled) => Promise<void>;
  /** Ids of refusals the user was told of and went on. */
  readonly #told: Set<string>;
  /** Refusals by what is said of them, until the user has read that and gone on. */
  #telling: readonly Pick<Obstacle, 'id' | 'what'>[] = [];
  /** End of the doubtful wait that the last stop told of, or null. */
  #lifting: number | null = null;
  /** The request fields as they were when the user last said that the rows shall leave. */
  #agreedFields: string;

  /**
   * @param told obstacles that were named at the start
   * @param ended the call's answer, before the pace hears of it; never rejects
   * @param agreedFields see `fieldsStamp`: of those that held when the user was asked; null = the ones it was planned with
   */
  constructor(
    sending: Sending,
    batch: Batch,
    told: readonly Obstacle[],
    ended: (call: BatchCall, result: Settled) => Promise<void>,
    agreedFields: string | null = null,
  ) {
    this.#sending = sending;
    this.#batch = batch;
    this.#ended = ended;
    this.#told = new Set(told.filter(({ kind }) => kind === 'refusal').map(({ id }) => id));
    // Never those of this moment: what was corrected since the user was asked must stop it.
    this.#agreedFields =
      agreedFields ?? (batch.fields === null ? this.#currentFields() : fieldsStamp(batch.fields));
  }

  /**
   * What the user must hear of before it goes on besides what it stopped for: calls that were out with the first one may
   * be refused for other reasons, and fields be corrected meanwhile.
   * @param why it stopped, as they were told; null = the user paused it
   */
  news(why: Phrase | null): readonly Phrase[] {
    const refusals = this.#telling.filter(({ id }) => !this.#told.has(id)).map(({ what }) => what);
    const all = this.#isCorrected ? [...refusals, corrected] : refusals;
    return all.filter((one) => why === null || !isSame(one, why));
  }

  /** The user goes on. @param said what they have read: that is accepted, and nothing else */
  goOn(said: readonly Phrase[]): void {
    const isSaid = (what: Phrase): boolean => said.some((one) => isSame(one, what));
    for (const { id, what } of this.#telling) if (isSaid(what)) this.#told.add(id);
    this.#telling = this.#telling.filter(({ id }) => !this.#told.has(id));
    if (isSaid(corrected)) this.#agreedFields = this.#currentFields();
  }

  get #isCorrected(): boolean {
    return this.#currentFields() !== this.#agreedFields;
  }

  /** The wait that the last stop told of is not believed. */
  async lift(): Promise<void> {
    const until = this.#lifting;
    if (until === null) return;
    const { settings } = this.#sending.ports;
    const environment = settings.environment(this.#batch.identity);
    if (environment === undefined) return;
    const to = await this.#sending.destination(environment);
    const ledger = await this.#sending.ports.ledger();
    const place = placeOf(environment);
    const account = { place, keyHash: await ledger.keyHash(place, keyOf(to)) };
    await ledger.liftCoolDown(account, this.#batch.operation, until, this.#sending.ports.now());
  }

  /** See EngineMeans.attempt. */
  async attempt(call: BatchCall, lagMs: number, still: () => boolean): Promise<Attempted> {
    if (this.#isCorrected) return stop(corrected);
    const { settings } = this.#sending.ports;
    const operation = operationOfBatch(this.#batch, settings.operation(this.#batch.operation));
    const body = await this.#bodyOf(operation, call);
    return new Promise((resolve, reject) => {
      const sent = this.#sending.send({
        operation,
        body,
        plannedPrint: call.fingerprint,
        draftId: call.draftId,
        to: placeOfBatch(this.#batch),
        asker: { kind: 'standing', accepted: this.#accepted(call) },
        batch: { id: call.batch, row: call.call },
        lagMs,
        withdrawn: () => this.#withdrawn(still),
        leaves: () => resolve({ kind: 'left', end: sent.then((result) => this.#end(call, result)) }),
      });
      const heldBack = sent.then((result) => {
        if (result.kind !== 'settled') resolve(this.#heldBack(call, result));
      });
      heldBack.catch(reject);
    });
  }

  /** As it was planned: an earlier version asked about an address as often as it stands in the rows. */
  async #bodyOf(operation: Operation, call: BatchCall): Promise<string> {
    const body = bodyOfCall(operation, call);
    const before = bodyOfCall(operation, call, false);
    if (body === before) return body;
    try {
      const { whole } = await printOf(await this.#sending.ports.ledger(), operation, before);
      return whole === call.fingerprint ? before : body;
    } catch {
      // What keeps it from being told keeps the call from leaving, too: the gate says why.
      return body;
    }
  }

  /** @throws Error for what cannot come of a call that has left: its run ends with it, and waits for nothing that never comes */
  async #end(call: BatchCall, result: SendResult): Promise<CallEnd> {
    if (result.kind !== 'settled') throw new Error('a call that has left came to no end');
    this.#refused(result);
    await this.#ended(call, result);
    return endOf(result);
  }

  /** A refusal stops the batch by itself: resuming it accepts that the next call may be refused for the same reason. */
  #refused({ settlement }: Settled): void {
    const { outcome, messageCode } = settlement;
    if (outcome === 'refused' && messageCode !== null) {
      this.#tell({ id: refusalId(messageCode), what: refusesCalls(messageCode) });
    }
  }

  /** Each in the words that were used last. */
  #tell(refusal: Pick<Obstacle, 'id' | 'what'>): void {
    this.#telling = [...this.#telling.filter(({ id }) => id !== refusal.id), refusal];
  }

  #currentFields(): string {
    return fieldsStamp(this.#sending.ports.settings.operation(this.#batch.operation).requestFields);
  }

  #withdrawn(still: () => boolean): Phrase | null {
    if (!still()) return paused;
    return this.#isCorrected ? corrected : null;
  }

  #accepted({ acceptedOpen, acceptedPaid }: BatchCall): ReadonlySet<string> {
    return new Set([
      ...acceptedPaid.map(twinId.paid),
      // Passed while it was open: what it came to since is passed, too.
      ...acceptedOpen.flatMap((order) => [twinId.pending(order), twinId.paid(order)]),
      ...this.#told,
    ]);
  }

  #heldBack({ rows }: BatchCall, result: Exclude<SendResult, Settled>): Attempted {
    switch (result.kind) {
      case 'stopped':
        for (const one of result.by) if (one.kind === 'refusal') this.#tell(one);
        this.#lifting = doubtfulEnd(result.by);
        return { kind: 'held-back', verdict: paceOf(result.by, rows.length) };
      case 'not-begun':
        return { kind: 'not-begun', why: result.why };
      case 'declined':
        throw new Error('nobody was asked about a call of a batch');
    }
  }
}

function isSame(one: Phrase, other: Phrase): boolean {
  return plain(one) === plain(other);
}

function doubtfulEnd(obstacles: readonly Obstacle[]): number | null {
  const wait = obstacles.find((one) => one.kind === 'cool-down');
  return wait?.kind === 'cool-down' && wait.doubtful ? wait.until : null;
}

function stop(why: Phrase): Attempted {
  return { kind: 'held-back', verdict: { kind: 'stop', why, remedy: null } };
}

function endOf({ settlement, exchange }: Settled): CallEnd {
  const { outcome, messageCode, httpStatus } = settlement;
  return {
    outcome,
    messageCode,
    httpStatus,
    headline: headline(settlement),
    connectedMs: exchange.timing.connectedMs,
  };
}
