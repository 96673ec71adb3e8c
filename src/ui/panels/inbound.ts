import * as z from 'zod';
import type {
  Failure,
  Handlers,
  HandlersOf,
  Method,
  RequestMap,
  Requests,
  ToPage,
} from '../../protocol/messages.ts';

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

/** What may come in, method by method; a method without a schema does not compile. */
export const inbound = {
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
  'notice/openOrder': order,
  'environment/switch': z.null(),
  'environment/setKey': z.null(),
  'environment/editPrices': z.null(),
  'lookup/quick': z.null(),
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
} satisfies Record<Method, z.ZodType>;

const frame = z.object({
  kind: z.literal('request'),
  id: z.number().int(),
  method: z.unknown(),
  params: z.unknown(),
});

/** A failure the page shows; anything else thrown becomes `internal` with the error's message. */
export class PageFailure extends Error {
  readonly code: Failure['code'];
  constructor(code: Failure['code'], message: string) {
    super(message);
    this.name = 'PageFailure';
    this.code = code;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof PageFailure) return { code: error.code, message: error.message };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

/** What may come in from a page, method by method. */
export type Inbound<R> = { readonly [M in keyof R]: z.ZodType };

async function dispatch<R extends RequestMap<R>, M extends keyof R>(
  method: M,
  params: unknown,
  schemas: Inbound<R>,
  handlers: HandlersOf<R>,
): Promise<unknown> {
  const parsed = schemas[method].safeParse(params ?? null);
  if (!parsed.success)
    throw new PageFailure('invalid', `${String(method)}: ${z.prettifyError(parsed.error)}`);
  // The schema of a method and its params type stand in one row each; zod's result is that row's type.
  const handler: (params: never) => Promise<unknown> = handlers[method];
  return handler(parsed.data as never);
}

/**
 * Answers one message of a page. Every request gets exactly one reply: a throw becomes a failure, a bad message too.
 * Returns null for what is no request at all (nobody waits for an answer then).
 */
export async function answerWith<R extends RequestMap<R>>(
  schemas: Inbound<R>,
  handlers: HandlersOf<R>,
  raw: unknown,
): Promise<Exclude<ToPage, { kind: 'event' }> | null> {
  const read = frame.safeParse(raw);
  if (!read.success) return null;
  const { id: requestId, method, params } = read.data;
  const isMethod = (value: unknown): value is keyof R =>
    typeof value === 'string' && Object.hasOwn(schemas, value);
  if (!isMethod(method)) {
    return { kind: 'failure', id: requestId, failure: { code: 'invalid', message: 'unknown method' } };
  }
  try {
    return { kind: 'result', id: requestId, result: await dispatch(method, params, schemas, handlers) };
  } catch (error) {
    return { kind: 'failure', id: requestId, failure: failureOf(error) };
  }
}

/** The same for the page of a form or an order. */
export function replyTo(raw: unknown, handlers: Handlers): ReturnType<typeof answerWith> {
  return answerWith<Requests>(inbound, handlers, raw);
}
