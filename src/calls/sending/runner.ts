import { documentedCode } from '../../contract/documentedCodes.ts';
import { operationById } from '../../contract/operations.ts';
import { OwnInput } from '../../contract/ownInput.ts';
import type { Reading } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { Admission } from '../ports/guardPorts.ts';
import type { OrderId } from '../ports/ids.ts';
import {
  asLedgerRefusal,
  type CallRequest,
  type Exchange,
  type Ledger,
  type NewOrder,
  type Transport,
} from '../ports/ports.ts';
import { readInTurns, settlementOf, unreadSettlement } from './exchange.ts';
import { observedOf } from './observing.ts';
import type { SendingPorts } from './ports.ts';
import type { SendResult, Settled, Wanted } from './wanted.ts';

const retryMs = 5000;

const closing: Phrase = {
  text: 'Not sent: this window is closing and could not record the answer. Nothing was billed.',
};

/** `refused`: the admission did not let it; what it found is known to who gave it. */
export type Begun = Extract<SendResult, { kind: 'not-begun' | 'settled' }> | { readonly kind: 'refused' };

/**
 * One call from click to paper (docs/design.md, "The way of one call"): on disk before its first byte leaves, settled before it is shown. A call goes
 * on when its page closes, and an answer that could not be written is written again until it is. Nothing here ever sends twice.
 */
export class CallRunner {
  readonly #ports: SendingPorts;
  /** Answers that are not on disk yet, each with the way to stop its next attempt. */
  readonly #unwritten = new Map<Settled, () => void>();
  readonly #underWay = new Set<Promise<unknown>>();
  /** The window closes: what began now would have nobody to write its answer. */
  #closing = false;

  constructor(ports: SendingPorts) {
    this.#ports = ports;
  }

  /** Rejects only while nothing has left. */
  async run(
    order: NewOrder,
    admission: Admission,
    request: CallRequest,
    leaves: Wanted['leaves'],
  ): Promise<Begun> {
    if (this.#closing) return { kind: 'not-begun', why: closing, sameDraft: false };
    return this.#awaited(this.#place(order, admission, request, leaves));
  }

  /** Closing waits for it. */
  async #awaited<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  async #place(
    order: NewOrder,
    admission: Admission,
    request: CallRequest,
    leaves: Wanted['leaves'],
  ): Promise<Begun> {
    const ports = this.#ports;
    const ledger = await ports.ledger();
    const transport = await ports.transport();
    const cancel = new AbortController();
    try {
      await ledger.begin(order, admission);
    } catch (error) {
      const reason = asLedgerRefusal(error)?.reason;
      if (reason === 'guard') return { kind: 'refused' };
      return { kind: 'not-begun', why: whyNotBegun(error), sameDraft: reason === 'same-draft' };
    }
    ports.log.info(`call ${nameOf(order)}: leaves`);
    this.#tell(() => leaves(order, cancel));
    const exchange = await this.#sendOnce(transport, request, cancel.signal);
    return this.#settle(ledger, order, exchange);
  }

