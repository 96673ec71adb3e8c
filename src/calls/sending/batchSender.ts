import type { Phrase } from '../../contract/words.ts';
import type { Attempted, CallEnd } from '../batch/engine.ts';
import { paceOf } from '../batch/pace.ts';
import { bodyOfCall, fieldsStamp, operationOfBatch } from '../batch/planned.ts';
import { placeOf, placeOfOrigin } from '../environments/environments.ts';
import type { Obstacle } from '../guard/obstacles.ts';
import { refusalId } from '../guard/refusals.ts';
import { twinId } from '../guard/twins.ts';
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
  text: 'The request fields were corrected while the batch ran. Its rows leave as they were planned: resume only if that is meant, or cancel and plan the batch anew.',
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
  /** Those that the last stop told of: resuming accepts them. */
  #telling: readonly string[] = [];
  /** The last stop was for corrected request fields. */
  #saidCorrected = false;
  /** End of the doubtful wait that the last stop told of, or null. */
  #lifting: number | null = null;
  /** The request fields as they were when the user last said that the rows shall leave. */
  #agreedFields: string;

  /**
   * @param told obstacles that were named at the start
   * @param ended the call's answer, before the pace hears of it; never rejects
   */
  constructor(
    sending: Sending,
    batch: Batch,
    told: readonly Obstacle[],
    ended: (call: BatchCall, result: Settled) => Promise<void>,
  ) {
    this.#sending = sending;
    this.#batch = batch;
    this.#ended = ended;
    this.#told = new Set(told.filter(({ kind }) => kind === 'refusal').map(({ id }) => id));
    this.#agreedFields = this.#currentFields();
  }

  /** Whatever it stopped for, the user must hear of this before it goes on; null = nothing. */
  get correction(): Phrase | null {
    return this.#currentFields() === this.#agreedFields ? null : corrected;
  }

  /**
   * The user has read why it stopped, and goes on: what that stop told of is accepted, and nothing else.
   * @param heard they were told of the correction when they were asked to go on
   */
  goOn(heard = false): void {
    for (const id of this.#telling) this.#told.add(id);
    if (heard || this.#saidCorrected) this.#agreedFields = this.#currentFields();
    this.#saidCorrected = false;
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
  attempt(call: BatchCall, lagMs: number, still: () => boolean): Promise<Attempted> {
    if (this.correction !== null) return Promise.resolve(this.#stopCorrected());
    const { settings } = this.#sending.ports;
    const operation = operationOfBatch(this.#batch, settings.operation(this.#batch.operation));
    return new Promise((resolve, reject) => {
      const sent = this.#sending.send({
        operation,
        body: bodyOfCall(operation, call),
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
        if (result.kind !== 'settled') resolve(this.#heldBack(result));
      });
      heldBack.catch(reject);
    });
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
      this.#telling = [...this.#telling, refusalId(messageCode)];
    }
  }

  #currentFields(): string {
    return fieldsStamp(this.#sending.ports.settings.operation(this.#batch.operation).requestFields);
  }

  #withdrawn(still: () => boolean): Phrase | null {
    if (!still()) return paused;
    const { correction } = this;
    this.#saidCorrected ||= correction !== null;
    return correction;
  }

  #accepted({ acceptedOpen, acceptedPaid }: BatchCall): ReadonlySet<string> {
    return new Set([
      ...acceptedPaid.map(twinId.paid),
      // Passed while it was open: what it came to since is passed, too.
      ...acceptedOpen.flatMap((order) => [twinId.pending(order), twinId.paid(order)]),
      ...this.#told,
    ]);
  }

  #stopCorrected(): Attempted {
    this.#saidCorrected = true;
    return stop(corrected);
  }

  #heldBack(result: Exclude<SendResult, Settled>): Attempted {
    switch (result.kind) {
      case 'stopped':
        this.#telling = result.by.filter(({ kind }) => kind === 'refusal').map(({ id }) => id);
        this.#lifting = doubtfulEnd(result.by);
        return { kind: 'held-back', verdict: paceOf(result.by) };
      case 'not-begun':
        return { kind: 'not-begun', why: result.why };
      case 'declined':
        throw new Error('nobody was asked about a call of a batch');
    }
  }
}

function doubtfulEnd(obstacles: readonly Obstacle[]): number | null {
  const wait = obstacles.find((one) => one.kind === 'cool-down');
  return wait?.kind === 'cool-down' && wait.doubtful ? wait.until : null;
}

function stop(why: Phrase): Attempted {
  return { kind: 'held-back', verdict: { kind: 'stop', why, lift: false } };
}

function endOf({ settlement, exchange }: Settled): CallEnd {
  const { outcome, messageCode } = settlement;
  return { outcome, messageCode, connectedMs: exchange.timing.connectedMs };
}
