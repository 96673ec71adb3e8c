import type { Phrase } from '../../contract/words.ts';
import type { Attempted, CallEnd } from '../batch/engine.ts';
import { paceOf } from '../batch/pace.ts';
import { bodyOfCall, fieldsStamp, operationOfBatch } from '../batch/planned.ts';
import type { Batch, BatchCall } from '../batchPorts.ts';
import { placeOf } from '../environments.ts';
import type { Obstacle } from '../guard/obstacles.ts';
import { twinId } from '../guard/twins.ts';
import { embeddedPlace } from '../guardPorts.ts';
import { keyOf } from './destination.ts';
import type { Sending } from './sending.ts';
import type { SendResult, Settled } from './wanted.ts';

/** Where a batch's calls go, and nowhere else: the environment by identity, and the place it led to at the start. */
export function placeOfBatch({ identity, origin }: Pick<Batch, 'identity' | 'origin'>): {
  readonly identity: string;
  readonly place: string;
} {
  return { identity, place: origin === '' ? embeddedPlace : origin };
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

  /** The user has read why it stopped, and goes on. */
  goOn(): void {
    for (const id of this.#telling) this.#told.add(id);
    this.#telling = [];
    this.#agreedFields = this.#currentFields();
  }

  /** The wait that the service asked for is not believed. */
  async lift(): Promise<void> {
    const { settings } = this.#sending.ports;
    const environment = settings.environment(this.#batch.identity);
    if (environment === undefined) return;
    const to = await this.#sending.destination(environment);
    const ledger = await this.#sending.ports.ledger();
    const place = placeOf(environment);
    const account = { place, keyHash: await ledger.keyHash(place, keyOf(to)) };
    await ledger.liftCoolDown(account, this.#batch.operation, this.#sending.ports.now());
  }

  /** See EngineMeans.attempt. */
  attempt(call: BatchCall, lagMs: number, still: () => boolean): Promise<Attempted> {
    if (this.#currentFields() !== this.#agreedFields) return Promise.resolve(stop(corrected));
    const { settings } = this.#sending.ports;
    const operation = operationOfBatch(this.#batch, settings.operation(this.#batch.operation));
    return new Promise((resolve, reject) => {
      let end: (result: CallEnd) => void = () => undefined;
      let left = false;
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
        leaves: () => {
          left = true;
          const ending = new Promise<CallEnd>((settle) => {
            end = settle;
          });
          resolve({ kind: 'left', end: ending });
        },
      });
      sent.then((result) => {
        if (result.kind === 'settled') {
          this.#ended(call, result).then(() => end(endOf(result)), reject);
        } else if (!left) resolve(this.#heldBack(result));
      }, reject);
    });
  }

  #currentFields(): string {
    return fieldsStamp(this.#sending.ports.settings.operation(this.#batch.operation).requestFields);
  }

  #withdrawn(still: () => boolean): Phrase | null {
    if (!still()) return paused;
    return this.#currentFields() === this.#agreedFields ? null : corrected;
  }

  #accepted({ acceptedOpen, acceptedPaid }: BatchCall): ReadonlySet<string> {
    return new Set([
      ...acceptedPaid.map(twinId.paid),
      // Passed while it was open: what it came to since is passed, too.
      ...acceptedOpen.flatMap((order) => [twinId.pending(order), twinId.paid(order)]),
      ...this.#told,
    ]);
  }

  #heldBack(result: Exclude<SendResult, Settled>): Attempted {
    switch (result.kind) {
      case 'stopped':
        this.#telling = result.by.filter(({ kind }) => kind === 'refusal').map(({ id }) => id);
        return { kind: 'held-back', verdict: paceOf(result.by) };
      case 'not-begun':
        return { kind: 'not-begun', why: result.why };
      case 'declined':
        throw new Error('nobody was asked about a call of a batch');
    }
  }
}

function stop(why: Phrase): Attempted {
  return { kind: 'held-back', verdict: { kind: 'stop', why, lift: false } };
}

function endOf({ settlement, exchange }: Settled): CallEnd {
  const { outcome, messageCode } = settlement;
  return { outcome, messageCode, connectedMs: exchange.timing.connectedMs };
}
