import type { Billing, Outcome } from './words.ts';

/**
 * The outcome as it may be named beside what is known of the money: the documents promise a refund for REQUEST_FAILED,
 * but an answer that says it was charged, or does not say, was not refunded as far as anybody knows.
 */
export function outcomeBeside(outcome: Outcome, billing: Billing): Outcome {
  return outcome === 'refunded' && (billing === 'billed' || billing === 'unknown') ? 'failed' : outcome;
}
