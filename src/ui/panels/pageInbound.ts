import * as z from 'zod';
import type { FormRequests, OrderRequests, ToPage } from '../../protocol/messages.ts';
import { answerWith, type Inbound } from '../shell/inbound.ts';
import type { FormHandlers, OrderHandlers } from './pageHandlers.ts';

/** Longest text a page may send: far above any request, far below what would hurt the host. */
const maxText = 2_000_000;
/** Rows and cells unmasked one by one; who wants more unmasks all. */
const mostRevealed = 20_000;
const id = z.string().min(1).max(200);
const text = z.string().max(maxText);

const draft = z.object({
  draftId: id,
  tab: z.enum(['form', 'json']),
  fields: z.record(z.string().max(200), text),
  json: text,
  asTyped: z.array(z.string().max(200)).max(1000).optional(),
});
const order = z.object({ orderId: id });
const place = z.number().int().min(0);
const path = z.string().max(10_000);
const reveal = z.object({
  all: z.boolean(),
  rows: z.array(place).max(mostRevealed),
  cells: z.array(z.string().regex(/^\d{1,9}\/\d{1,4}$/)).max(mostRevealed),
});
const query = z.object({
  sort: z.object({ column: z.number().int().min(-1), down: z.boolean() }).nullable(),
  filter: z.string().max(1000),
  only: z.object({ column: place, text: z.string().max(1000) }).nullable(),
});
const table = order.extend({ path, query, reveal });
const copy = z.discriminatedUnion('what', [
  order.extend({ what: z.literal('value'), path, revealed: z.boolean() }),
  order.extend({ what: z.enum(['raw', 'request', 'headers']), revealed: z.boolean() }),
  table.extend({ what: z.literal('table') }),
  order.extend({ what: z.literal('row'), row: place, path, reveal }),
  order.extend({ what: z.literal('cell'), row: place, column: place, path, reveal }),
]);

/** Of the answer that either kind of page shows. */
const ofAnswer = {
  'answer/reveal': z.object({ orderId: id, path: z.string().max(10_000).nullable() }),
  'answer/copyOrderId': order,
  'answer/openRaw': z.object({ orderId: id, masked: z.boolean() }),
  'answer/openLink': z.object({ url: z.string().max(4000) }),
  'answer/keepDocument': order.extend({ path }),
  'answer/rows': table.extend({ from: place, count: place.max(500) }),
  'answer/lines': order.extend({
    revealed: z.boolean(),
    folded: z.array(place).max(mostRevealed),
    from: place,
    count: place.max(1000),
  }),
  'answer/copy': copy,
  'answer/saveTable': table.extend({ to: z.enum(['file', 'editor']) }),
  'lookup/quick': z.null(),
};

/** What may come in from a form, method by method; a method without a schema does not compile. */
const ofForm: Inbound<FormRequests> = {
  'page/ready': z.null(),
  'draft/save': draft,
  'draft/check': draft,
  'draft/copyAs': draft,
  'draft/copyAgain': draft,
  'draft/recent': z.null(),
  'draft/saveAs': draft,
  'draft/editJson': draft,
  'call/submit': draft.extend({ anyway: z.boolean().optional() }),
  'call/cancel': z.null(),
  ...ofAnswer,
  'notice/openOrder': order,
  'environment/switch': z.null(),
  'environment/setKey': z.null(),
  'environment/editPrices': z.null(),
  'order/act': order.extend({ action: z.literal('copyQuote') }),
};

/** The same from the page of an order. */
const ofOrder: Inbound<OrderRequests> = {
  'page/ready': z.null(),
  ...ofAnswer,
  'order/sendAgain': order,
  'order/saveDocument': order.extend({ document: z.number().int() }),
  'order/act': z.object({
    orderId: id,
    action: z.enum([
      ...(['copyQuote', 'recordOutcome', 'followUp', 'addSupport', 'note', 'openJson', 'compare'] as const),
      ...([
        'copyAgain',
        'export',
        'erase',
        'revealInput',
        'hideInput',
        'revealSupport',
        'hideSupport',
      ] as const),
    ]),
  }),
};

type Reply = Promise<Exclude<ToPage, { kind: 'event' }> | null>;

export function replyToForm(raw: unknown, handlers: FormHandlers): Reply {
  return answerWith<FormRequests>(ofForm, handlers, raw);
}

export function replyToOrder(raw: unknown, handlers: OrderHandlers): Reply {
  return answerWith<OrderRequests>(ofOrder, handlers, raw);
}
