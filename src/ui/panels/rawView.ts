import { prettyJson } from '../../contract/jsonText.ts';
import { maskAt, requestMaskAt } from '../../contract/masking.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { AnswerView } from '../../protocol/messages.ts';

/** What a page shows of a raw body; the whole of it opens as a document. */
const pageChars = 100_000;
/** A document of more than this is of no use to an editor. */
const documentChars = 50_000_000;
/** Bytes that can be needed for so many characters, before anything is decoded. */
const bytesPerChar = 4;

function decode(body: Uint8Array, maxChars: number): string {
  const most = maxChars * bytesPerChar;
  return new TextDecoder().decode(body.byteLength > most ? body.subarray(0, most) : body);
}

function pretty(
  operation: Operation,
  body: Uint8Array,
  maxChars: number,
  masked: boolean,
  kindAt: typeof maskAt = maskAt,
): ReturnType<typeof prettyJson> {
  const maskOf = masked ? (path: readonly string[]) => kindAt(operation, path) : undefined;
  return prettyJson(decode(body, maxChars), { maxChars, mask: maskOf });
}

/** The start of a body for the Raw tab, masked unless everything was revealed. */
export function rawView(operation: Operation, body: Uint8Array, revealed: boolean): AnswerView['raw'] {
  const shown = pretty(operation, body, pageChars, !revealed);
  const cut = body.byteLength > pageChars * bytesPerChar;
  return {
    text: shown.text,
    shownBytes: shown.truncated || cut ? Math.min(shown.text.length, body.byteLength) : body.byteLength,
    totalBytes: body.byteLength,
    masked: shown.masked,
  };
}

/** The whole body for a read-only document. */
export function readableBody(operation: Operation, body: Uint8Array, masked: boolean): string {
  return pretty(operation, body, documentChars, masked).text;
}

/** A request in one piece, masked by the fields the request has. */
export function maskedRequest(operation: Operation, body: Uint8Array): string {
  return pretty(operation, body, documentChars, true, requestMaskAt).text;
}