  /** The order is written: whoever is told of it, a page that was closed meanwhile, must not keep its call from leaving. */
  #tell(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#ports.log.warn('telling that a call leaves', messageOf(error));
    }
  }

  /** A transport promises never to throw; should it, the request may be out, and the order must not stay open. */
  async #sendOnce(transport: Transport, request: CallRequest, cancel: AbortSignal): Promise<Exchange> {
    const startedAt = this.#ports.now();
    try {
      return await transport.send(request, cancel);
    } catch (error) {
      return {
        kind: 'failed',
        sent: 'maybe',
        code: 'other',
        what: { text: 'The call failed unexpectedly and may have been billed: check before you send again.' },
        cause: error instanceof Error ? error.name : typeof error,
        head: null,
        partialBody: null,
        timing: { connectedMs: null, firstByteMs: null, totalMs: this.#ports.now() - startedAt },
      };
    }
  }

  /** The call has left: should reading fail, nobody may be told that it did not, and its answer is kept all the same. */
  async #read(order: NewOrder, exchange: Exchange): Promise<Pick<Settled, 'reading' | 'settlement'>> {
    const ports = this.#ports;
    try {
      const reading = await readInTurns(operationById(order.operation), exchange, ports.turn);
      const settledAt = ports.now();
      const seen = observedOf(ports, order, exchange, reading, settledAt);
      const own = askedAbout(ports, order, reading);
      return { reading, settlement: settlementOf(exchange, reading, settledAt, own, seen) };
    } catch (error) {
      // By name alone: whatever failed was made of an answer.
      ports.log.warn('reading an answer', error instanceof Error ? error.name : typeof error);
      return unreadSettlement(exchange, ports.now());
    }
  }

  async #settle(ledger: Ledger, order: NewOrder, exchange: Exchange): Promise<Settled> {
    const ports = this.#ports;
    const { reading, settlement } = await this.#read(order, exchange);
    const result = { kind: 'settled', order, exchange, reading, settlement, unsettled: null } as const;
    try {
      // Nothing stands between the answer and its paper, not even a word in the log.
      await ledger.settle(order.id, settlement);
    } catch (error) {
      const unsettled: Phrase = {
        text: 'The outcome of this call is not in the order history yet: {0}. Writing is retried; save the answer before this window closes.',
        args: [error instanceof Error ? error.message : String(error)],
      };
      const kept = { ...result, unsettled };
      this.#settleLater(kept);
      this.#logEnd(kept);
      ports
        .offerToSave(settlement.answer, unsettled)
        .catch((fault: unknown) => ports.log.warn('save answer', messageOf(fault)));
      return kept;
    }
    this.#logEnd(result);
    await this.forgetWhatIsNotKept(order.id);
    return result;
  }

  #logEnd({ order, settlement, exchange }: Settled): void {
    const code = loggable(settlement.messageCode) ?? settlement.failureCode ?? settlement.outcome;
    const cause = exchange.kind === 'failed' ? ` · ${exchange.cause}` : '';
    const took = Math.round(settlement.totalMs);
    this.#ports.log.info(
      `call ${nameOf(order)}: ${settlement.outcome} · ${settlement.billing} · ${code} · ${took} ms${cause}`,
    );
  }

  /**
   * The user's choice to keep less holds from the moment an order is settled, not from the next start.
   * @param settled just now: no earlier one, where nothing has told of the choice yet
   */
  async forgetWhatIsNotKept(settled?: OrderId): Promise<void> {
    const policy = this.#ports.settings.keepPolicy();
    if (policy.keep === 'everything') return;
    try {
      await (await this.#ports.ledger()).keeping.apply(policy, this.#ports.now(), settled);
    } catch (error) {
      this.#ports.log.warn('retention', messageOf(error));
    }
  }

  #settleLater(result: Settled): void {
    const stop = this.#ports.later(retryMs, () => {
      this.#unwritten.delete(result);
      void this.#awaited(this.#settleNow(result));
    });
    this.#unwritten.set(result, stop);
  }

  async #settleNow(result: Settled): Promise<void> {
    const { order, settlement } = result;
    const name = `order ${order.id.slice(0, 8)}`;
    try {
      const ledger = await this.#ports.ledger();
      const kept = await ledger.get(order.id);
      // Erased meanwhile, or written by an attempt whose confirmation was lost: nothing is owed any more.
      if (kept === null || kept.state === 'settled') return;
      await ledger.settle(order.id, settlement);
      this.#ports.log.info(`${name}: settled late`);
      await this.forgetWhatIsNotKept(order.id);
    } catch (error) {
      this.#ports.log.warn(`${name}: still not settled`, messageOf(error));
      this.#settleLater(result);
    }
  }

  /**
   * Resolves once every call that is out has been written, and an answer that could not be written was tried again; the
   * ledger must not close before.
   */
  async finish(): Promise<void> {
    this.#closing = true;
    // At once: VS Code waits some seconds for a window to close, and a call that is out may take longer.
    await this.#settleAll();
    await Promise.allSettled(this.#underWay);
    await this.#settleAll();
  }

  async #settleAll(): Promise<void> {
    const last = [...this.#unwritten];
    this.#unwritten.clear();
    for (const [, stop] of last) stop();
    await Promise.allSettled(last.map(([result]) => this.#settleNow(result)));
  }

  dispose(): void {
    for (const stop of this.#unwritten.values()) stop();
    this.#unwritten.clear();
  }
}

/** What was asked about, where a word of the service's is kept that might repeat it. */
function askedAbout(
  { settings }: SendingPorts,
  { operation, requestBody }: NewOrder,
  { messageCode }: Reading,
): OwnInput | null {
  if (messageCode === null || documentedCode(messageCode) !== undefined) return null;
  return new OwnInput(settings.operation(operation), new TextDecoder().decode(requestBody));
}

function nameOf(order: NewOrder): string {
  return `${order.id.slice(0, 8)} ${order.operation} · ${order.environment}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** A code the documents list; any other text of the service could hold anything and stays out of the log. */
function loggable(messageCode: string | null): string | null {
  if (messageCode === null) return null;
  return documentedCode(messageCode) === undefined ? 'a code that is not documented' : messageCode;
}

/** One sentence for whatever kept an order from being begun. */
function whyNotBegun(error: unknown): Phrase {
  const refusal = asLedgerRefusal(error);
  if (refusal !== null) return refusal.what;
  return {
    text: 'Not sent: the order could not be recorded ({0}). Nothing was billed.',
    args: [error instanceof Error ? error.message : String(error)],
  };
}
