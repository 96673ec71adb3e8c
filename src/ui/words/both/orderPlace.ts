import type { OrderSummary } from '../../../calls/ports/ports.ts';
import type { Phrase } from '../../../contract/words.ts';

/** The environment of an order with its kind, where its name does not say that. @param say translates */
export function orderPlace(
  { environment, kind }: Pick<OrderSummary, 'environment' | 'kind'>,
  say: (phrase: Phrase) => string,
): string {
  if (environment.toLowerCase() === kind) return environment;
  return say({ text: kind === 'live' ? '{0} (live)' : '{0} (sandbox)', args: [environment] });
}
