import type { Sent } from '../../calls/batch/engine.ts';
import { paceOf, type Verdict } from '../../calls/batch/pace.ts';
import { bodyOf } from '../../calls/batch/rows.ts';
import type { BatchCall } from '../../calls/batchPorts.ts';
import type { GuardFacts, GuardQuestion } from '../../calls/guardPorts.ts';
import { localDay } from '../../calls/periods.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { type Destination, planCall, tailOf } from '../panels/callPlan.ts';
import type { CallRunner } from '../panels/callRunner.ts';
import type { Services } from '../services.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Sends a batch's calls to one place. */
export class BatchCalls {
  private readonly services: Services;
  private readonly runner: CallRunner;
  private readonly operation: Operation;
  private readonly to: Destination;

  constructor(services: Services, runner: CallRunner, operation: Operation, to: Destination) {
    this.services = services;
    this.runner = runner;
    this.operation = operation;
    this.to = to;
  }

  /** What the ledger knows that bounds the pace; without an input there are no twins. */
  async facts(fingerprint: string | null, lagMs: number): Promise<GuardFacts> {
    const ledger = await this.services.ledger();
    const { perMinute, perDay } = this.operation.limits;
    const facts = await ledger.guard(this.question(fingerprint, lagMs, perMinute, perDay));
    if (perMinute !== null || facts.learned === null) return facts;
    // The documents do not show the limit; a 429 came at its n-th call, so one less went through.
    const learned = Math.max(1, facts.learned.calls - 1);
    return ledger.guard(this.question(fingerprint, lagMs, learned, perDay));
  }

  private question(
    fingerprint: string | null,
    lagMs: number,
    perMinute: number | null,
    perDay: number | null,
  ): GuardQuestion {
    const now = this.services.now();
    return {
      operation: this.operation.id,
      environment: this.to.environment.name,
      keyTail: tailOf(this.to.key),
      fingerprint,
      now,
      day: localDay(now),
      session: this.services.session,
      // The service counts when a call arrives, which is later than when it begins here.
      windows: [
        { ms: minuteMs + lagMs, most: perMinute },
        { ms: dayMs + lagMs, most: perDay },
      ],
    };
  }

  private body(call: BatchCall): string {
    return bodyOf(
      this.operation,
      call.rows.map(({ fields }) => fields),
    );
  }

  async look(call: BatchCall, lagMs: number): Promise<Verdict> {
    const ledger = await this.services.ledger();
    const bytes = new TextEncoder().encode(this.body(call));
    const fingerprint = await ledger.fingerprint(this.operation.id, bytes);
    return paceOf(call, await this.facts(fingerprint, lagMs));
  }

  /** Through the same door as every other call. */
  async send(call: BatchCall): Promise<Sent> {
    const { services, operation, to } = this;
    const planned = await planCall(services, operation, to, call.draftId, this.body(call));
    const order = { ...planned.order, batch: { id: call.batch, row: call.call } };
    const question = this.question(order.fingerprint, 0, operation.limits.perMinute, operation.limits.perDay);
    const admit = (facts: GuardFacts): Phrase | null =>
      paceOf(call, facts).kind === 'go' ? null : { text: 'Something changed since the batch looked.' };
    const result = await this.runner.run(
      { ...planned, order, admission: { question, admit } },
      new AbortController().signal,
    );
    if (result.kind === 'not-begun') return result;
    const { outcome, messageCode } = result.settlement;
    return { kind: 'settled', outcome, messageCode, connectedMs: result.exchange.timing.connectedMs };
  }
}
