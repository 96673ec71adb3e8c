import { coverCode, coverId } from '../../contract/coverText.ts';
import { OwnInput } from '../../contract/ownInput.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Billing, Evidence, OperationId, Outcome } from '../../contract/words.ts';
import type { ObstacleKind } from '../guard/obstacles.ts';
import type { OrderId } from '../ports/ids.ts';
import type { EnvironmentKind } from '../ports/ports.ts';
import type { SendResult } from './wanted.ts';

/**
 * A result as other extensions and tasks get it. Nothing personal: the answer itself is opened by its id; a code or
 * order_id that holds what looks personal is covered.
 */
export interface PublicOutcome {
  /** Our id of the order, for `verificationExplorer.openOrder`; null when nothing was sent. */
  readonly id: OrderId | null;
  readonly operation: OperationId;
  /** What a sandbox calls billed cost nothing; null when nothing was sent. */
  readonly kind: EnvironmentKind | null;
  readonly outcome: Outcome;
  readonly billing: Billing;
  readonly evidence: Evidence;
  readonly messageCode: string | null;
  readonly orderId: string | null;
  readonly httpStatus: number | null;
  /** What stood in the way of a call that was not sent; null when it was sent, or when the user just gave up. */
  readonly stoppedBy: ObstacleKind | null;
}

function stopperOf(result: SendResult): ObstacleKind | null {
  if (result.kind === 'declined') return result.stoppedBy;
  return result.kind === 'stopped' ? (result.by[0]?.kind ?? null) : null;
}

/** @param asked with the user's request fields, which say what of the input is personal */
export function publicOutcome(asked: Operation, result: SendResult): PublicOutcome {
  const operation = asked.id;
  if (result.kind !== 'settled') {
    return {
      id: null,
      operation,
      kind: null,
      outcome: 'not-sent',
      billing: 'free',
      evidence: 'inferred',
      messageCode: null,
      orderId: null,
      httpStatus: null,
      stoppedBy: stopperOf(result),
    };
  }
  const { outcome, billing, evidence, messageCode, orderId, httpStatus } = result.settlement;
  const { id, kind, requestBody } = result.order;
  const own = new OwnInput(asked, new TextDecoder().decode(requestBody));
  const said = {
    messageCode: messageCode === null ? null : coverCode(messageCode, own),
    orderId: orderId === null ? null : coverId(orderId, own),
  };
  return { id, operation, kind, outcome, billing, evidence, ...said, httpStatus, stoppedBy: null };
}
