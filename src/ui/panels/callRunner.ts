import * as vscode from 'vscode';
import { type CallResult, type PlannedCall, placeCall } from '../../calls/placeCall.ts';
import { messageCodeRow } from '../../contract/messageCodes.ts';
import { settings } from '../adapters/settings.ts';
import type { Services } from '../services.ts';
import { say } from '../translate.ts';

const retryMs = 5000;

/**
 * Places calls for the pages and finishes what they began: a call goes on when its page closes, and an answer that
 * could not be written is written again until it is. Nothing here ever sends twice.
 */
export class CallRunner {
  private readonly services: Services;
  /** Answers that are not on disk yet, each with the timer of its next attempt. */
  private readonly unwritten = new Map<NodeJS.Timeout, () => Promise<void>>();
  private readonly underWay = new Set<Promise<CallResult>>();

  constructor(services: Services) {
    this.services = services;
  }

  async run(call: PlannedCall, cancel: AbortSignal): Promise<CallResult> {
    const running = this.place(call, cancel);
    this.underWay.add(running);
    try {
      return await running;
    } finally {
      this.underWay.delete(running);
    }
  }

  /**
   * Resolves once every call that is out has been written, and an answer that could not be written was tried once more; the
   * ledger must not close before.
   */
  async finish(): Promise<void> {
    await Promise.allSettled(this.underWay);
    const last = [...this.unwritten];
    this.unwritten.clear();
    for (const [timer] of last) clearTimeout(timer);
    await Promise.allSettled(last.map(([, settle]) => settle()));
  }

  private async place(call: PlannedCall, cancel: AbortSignal): Promise<CallResult> {
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
    const code = loggable(settlement.messageCode) ?? settlement.failureCode ?? settlement.outcome;
    const cause = exchange.kind === 'failed' ? ` · ${exchange.cause}` : '';
    const took = Math.round(settlement.totalMs);
    services.log.info(
      `call ${name}: ${settlement.outcome} · ${settlement.billing} · ${code} · ${took} ms${cause}`,
    );
    if (result.unsettled !== null) {
      this.settleLater(call, result);
      offerToSave(result).catch((error: unknown) => services.log.error('save answer', String(error)));
    }
    if (result.unsettled === null) await this.forgetWhatIsNotKept();
    return result;
  }

  /** The user's choice to keep less holds from the moment an order is settled, not from the next start. */
  private async forgetWhatIsNotKept(): Promise<void> {
    const policy = settings.keepPolicy();
    if (policy.keep === 'everything') return;
    try {
      await (await this.services.ledger()).applyPolicy(policy, this.services.now());
    } catch (error) {
      this.services.log.warn('retention', error instanceof Error ? error.message : '');
    }
  }

  private settleLater(call: PlannedCall, result: Settled): void {
    const settle = (): Promise<void> => this.settleNow(call, result);
    const timer = setTimeout(() => {
      this.unwritten.delete(timer);
      void settle();
    }, retryMs);
    timer.unref();
    this.unwritten.set(timer, settle);
  }

  private async settleNow(call: PlannedCall, result: Settled): Promise<void> {
    try {
      const ledger = await this.services.ledger();
      const kept = await ledger.get(call.order.id);
      // Erased meanwhile, or written by an attempt whose confirmation was lost: nothing is owed any more.
      if (kept === null || kept.state === 'settled') return;
      await ledger.settle(call.order.id, result.settlement);
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
    for (const timer of this.unwritten.keys()) clearTimeout(timer);
  }
}

/** A code the documents list; any other text of the service could hold anything and stays out of the log. */
function loggable(messageCode: string | null): string | null {
  if (messageCode === null) return null;
  return messageCodeRow(messageCode) === undefined ? 'a code that is not documented' : messageCode;
}

type Settled = Extract<CallResult, { kind: 'settled' }>;

/** An answer that was paid for and cannot be written to the history can at least be saved where the user says. */
async function offerToSave(result: Settled): Promise<void> {
  if (result.unsettled === null) return;
  const save = vscode.l10n.t('Save Answer…');
  const answer = await vscode.window.showWarningMessage(say(result.unsettled), save);
  if (answer !== save) return;
  const target = await vscode.window.showSaveDialog({ saveLabel: vscode.l10n.t('Save Answer') });
  if (target !== undefined) await vscode.workspace.fs.writeFile(target, result.settlement.answer.body);
}
