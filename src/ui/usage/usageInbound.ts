import * as z from 'zod/mini';
import { isDay, periodIds } from '../../calls/usage/usagePeriods.ts';
import type { UsageRequests } from '../../protocol/usage.ts';
import type { Inbound } from '../shell/inbound.ts';
import { asFilter, orderFilter } from './showOrders.ts';

const day = z.string().check(z.refine(isDay));
/** What the page shows, as it keeps it. */
export const usageChoice = z.object({
  environment: z.nullable(z.string().check(z.maxLength(200))),
  period: z.enum(periodIds),
  from: day,
  to: day,
});

/** What may come in from the usage page, method by method. */
export const usageInbound: Inbound<UsageRequests> = {
  'page/ready': z.null(),
  'usage/choose': usageChoice,
  'usage/showOrders': z.object({ filter: z.pipe(orderFilter, z.transform(asFilter)) }),
  'usage/exportCsv': z.null(),
  'usage/reconcile': z.null(),
};
