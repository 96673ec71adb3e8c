import assert from 'node:assert/strict';
import { Review, type ReviewMeans, type ReviewOptions } from '../../../../src/calls/batch/review.ts';
import { noChoices } from '../../../../src/calls/batch/reviewChoices.ts';
import type { Twins } from '../../../../src/calls/ports/batchPorts.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import { bulkEntries } from '../../../../src/contract/bulk.ts';
import { operationById } from '../../../../src/contract/operations.ts';

/** Prints that can be read; twins by the value they are of. */
export function means(twins: Readonly<Record<string, Twins>> = {}): ReviewMeans {
  return {
    fingerprint: async (_operation, body) => new TextDecoder().decode(body),
    inputPrint: async (operation, body) => {
      const whole = new TextDecoder().decode(body);
      return { whole, parts: bulkEntries(operation, whole) };
    },
    twins: async (_place, inputs) =>
      inputs.map(
        ({ whole }) =>
          Object.entries(twins).find(([value]) => whole.includes(value))?.[1] ?? {
            paid: [],
            pending: [],
          },
      ),
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

export const options: ReviewOptions = {
  operation: operationById('rc-advanced'),
  place: 'https://api.example.invalid',
  map: { rc_number: { column: 0 } },
  width: 2,
  chunk: 2,
};

export const rows = (...cells: readonly (readonly string[])[]) =>
  cells.map((one, index) => ({ line: index + 2, cells: one }));

export async function aReview(
  source: ReturnType<typeof rows>,
  twins: Readonly<Record<string, Twins>> = {},
  more: Partial<ReviewOptions> = {},
  kept = noChoices,
): Promise<Review> {
  const review = await Review.of(means(twins), { ...options, ...more }, source, kept, () => true);
  assert.ok(review !== null);
  return review;
}

export const groups = (review: Review) => review.rows.map(({ group }) => group);
export const sent = (review: Review) => review.rows.filter((row) => review.isSent(row)).map(({ row }) => row);

export const paid: Twins = { paid: [orderId('paid')], pending: [] };
export const open: Twins = { paid: [], pending: [orderId('open')] };
