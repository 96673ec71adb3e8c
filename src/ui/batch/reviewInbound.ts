import * as z from 'zod/mini';
import type { ReviewRequests } from '../../protocol/batchReview.ts';
import type { Inbound } from '../shell/inbound.ts';
import { group, operationId, resultsChoice, sourceChoice } from './reviewDraft.ts';

const row = z.int().check(z.gte(0));
const fieldName = z.string().check(z.maxLength(200));
/** What may come in from the review, method by method. */
export const reviewInbound: Inbound<ReviewRequests> = {
  'page/ready': z.null(),
  'review/operation': z.object({ operation: operationId }),
  'review/header': z.object({ header: z.boolean() }),
  'review/source': z.object({ field: fieldName, source: sourceChoice }),
  'review/show': z.object({ group, offset: row }),
  'review/chooseGroup': z.object({ group, sent: z.boolean() }),
  'review/chooseRow': z.object({ row, sent: z.boolean() }),
  'review/reveal': z.object({ row }),
  'review/correct': z.object({ row, values: z.record(fieldName, z.string().check(z.maxLength(100_000))) }),
  'review/undo': z.object({ row }),
  'review/results': z.object({ choice: resultsChoice }),
  'review/resultsFile': z.null(),
  'review/otherFile': z.null(),
  'review/openOrder': z.object({ row }),
  'review/setPrice': z.null(),
  'review/switchEnvironment': z.null(),
  'review/start': z.null(),
};
