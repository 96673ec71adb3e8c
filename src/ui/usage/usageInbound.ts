import * as z from 'zod';
import { isDay, periodIds } from '../../calls/usage/usagePeriods.ts';
import type { UsageRequests } from '../../protocol/usage.ts';
import type { Inbound } from '../panels/inbound.ts';
import { asFilter, orderFilter } from './showOrders.ts';

const day = z.string().refine(isDay);
/** What the page shows, as it keeps it. */
export const usageChoice = z.object({
  environment: z.string().max(200).nullable(),
  period: z.enum(periodIds),
  from: day,
  to: day,
});

/** What may come in from the usage page, method by method. */
export const usageInbound: Inbound<UsageRequests> = {
  'page/ready': z.null(),
  'usage/choose': usageChoice,
  'usage/showOrders': z.object({ filter: orderFilter.transform(asFilter) }),
  'usage/exportCsv': z.null(),
  'usage/reconcile': z.null(),
};
