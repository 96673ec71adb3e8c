import { asDamaged, type Damaged, isDamaged } from '../calls/ports/damaged.ts';
import type { AnswerHead, OrderPayloads, SealedAnswer, Timing } from '../calls/ports/ports.ts';
import type { Phrase } from '../contract/words.ts';
import { pack, unpack } from './packing.ts';
import { openedOr, type SealingKeys, seal } from './sealing.ts';

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

type Row = Readonly<Record<string, unknown>>;

/** Every order that was settled has an answer, be it the sentence of a failure: `state` tells where the row brings it along. */
function wasAnswered({ state, answer_head, answer_body }: Row): boolean {
  return state === 'settled' || (answer_head ?? answer_body ?? null) !== null;
}

/** What names no key at all was never written so. */
async function keyOf(sealing: SealingKeys, seal: unknown): Promise<Uint8Array | Damaged | null> {
  return typeof seal === 'string' ? sealing.find(seal) : asDamaged;
}

async function openAnswer(key: Uint8Array | Damaged, id: string, row: Row): Promise<SealedAnswer | Damaged> {
  if (isDamaged(key)) return asDamaged;
  const head = openedOr(key, id, sealedColumns.head, row.answer_head);
  const body = openedOr(key, id, sealedColumns.body, row.answer_body);
  if (isDamaged(head) || isDamaged(body)) return asDamaged;
  const { packing, ...answer } = unsealed<HeadPart>(head);
  return { ...answer, body: packing === 'zstd' ? await unpack(body) : body };
}

/**
 * Opens a row of `payloads`; `sealed` when a key that sealed it is gone, `not-kept` when there is none. What is damaged in
 * it keeps nothing else closed, and is never the same as nothing.
 */
export async function openPayloads(
  sealing: SealingKeys,
  id: string,
  row: Row | undefined,
): Promise<OrderPayloads> {
  if (row === undefined) return { kind: 'not-kept' };
  const answered = wasAnswered(row);
  if (row.request_body === null && !answered) return { kind: 'not-kept' };
  const requestKey = await keyOf(sealing, row.request_seal);
  const answerKey = answered ? await keyOf(sealing, row.answer_seal) : null;
  if (requestKey === null || (answered && answerKey === null)) return { kind: 'sealed' };
  const requestBody = isDamaged(requestKey)
    ? asDamaged
    : openedOr(requestKey, id, sealedColumns.request, row.request_body);
  const answer = answerKey === null ? null : await openAnswer(answerKey, id, row);
  return isDamaged(requestBody) || isDamaged(answer)
    ? { kind: 'damaged', requestBody, answer }
    : { kind: 'open', requestBody, answer };
}
