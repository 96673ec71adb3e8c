import { maskedInput } from './masking.ts';
import { readingsOf } from './readings.ts';
import type { Operation } from './shapes.ts';

/** Readings that are named; a slip has two. */
const most = 3;

/**
 * What a request holds, masked: where a key is there more than once, each value that the service may read, since nobody knows which it
 * looks up. The history names such an order by the last one, as JSON.parse reads it, and keeps the prints of all.
 */
export function maskedReadings(operation: Operation, body: string): string {
  const whole = maskedInput(operation, body);
  // A size says nothing of a value, and each reading has another one.
  const told = readingsOf(body)
    .map((one) => maskedInput(operation, one))
    .filter((one) => !/^JSON, /.test(one));
  const named = [...new Set(told)];
  if (named.length < 2) return whole;
  const left = named.length > most ? ['…'] : [];
  return [...named.slice(0, most), ...left].join(' | ');
}
