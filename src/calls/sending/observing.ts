import type { Reading } from '../../contract/shapes.ts';
import type { Observed } from '../../shapes/model.ts';
import { observed } from '../../shapes/observed.ts';
import type { Exchange, NewOrder } from '../ports/ports.ts';
import type { SendingPorts } from './ports.ts';

/**
 * What a call teaches; null where no whole answer came. Bounded to some ten milliseconds, and no reason to keep an answer from being
 * settled: should it fail, nothing is learned, and the log says so.
 */
export function observedOf(
  { settings, log }: Pick<SendingPorts, 'settings' | 'log'>,
  order: Pick<NewOrder, 'operation' | 'requestBody'>,
  exchange: Exchange,
  reading: Reading,
  receivedAt: number,
): Observed | null {
  if (exchange.kind !== 'answered') return null;
  try {
    return observed({
      operation: settings.operation(order.operation),
      request: order.requestBody,
      reading,
      answer: exchange.body,
      headers: exchange.head.headers,
      receivedAt,
    });
  } catch (error) {
    // By name alone: whatever failed was made of an answer.
    log.warn('learning', error instanceof Error ? error.name : typeof error);
    return null;
  }
}
