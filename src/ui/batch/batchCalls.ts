import type { Sent } from '../../calls/batch/engine.ts';
import { paceOf, type Verdict } from '../../calls/batch/pace.ts';
import { bodyOf } from '../../calls/batch/rows.ts';
import type { BatchCall } from '../../calls/batchPorts.ts';
import type { Obstacle } from '../../calls/guard/obstacles.ts';
import type { GuardFacts } from '../../calls/guardPorts.ts';
import type { Settlement } from '../../calls/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { type Check, checkBefore, type Destination, isGuarded, planCall } from '../panels/callPlan.ts';
import type { CallRunner } from '../panels/callRunner.ts';
import type { Services } from '../services.ts';

/** What is known before a call leaves; `facts` with windows as much longer as calls may take to arrive. */
interface Look {
  readonly check: Check;
  readonly facts: GuardFacts;
}

/** What came of a call; its settlement is at hand even where the user keeps nothing. */
export interface Attempt {
  readonly sent: Sent;
  readonly settlement: Settlement | null;
}

/** Sends a batch's calls to one place, through the gate that every call goes through. */
export class BatchCalls {
  readonly operation: Operation;
  readonly to: Destination;
  private readonly services: Services;
  private readonly runner: CallRunner;

  constructor(services: Services, runner: CallRunner, operation: Operation, to: Destination) {
    this.services = services;
    this.runner = runner;
    this.operation = operation;
    this.to = to;
  }

  /**
   * @param body what would leave; null = any input
   * @param lagMs the service counts from when a call arrives, which is that much later than when it begins here
   */
  async lookAt(body: string | null, lagMs: number): Promise<Look> {
    const check = await checkBefore(this.services, this.operation, this.to, body);
    const windows = check.question.windows.map(({ ms, most }) => ({ ms: ms + lagMs, most }));
    const ledger = await this.services.ledger();
    return { check, facts: await ledger.guard({ ...check.question, windows }) };
  }

  async look(call: BatchCall, lagMs: number): Promise<Verdict> {
    const { check, facts } = await this.lookAt(this.body(call), lagMs);
    const pace = paceOf(call, facts);
    if (pace.kind === 'aside' || !isGuarded(this.to.environment)) return pace;
    const stop = check.obstacles.find(({ kind }) => kind === 'budget-stop');
    return stop === undefined ? pace : { kind: 'stop', why: stop.what };
  }

  /** The user's start accepted these very rows: of what stands in their way it passes the twins they chose to pass. */
  async send(call: BatchCall): Promise<Attempt> {
    const { services, operation, to } = this;
    const body = this.body(call);
    const { obstacles } = await checkBefore(services, operation, to, body);
    const accepted = new Set(obstacles.filter((one) => isAccepted(call, one)).map(({ id }) => id));
    const planned = await planCall(services, operation, to, call.draftId, body, accepted);
    const order = { ...planned.order, batch: { id: call.batch, row: call.call } };
    const result = await this.runner.run({ ...planned, order }, new AbortController().signal);
    if (result.kind === 'not-begun') return { sent: result, settlement: null };
    const { settlement, exchange } = result;
    const { outcome, messageCode } = settlement;
    const { connectedMs } = exchange.timing;
    return { sent: { kind: 'settled', outcome, messageCode, connectedMs }, settlement };
  }

  private body(call: BatchCall): string {
    return bodyOf(
      this.operation,
      call.rows.map(({ fields }) => fields),
    );
  }
}

function isAccepted(call: BatchCall, { kind }: Obstacle): boolean {
  if (kind === 'pending-twin') return call.pendingAccepted;
  return kind === 'paid-twin' && (call.paidAccepted || call.pendingAccepted);
}
