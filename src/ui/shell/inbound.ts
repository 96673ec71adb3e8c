import * as z from 'zod/mini';
import type { Failure, HandlersOf, Reply, RequestMap } from '../../protocol/frames.ts';
import { requestId } from './replies.ts';

const frame = z.object({
  kind: z.literal('request'),
  id: requestId,
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
export type Inbound<R> = { readonly [M in keyof R]: z.ZodMiniType };

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
): Promise<Reply | null> {
  const read = frame.safeParse(raw);
  if (!read.success) return null;
  const { id, method, params } = read.data;
  const isMethod = (value: unknown): value is keyof R =>
    typeof value === 'string' && Object.hasOwn(schemas, value);
  if (!isMethod(method)) {
    return { kind: 'failure', id, failure: { code: 'invalid', message: 'unknown method' } };
  }
  try {
    return { kind: 'result', id, result: await dispatch(method, params, schemas, handlers) };
  } catch (error) {
    return { kind: 'failure', id, failure: failureOf(error) };
  }
}
