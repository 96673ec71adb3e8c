import * as z from 'zod/mini';
import { holdsDraft, mostDraftChars } from '../../contract/draftLength.ts';
import { longestFilter } from '../../contract/listFilter.ts';
import type { Reply } from '../../protocol/frames.ts';
import type { FormRequests, OrderRequests } from '../../protocol/messages.ts';
import { answerWith, type Inbound } from '../shell/inbound.ts';
import type { FormHandlers, OrderHandlers } from './pageHandlers.ts';
import '../shell/schemaWords.ts';

/** Longest text a page may send: far above any request, far below what would hurt the host. */
const maxText = 2_000_000;
/** Rows and cells unmasked one by one; who wants more unmasks all. */
const mostRevealed = 20_000;
const upTo = (length: number) => z.string().check(z.maxLength(length));
const id = upTo(200).check(z.minLength(1));
const text = upTo(maxText);

const draftShape = z.object({
  draftId: id,
  tab: z.enum(['form', 'json']),
  fields: z.record(upTo(200), text),
  json: text,
  asTyped: z.optional(z.array(upTo(200)).check(z.maxLength(1000))),
});
/** Each text may be as long as that, and all of them were 114 MB together. The page says so before it asks. */
const inAll = z.refine<z.infer<typeof draftShape>>(
  (one) => holdsDraft(one),
  `Too long: fields and JSON may have at most ${mostDraftChars} characters together`,
);
const draft = draftShape.check(inAll);
const submitted = z
  .extend(draftShape, { anyway: z.optional(z.boolean()), commanded: z.optional(z.boolean()) })
  .check(inAll);
const order = z.object({ orderId: id });
const place = z.int().check(z.gte(0));
const path = upTo(10_000);
const reveal = z.object({
  all: z.boolean(),
  rows: z.array(place).check(z.maxLength(mostRevealed)),
  cells: z.array(z.string().check(z.regex(/^\d{1,9}\/\d{1,4}$/))).check(z.maxLength(mostRevealed)),
});
const query = z.object({
  sort: z.nullable(z.object({ column: z.int().check(z.gte(-1)), down: z.boolean() })),
  filter: upTo(longestFilter),
  only: z.nullable(z.object({ column: place, text: upTo(1000) })),
});
const table = z.extend(order, { path, query, reveal });
const copy = z.discriminatedUnion('what', [
  z.extend(order, { what: z.literal('value'), path, revealed: z.boolean() }),
  z.extend(order, { what: z.enum(['raw', 'request', 'headers']), revealed: z.boolean() }),
  z.extend(table, { what: z.literal('table') }),
  z.extend(order, { what: z.literal('row'), row: place, path, reveal }),
  z.extend(order, { what: z.literal('cell'), row: place, column: place, path, reveal }),
]);

/** Of the answer that either kind of page shows. */
const ofAnswer = {
  'answer/reveal': z.object({ orderId: id, path: z.nullable(path) }),
  'answer/copyOrderId': order,
  'answer/openRaw': z.object({ orderId: id, masked: z.boolean() }),
  'answer/openLink': z.object({ url: upTo(4000) }),
  'answer/keepDocument': z.extend(order, { path }),
  'answer/rows': z.extend(table, { from: place, count: place.check(z.lte(500)) }),
  'answer/lines': z.extend(order, {
    revealed: z.boolean(),
    folded: z.array(place).check(z.maxLength(mostRevealed)),
    from: place,
    count: place.check(z.lte(1000)),
  }),
  'answer/copy': copy,
  'answer/saveTable': z.extend(table, { to: z.enum(['file', 'editor']) }),
};

/** What may come in from a form, method by method; a method without a schema does not compile. */
const ofForm: Inbound<FormRequests> = {
  'page/ready': z.null(),
  'draft/save': draft,
  'draft/check': draft,
  'draft/copyAs': draft,
  'draft/copyAgain': draft,
  'draft/recent': z.null(),
  'draft/onlyNew': z.null(),
  'draft/startEmpty': z.null(),
  'draft/saveAs': draft,
  'draft/editJson': draft,
  'call/submit': submitted,
  'call/cancel': z.null(),
  ...ofAnswer,
  'notice/openOrder': order,
  'notice/changeBudget': z.object({
    cure: z.enum(['budget', 'price', 'settings']),
    limit: z.nullable(
      z.enum(['session:calls', 'session:money', 'day:calls', 'day:money', 'month:calls', 'month:money']),
    ),
  }),
  'field/confirm': z.object({ name: upTo(200).check(z.minLength(1)) }),
  'environment/switch': z.null(),
  'environment/setKey': z.null(),
  'environment/editBaseUrl': z.null(),
  'environment/editPrices': z.null(),
  'order/act': z.extend(order, { action: z.enum(['copyQuote', 'recordOutcome']) }),
};

/** The same from the page of an order. */
const ofOrder: Inbound<OrderRequests> = {
  'page/ready': z.null(),
  ...ofAnswer,
  'order/sendAgain': order,
  'order/saveDocument': z.extend(order, { document: z.int() }),
  'support/write': z.extend(order, { at: z.int() }),
  'support/typed': z.extend(order, { text }),
  'support/leave': order,
  'support/keep': z.extend(order, { text }),
  'support/remove': z.extend(order, { at: z.int() }),
  'order/act': z.object({
    orderId: id,
    action: z.enum([
      ...(['copyQuote', 'recordOutcome', 'followUp', 'addSupport', 'note', 'openJson', 'compare'] as const),
      ...(['export', 'erase', 'revealInput', 'hideInput', 'revealSupport', 'hideSupport'] as const),
    ]),
  }),
};

export function replyToForm(raw: unknown, handlers: FormHandlers): Promise<Reply | null> {
  return answerWith<FormRequests>(ofForm, handlers, raw);
}

export function replyToOrder(raw: unknown, handlers: OrderHandlers): Promise<Reply | null> {
  return answerWith<OrderRequests>(ofOrder, handlers, raw);
}
