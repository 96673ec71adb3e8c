import { sandboxEnvironment } from '../../calls/environments/environments.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { RequestView } from '../../protocol/contents.ts';
import { reducedNote } from '../words/reducedNote.ts';
import { requestText } from './rawView.ts';

/** More of a request than any form can make. */
const mostChars = 2_000_000;

/** A short key is kept without its end, and that of the embedded sandbox, whose name nobody else may bear, not at all. */
function hadKey({ keyTail, kind, environment }: OrderSummary): boolean {
  return keyTail !== null || (kind === 'sandbox' && environment === sandboxEnvironment.name);
}

function headersOf(order: OrderSummary): [string, string][] {
  const key = hadKey(order) ? `Bearer ••••••${order.keyTail ?? ''}` : null;
  const others: [string, string][] = [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/json'],
  ];
  return key === null ? others : [['Authorization', key], ...others];
}

function notesOf(order: OrderSummary, body: Uint8Array | null, say: (phrase: Phrase) => string): string[] {
  const notes = [
    say({
      text: 'Only the scheme, host and port of the address are kept; a path in the base URL is not shown.',
    }),
    say({ text: 'Not kept: Host, Content-Length, Connection, and the version in User-Agent.' }),
  ];
  if (!hadKey(order)) notes.push(say({ text: 'No key was sent.' }));
  if (body !== null && order.aadhaarReducedAt !== null) notes.unshift(say(reducedNote));
  if (body === null) notes.push(say({ text: 'The body is not kept, or cannot be opened here.' }));
  if (order.outcome === 'not-sent')
    notes.unshift(say({ text: 'Not sent: this is the request as prepared.' }));
  return notes;
}

/** The request as it left, from what is kept of the order and what the client sends with every call; the key covered. */
export function requestView(
  order: OrderSummary,
  operation: Operation,
  body: Uint8Array | null,
  revealed: boolean,
  say: (phrase: Phrase) => string,
): RequestView {
  const { text, masked } =
    body === null ? { text: '', masked: false } : requestText(operation, body, mostChars, !revealed);
  return {
    method: operation.method,
    url: `${order.origin}${operation.path}`,
    headers: headersOf(order),
    body: text,
    masked,
    bytes: body?.byteLength ?? 0,
    notes: notesOf(order, body, say),
  };
}
