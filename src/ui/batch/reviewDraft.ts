import * as z from 'zod/mini';
import { noChoices } from '../../calls/batch/reviewChoices.ts';
import { operationIds } from '../../contract/operationIds.ts';
import { billings, type OperationId, outcomes } from '../../contract/words.ts';
import type { Origin } from './chooseRows.ts';
import type { ReviewChoices } from './reviewPlan.ts';

/** What the page leaves in the workbench's own storage: an id, never a value. */
export const leftState = z.object({ review: z.string().check(z.minLength(1), z.maxLength(200)) });

export const resultsChoice = z.enum(['csv-masked', 'csv-whole', 'ndjson-masked', 'ndjson-whole', 'none']);

export const sourceChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('column'), column: z.int().check(z.gte(0)) }),
  z.object({ kind: z.literal('value'), value: z.string().check(z.maxLength(10_000)) }),
  z.object({ kind: z.literal('none') }),
]);

export const operationId = z.enum(operationIds);
export const group = z.enum(['wrong', 'repeat', 'paid', 'open', 'ready']);

const rerunGroup = z.object({
  outcome: z.enum(outcomes),
  billing: z.enum(billings),
  messageCode: z.nullable(z.string()),
  rows: z.number(),
  calls: z.number(),
  again: z.enum(['free', 'billed']),
});

const cells = z.array(z.string());
// An earlier version kept none, and of a row left out its cells alone.
const nth = z._default(z.nullable(z.int().check(z.gte(0))), null);
const rowOut = z.union([
  z.object({ cells, nth }),
  z.pipe(
    cells,
    z.transform((given) => ({ cells: given, nth: null })),
  ),
]);
const kept = z.object({
  v: z.literal(1),
  origin: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), uri: z.string() }),
    z.object({ kind: z.literal('text'), name: z.string(), text: z.string(), uri: z.string() }),
    z.object({
      kind: z.literal('batch'),
      batch: z.string().check(z.minLength(1)),
      name: z.string(),
      identity: z.string(),
      origin: z.string(),
      groups: z.nullable(z.array(rerunGroup)),
      // An earlier version kept none.
      numbers: z._default(z.nullable(z.string()), null),
    }),
  ]),
  results: resultsChoice,
  choices: z.object({
    operation: operationId,
    header: z.nullable(z.boolean()),
    sources: z.nullable(z.record(z.string(), sourceChoice)),
    rows: z.object({
      corrections: z.array(z.object({ before: cells, nth, cells })),
      leftOut: z.array(rowOut),
      groupsOff: z.array(group),
    }),
  }),
});

/** A review as it is kept, sealed, while its page is open: enough to make it again from the file. */
export interface KeptReview {
  readonly origin: Origin;
  readonly results: z.infer<typeof resultsChoice>;
  readonly choices: ReviewChoices;
}

/** The first look at rows: nothing was chosen yet, wherever. */
export function newReview(origin: Origin, operation: OperationId): KeptReview {
  const choices = { operation, header: null, sources: null, rows: noChoices };
  return { origin, results: 'csv-masked', choices };
}

/** Longer texts of an editor are not kept; such a review is not brought back. */
const longestText = 2_000_000;

export function encodeReview(review: KeptReview): Uint8Array | null {
  const { origin } = review;
  if (origin.kind === 'text' && origin.text.length > longestText) return null;
  return new TextEncoder().encode(JSON.stringify({ v: 1, ...review }));
}

/** What stays of a review whose batch was started. */
const startedWord = 'started';

export function encodeStarted(): Uint8Array {
  return new TextEncoder().encode(startedWord);
}

export function isStarted(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes) === startedWord;
}

/** Null for what another version wrote. */
export function decodeReview(bytes: Uint8Array): KeptReview | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  const read = kept.safeParse(value);
  return read.success ? read.data : null;
}
