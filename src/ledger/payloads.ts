import type { AnswerHead, OrderPayloads, SealedAnswer, Timing } from '../calls/ports.ts';
import type { Phrase } from '../contract/words.ts';
import { open, type SealingKeys, seal } from './sealing.ts';

/** The small part of an answer, sealed as JSON beside the raw bytes of its body. */
interface HeadPart {
  readonly head: AnswerHead | null;
  readonly timing: Timing;
  readonly wireBytes: number;
  readonly failure: Phrase | null;
}

export const columns = { request: 'request_body', head: 'answer_head', body: 'answer_body', draft: 'body' } as const;

export function sealAnswer(
  key: Uint8Array,
  id: string,
  answer: SealedAnswer,
): { readonly head: Uint8Array; readonly body: Uint8Array } {
  const { head, timing, wireBytes, failure } = answer;
  const part: HeadPart = { head, timing, wireBytes, failure };
  return {
    head: seal(key, id, columns.head, Buffer.from(JSON.stringify(part), 'utf8')),
    body: seal(key, id, columns.body, answer.body),
  };
}

function bytesOf(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}

/** Opens what a row holds; `sealed` when the key that sealed it is gone or does not fit. */
export async function openPayloads(
  sealing: SealingKeys,
  id: string,
  row: Readonly<Record<string, unknown>>,
): Promise<OrderPayloads> {
  const key = typeof row.seal_id === 'string' ? await sealing.find(row.seal_id) : null;
  const request = bytesOf(row.request_body);
  if (key === null || request === null) return { kind: 'sealed' };
  const requestBody = open(key, id, columns.request, request);
  const head = bytesOf(row.answer_head);
  const body = bytesOf(row.answer_body);
  if (head === null || body === null) return { kind: 'open', requestBody, answer: null };
  // Authenticated by the seal: only this code can have written it.
  const part = JSON.parse(Buffer.from(open(key, id, columns.head, head)).toString('utf8')) as HeadPart;
  return { kind: 'open', requestBody, answer: { ...part, body: open(key, id, columns.body, body) } };
}
