import * as z from 'zod/mini';
import type { ReviewRequests } from '../../protocol/batchReview.ts';
import type { Inbound } from '../shell/inbound.ts';
import { group, operationId, resultsChoice, sourceChoice } from './reviewDraft.ts';

const row = z.int().check(z.gte(0));
/** Of which plan. */
const plan = row;
const fieldName = z.string().check(z.maxLength(200));
/** What may come in from the review, method by method. */
export const reviewInbound: Inbound<ReviewRequests> = {
  'page/ready': z.null(),
  'review/operation': z.object({ operation: operationId }),
  'review/header': z.object({ header: z.boolean() }),
  'review/source': z.object({ field: fieldName, source: sourceChoice }),
  'review/show': z.object({ group, offset: row }),
  'review/chooseGroup': z.object({ plan, group, sent: z.boolean() }),
  'review/chooseRow': z.object({ plan, row, sent: z.boolean() }),
  'review/reveal': z.object({ plan, row }),
  'review/correct': z.object({
    plan,
    row,
    values: z.record(fieldName, z.string().check(z.maxLength(100_000))),
  }),
  'review/undo': z.object({ plan, row }),
  'review/results': z.object({ choice: resultsChoice }),
  'review/resultsFile': z.null(),
  'review/otherFile': z.null(),
  'review/openAtProblem': z.null(),
  'review/openOrder': z.object({ plan, row }),
  'review/setPrice': z.null(),
  'review/switchEnvironment': z.null(),
  'review/start': z.null(),
};
