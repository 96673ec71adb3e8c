import type { CallResult, PlannedCall } from '../../calls/placeCall.ts';
import { maskedInput } from '../../contract/masking.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { Services } from '../services.ts';
import { checkBefore, destination, planCall } from './callPlan.ts';
import type { CallRunner } from './callRunner.ts';
import { confirmCall } from './confirm.ts';

/** What somebody wants sent: a form, a quick lookup, another extension. */
export interface WantedCall {
  readonly operation: Operation;
  /** JSON exactly as it shall leave. */
  readonly body: string;
  /** A second call with the same one is refused by the ledger. */
  readonly draftId: string;
  /** Ask even where the session's confirmation holds: what other extensions start always asks. */
  readonly alwaysAsk: boolean;
}

export type GuardedResult =
  | { readonly kind: 'declined' }
  | { readonly kind: 'not-begun'; readonly why: Phrase }
  | {
      readonly kind: 'settled';
      readonly call: PlannedCall;
      readonly result: Extract<CallResult, { kind: 'settled' }>;
    };

/**
 * The one gate that every way of sending goes through: environment and key read afresh, preflight, the question where one
 * is due, then the call. `leaving` is told of the call just before it leaves and may hand out its cancellation.
 */
export async function guardedCall(
  services: Services,
  runner: CallRunner,
  want: WantedCall,
  leaving: (call: PlannedCall, abort: AbortController) => Promise<void>,
): Promise<GuardedResult> {
  const { operation, body, draftId, alwaysAsk } = want;
  const to = await destination(services);
  const check = await checkBefore(services, operation, to);
  const shown = maskedInput(operation, body);
  if (!(await confirmCall(operation, to, shown, check, alwaysAsk))) return { kind: 'declined' };
  // Planned only now: the question may have stood for minutes, and the deadline runs from the start of the call.
  const call = await planCall(services, operation, to, draftId, body);
  const abort = new AbortController();
  await leaving(call, abort);
  const result = await runner.run(call, abort.signal);
  return result.kind === 'settled' ? { kind: 'settled', call, result } : result;
}
