import { type CallResult, type PlannedCall, placeCall } from '../../calls/placeCall.ts';
import type { Services } from '../services.ts';

const retryMs = 5000;

/**
 * Places calls for the pages and finishes what they began: a call goes on when its page closes, and an answer that
 * could not be written is written again until it is. Nothing here ever sends twice.
 */
export class CallRunner {
  private readonly services: Services;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(services: Services) {
    this.services = services;
  }

  async run(call: PlannedCall, cancel: AbortSignal): Promise<CallResult> {
    const { services } = this;
    const deps = {
      ledger: await services.ledger(),
      transport: await services.transport(),
      now: services.now,
    };
    const { order } = call;
    const name = `${order.id.slice(0, 8)} ${order.operation} · ${order.environment}`;
    services.log.info(`call ${name}: about to send`);
    const result = await placeCall(deps, call, cancel);
    if (result.kind === 'not-begun') {
      services.log.warn(`call ${name}: not begun`);
      return result;
    }
    const { settlement, exchange } = result;
    const code = settlement.messageCode ?? settlement.failureCode ?? settlement.outcome;
    const cause = exchange.kind === 'failed' ? ` · ${exchange.cause}` : '';
    const took = Math.round(settlement.totalMs);
    services.log.info(
      `call ${name}: ${settlement.outcome} · ${settlement.billing} · ${code} · ${took} ms${cause}`,
    );
    if (result.unsettled !== null) this.settleLater(call, result);
    return result;
  }

  private settleLater(call: PlannedCall, result: Extract<CallResult, { kind: 'settled' }>): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.settleNow(call, result);
    }, retryMs);
    timer.unref();
    this.timers.add(timer);
  }

  private async settleNow(
    call: PlannedCall,
    result: Extract<CallResult, { kind: 'settled' }>,
  ): Promise<void> {
    try {
      await (await this.services.ledger()).settle(call.order.id, result.settlement);
      this.services.log.info(`order ${call.order.id.slice(0, 8)}: settled late`);
    } catch (error) {
      this.services.log.warn(
        `order ${call.order.id.slice(0, 8)}: still not settled`,
        error instanceof Error ? error.message : '',
      );
      this.settleLater(call, result);
    }
  }

  dispose(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }
}
