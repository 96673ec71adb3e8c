import type { AnswerHead, OrderPayloads, SealedAnswer, Timing } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';
import { pack, unpack } from './packing.ts';
import { open, type SealingKeys, seal } from './sealing.ts';

/** The small part of an answer, sealed as JSON beside the raw bytes of its body. */
interface HeadPart {
  readonly head: AnswerHead | null;
  readonly timing: Timing;
  readonly wireBytes: number;
  readonly failure: Phrase | null;
  readonly oddities?: readonly Phrase[];
  /** How the body was packed before it was sealed; absent = not at all. */
  readonly packing?: 'zstd';
}

export const sealedColumns = {
  request: 'request_body',
  head: 'answer_head',
  body: 'answer_body',
  draft: 'body',
  aadhaar: 'aadhaar',
} as const;

import { unsealed } from './written.ts';

export async function sealAnswer(
  key: Uint8Array,
  id: string,
  answer: SealedAnswer,
): Promise<{ readonly head: Uint8Array; readonly body: Uint8Array }> {
  const { head, timing, wireBytes, failure, oddities } = answer;
  const packed = await pack(answer.body);
  const part: HeadPart = {
    head,
    timing,
    wireBytes,
    failure,
    ...(oddities === undefined ? {} : { oddities }),
    ...(packed === null ? {} : { packing: 'zstd' }),
  };
  return {
    head: seal(key, id, sealedColumns.head, Buffer.from(JSON.stringify(part), 'utf8')),
    body: seal(key, id, sealedColumns.body, packed ?? answer.body),
  };
}

export function bytesOf(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}

/** Opens a row of `payloads`; `sealed` when a key that sealed it is gone, `not-kept` when there is none. */
export async function openPayloads(
  sealing: SealingKeys,
  id: string,
  row: Readonly<Record<string, unknown>> | undefined,
): Promise<OrderPayloads> {
  const request = bytesOf(row?.request_body);
  if (row === undefined || request === null) return { kind: 'not-kept' };
  const requestKey = await sealing.find(String(row.request_seal));
  if (requestKey === null) return { kind: 'sealed' };
  const requestBody = open(requestKey, id, sealedColumns.request, request);
  const head = bytesOf(row.answer_head);
  const body = bytesOf(row.answer_body);
  if (head === null || body === null) return { kind: 'open', requestBody, answer: null };
  const key = await sealing.find(String(row.answer_seal));
  if (key === null) return { kind: 'sealed' };
  const part = unsealed<HeadPart>(open(key, id, sealedColumns.head, head));
  const { packing, ...answer } = part;
  const opened = open(key, id, sealedColumns.body, body);
  const whole = packing === 'zstd' ? await unpack(opened) : opened;
  return { kind: 'open', requestBody, answer: { ...answer, body: whole } };
}
