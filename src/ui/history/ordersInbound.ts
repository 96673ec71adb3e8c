import * as z from 'zod/mini';
import { orderPresets } from '../../calls/orders/orderPresets.ts';
import { commandIds } from '../../contributions.ts';
import type { OrdersAction, OrdersRequests } from '../../protocol/orders.ts';
import type { Inbound } from '../shell/inbound.ts';
import { orderColumnIds } from './ordersPageColumns.ts';

const sortNames = ['when', 'due', 'input', 'operation', 'environment', 'outcome', 'code', 'billing'] as const;
/** How the list is looked at, as the page keeps it. */
export const ordersChoice = z.object({
  preset: z.enum(orderPresets),
  environment: z.nullable(z.string().check(z.maxLength(200))),
  sort: z.object({ by: z.enum(sortNames), descending: z.boolean() }),
  group: z.enum(['none', 'day', 'operation']),
  columns: z.array(z.enum(orderColumnIds)).check(z.minLength(1), z.maxLength(orderColumnIds.length)),
});

/** Orders that are selected at once, at most. */
export const mostSelected = 5000;
const id = z.string().check(z.minLength(1), z.maxLength(200));
/** What can be done with the orders that are selected, by the command that does it. */
export const actions = {
  copyQuote: commandIds.copySupportQuote,
  note: commandIds.noteOrder,
  recordOutcome: commandIds.recordOutcome,
  followUp: commandIds.followUpOrder,
  compare: commandIds.compareOrders,
  copyOrderId: commandIds.copyOrderId,
  export: commandIds.exportOrders,
  erase: commandIds.eraseOrder,
} as const satisfies Record<OrdersAction, string>;
const actionNames = Object.keys(actions) as [OrdersAction, ...OrdersAction[]];

/** What may come in from the orders page, method by method. */
export const ordersInbound: Inbound<OrdersRequests> = {
  'page/ready': z.null(),
  'orders/choose': ordersChoice,
  'orders/find': z.object({ text: z.string().check(z.maxLength(100_000)) }),
  'orders/rows': z.object({ list: z.number(), after: z.nullable(z.string().check(z.maxLength(2000))) }),
  'orders/all': z.object({ list: z.number() }),
  'orders/open': z.object({ id }),
  'orders/act': z.object({
    action: z.enum(actionNames),
    ids: z.array(id).check(z.minLength(1), z.maxLength(mostSelected)),
  }),
  'orders/gone': z.object({ ids: z.array(id).check(z.maxLength(mostSelected)) }),
  'orders/columns': z.null(),
};
