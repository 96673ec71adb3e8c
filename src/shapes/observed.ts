import { documentedCode } from '../contract/documentedCodes.ts';
import { maskBelow } from '../contract/listColumns.ts';
import { requestMaskAt } from '../contract/masking.ts';
import { otherIdentifier } from '../contract/otherIdentifier.ts';
import { maskKindByLook } from '../contract/personalText.ts';
import { resultValues } from '../contract/resultValues.ts';
import { readRetryAfter } from '../contract/retryAfter.ts';
import type { Operation, Reading } from '../contract/shapes.ts';
import { noCode, type Observed, type RetryAfterForm, shortForm } from './model.ts';
import { observe } from './observe.ts';
import { PersonalWords } from './personalWords.ts';
import { isKnownWord, nameWords } from './words.ts';

/** One settled call, as far as it teaches. Null = there was none, or it did not come whole. */
export interface CallSeen {
  readonly operation: Operation;
  /** What was sent: text or bytes. */
  readonly request: string | Uint8Array | null;
  /** Without its result that is read from the answer. */
  readonly reading: Pick<Reading, 'shape' | 'messageCode'> & Partial<Pick<Reading, 'result'>>;
  readonly answer: string | Uint8Array | null;
  /** Of the answer, names in any case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** An Aadhaar number was reduced since: where the answer had it, nothing more is known. */
  readonly isReduced?: boolean;
  /** Ms since the epoch; a Retry-After may name a year by two digits. */
  readonly receivedAt: number;
}

/** Also a field with choices of which nobody said so: it may hold what is none of them, and that is not to be learned. */
function isPersonalField(operation: Operation, path: readonly string[]): boolean {
  const name = path.join('.');
  return (
    isPersonal(requestMaskAt(operation, path)) ||
    operation.requestFields.some((field) => field.name === name && field.maskUnsaid === true)
  );
}

/** What one call teaches. Nothing that was asked about is kept as a key or value of either side. */
export function observed(call: CallSeen): Observed {
  const { operation, request, reading, answer, headers, receivedAt, isReduced = false } = call;
  const asked = new PersonalWords();
  /** Asked about, and perhaps without a word that is remembered, as a short plate is. */
  const identifiers = new Set<string>();
  const sent =
    request === null
      ? null
      : observe(request, {
          // What stands below a field is as personal as the field.
          isPersonal: (keys) => keys.some((_, index) => isPersonalField(operation, keys.slice(0, index + 1))),
          words: new PersonalWords(),
          meet: (text) => {
            asked.add(text);
            const one = compact(text);
            if (one.length >= 4 && /\d/.test(one) && /[a-z]/.test(one)) identifiers.add(one);
          },
        });
  const came =
    answer === null
      ? null
      : observe(answer, {
          isPersonal: (keys) => isPersonal(maskBelow(operation, keys)),
          words: asked,
          isCover: (text) => isReduced && /^x{8}\d{4}0*$/.test(compact(text)),
        });
  return {
    // After the answer has said whose names it holds.
    code: codeOf(reading, asked, identifiers),
    request: isForOther(call) ? null : sent,
    answer: came,
    retryAfter: retryAfterForm(headers, receivedAt),
  };
}

/** The service read another identifier than was asked, so that the request says nothing of the fields that it takes. */
function isForOther({ operation, request, reading, answer }: CallSeen): boolean {
  if (request === null || answer === null) return false;
  const { result = resultValues(operation, textOf(answer)) } = reading;
  return otherIdentifier(operation, textOf(request), result ?? []) !== null;
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

function isPersonal(kind: unknown): boolean {
  return kind !== null && kind !== undefined;
}

/** Letters and digits alone, for an identifier may be spelt with others between them. */
function compact(text: string): string {
  return text.length > 100 ? '' : text.toLowerCase().replace(/[^a-z\d]+/g, '');
}

const codeLike = /^[A-Z][A-Z0-9_]{0,63}$/;

/** A code the documents do not list may hold anything: it is kept if it is a word or some that codes are made of. */
function codeOf(
  { shape, messageCode }: CallSeen['reading'],
  asked: PersonalWords,
  identifiers: ReadonlySet<string>,
): string {
  if (shape === 'short-429') return shortForm;
  if (messageCode === null) return noCode;
  if (documentedCode(messageCode) !== undefined) return messageCode;
  const isCode =
    codeLike.test(messageCode) &&
    (messageCode.match(/\d/g)?.length ?? 0) <= 3 &&
    maskKindByLook(messageCode) === null &&
    !asked.has(messageCode) &&
    [...identifiers].every((one) => !compact(messageCode).includes(one)) &&
    nameWords(messageCode).some(isKnownWord);
  return isCode ? messageCode : noCode;
}

function retryAfterForm(headers: CallSeen['headers'], receivedAt: number): RetryAfterForm | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? null;
  const { kind } = readRetryAfter(value, receivedAt);
  if (kind === 'absent') return null;
  return kind === 'unreadable' ? 'other' : kind;
}
