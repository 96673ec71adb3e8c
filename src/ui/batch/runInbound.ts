import * as z from 'zod/mini';
import type { RunRequests } from '../../protocol/batchRun.ts';
import type { Inbound } from '../shell/inbound.ts';

const row = z.int().check(z.gte(0));

/** What may come in from the page of a started batch, method by method. */
export const runInbound: Inbound<RunRequests> = {
  'page/ready': z.null(),
  'run/show': z.nullable(z.object({ group: z.nullable(z.string().check(z.maxLength(500))), offset: row })),
  'run/openOrder': z.object({ row }),
  'run/control': z.null(),
  'run/resume': z.null(),
  'run/again': z.null(),
  'run/openResults': z.null(),
  'run/writeResults': z.null(),
};
