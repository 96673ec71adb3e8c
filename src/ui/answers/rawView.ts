import { prettyJson, prettyJsonInTurns } from '../../contract/jsonText.ts';
import type { PrettyText } from '../../contract/looseText.ts';
import type { MaskAs } from '../../contract/masker.ts';
import { maskAt, requestMaskAt } from '../../contract/masking.ts';
import { OwnInput } from '../../contract/ownInput.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { AnswerView } from '../../protocol/messages.ts';

/** A body of no more than this comes with the snapshot. */
const pageChars = 100_000;
/** Of a larger one the lines in view are asked for: this is shown until they come, and stands in the way of the answer. */
const startChars = 10_000;
/** A document of more than this is of no use to an editor. */
const documentChars = 50_000_000;
/** Bytes that can be needed for so many characters, before anything is decoded. */
const bytesPerChar = 4;

function decode(body: Uint8Array, maxChars: number): string {
  const most = maxChars * bytesPerChar;
  return new TextDecoder().decode(body.byteLength > most ? body.subarray(0, most) : body);
}

/** How what is masked is shown. */
export interface Masking {
  readonly maskAs?: MaskAs | undefined;
  /** What was asked about; covered wherever the answer repeats it. */
  readonly own?: OwnInput | undefined;
}

/** What was asked about, of a request that is kept. */
export function askedAbout(operation: Operation, requestBody: Uint8Array | null): OwnInput {
  return new OwnInput(operation, requestBody === null ? null : new TextDecoder().decode(requestBody));
}

function pretty(
  operation: Operation,
  body: Uint8Array,
  maxChars: number,
  masked: boolean,
  { kindAt = maskAt, maskAs, own }: Masking & { readonly kindAt?: typeof maskAt } = {},
): ReturnType<typeof prettyJson> {
  const maskOf = masked ? (path: readonly string[]) => kindAt(operation, path) : undefined;
  return prettyJson(decode(body, maxChars), { maxChars, mask: maskOf, maskAs, own });
}

/** The start of a body for the Raw tab, masked unless everything was revealed. */
export function rawView(
  operation: Operation,
  body: Uint8Array,
  revealed: boolean,
  masking?: Masking,
): AnswerView['raw'] {
  const isLarge = body.byteLength > pageChars;
  const shown = pretty(operation, body, isLarge ? startChars : pageChars, !revealed, masking);
  const isPart = isLarge || shown.truncated;
  return {
    text: shown.text,
    // Laid out, a part may have more characters than the whole has bytes.
    shownBytes: isPart ? Math.min(shown.text.length, body.byteLength - 1) : body.byteLength,
    totalBytes: body.byteLength,
    // Whatever the rest holds is masked as well.
    masked: shown.masked || (isPart && !revealed),
  };
}

/** The same, with pauses in which others get their turn: a large answer takes seconds. */
export function bodyTextInTurns(
  operation: Operation,
  body: Uint8Array,
  masked: boolean,
  masking: Masking,
): Promise<PrettyText> {
  const mask = masked ? (path: readonly string[]) => maskAt(operation, path) : undefined;
  const options = { ...masking, maxChars: documentChars, mask };
  return prettyJsonInTurns(decode(body, documentChars), options, () => new Promise((go) => setImmediate(go)));
}

/** The whole body, and whether it is JSON. */
export function bodyText(
  operation: Operation,
  body: Uint8Array,
  masked: boolean,
  masking?: Masking,
): { readonly text: string; readonly json: boolean } {
  return pretty(operation, body, documentChars, masked, masking);
}

/** The whole body for a read-only document. */
export function readableBody(
  operation: Operation,
  body: Uint8Array,
  masked: boolean,
  own?: OwnInput,
): string {
  return pretty(operation, body, documentChars, masked, { own }).text;
}

/** A request laid out, masked unless it is to be shown in clear: by the fields it has, and what they hold wherever it repeats that. */
export function requestText(
  operation: Operation,
  body: Uint8Array,
  maxChars: number,
  masked: boolean,
): { readonly text: string; readonly masked: boolean } {
  const own = new OwnInput(operation, masked ? new TextDecoder().decode(body) : null, true);
  return pretty(operation, body, maxChars, masked, { kindAt: requestMaskAt, own });
}

/** A request in one piece, masked. */
export function maskedRequest(operation: Operation, body: Uint8Array): string {
  return requestText(operation, body, documentChars, true).text;
}
