import { readDocumentLink } from '../../contract/documentLink.ts';
import { isLoopbackName } from '../../contract/loopback.ts';
import type { Phrase } from '../../contract/words.ts';
import { readableOf } from '../ports/damaged.ts';
import type { DocumentFacts, DocumentFetcher, Fetched, KeptDocuments } from '../ports/documentPorts.ts';
import type { OrderId } from '../ports/ids.ts';
import { asLedgerRefusal, type Clock } from '../ports/ports.ts';
import { documentKind } from './documentKinds.ts';

/** Bytes, after decompression: far above any report, far below what would hurt the order history. */
export const mostDocumentBytes = 25_000_000;
const deadlineMs = 60_000;
const connectTimeoutMs = 15_000;
/** Hosts that send on to the next one. */
const mostHosts = 4;

/** What is kept: the document a value of an order's answer links to. */
export interface DocumentWish {
  readonly order: OrderId;
  /** Where the order's call went. */
  readonly origin: string;
  /** The path of the value: `data.result.pdf_url`. */
  readonly field: string;
  readonly link: string;
}

export type DocumentQuestion =
  /** `sentOn` = the host before it sends on to this one. */
  | { readonly kind: 'fetch'; readonly host: string; readonly sentOn: string | null }
  /** It came, and is not what one keeps. */
  | { readonly kind: 'odd'; readonly host: string; readonly what: Phrase; readonly size: number };

export interface KeepPorts {
  readonly fetcher: DocumentFetcher;
  readonly documents: KeptDocuments;
  /** Nobody but the user answers it. */
  ask(question: DocumentQuestion): Promise<boolean>;
  /** Shows that something is on its way, and a way to cancel it. */
  underWay(
    host: string,
    work: (cancel: AbortSignal, came: (bytes: number) => void) => Promise<Fetched>,
  ): Promise<Fetched>;
  sha256(body: Uint8Array): string;
  readonly now: Clock;
}

export type KeepResult =
  | { readonly kind: 'given-up' }
  /** `again` = the very same was kept before. */
  | { readonly kind: 'kept'; readonly facts: DocumentFacts; readonly again: boolean }
  | { readonly kind: 'failed'; readonly what: Phrase };

/** Whether an order went to this computer: then its documents may lie here. */
export function isLocalOrigin(origin: string): boolean {
  return isLoopbackName(URL.parse(origin)?.hostname ?? '');
}

/** Asks, fetches, and keeps what came with the order. Each host is asked about before anything is sent to it. */
export async function keepDocument(wish: DocumentWish, ports: KeepPorts): Promise<KeepResult> {
  const local = isLocalOrigin(wish.origin);
  const limits = { local, deadlineMs, connectTimeoutMs, maxBytes: mostDocumentBytes };
  let link = wish.link;
  let sentOn: string | null = null;
  for (let hosts = 0; hosts < mostHosts; hosts += 1) {
    const read = readDocumentLink(link, local);
    if (!read.ok) return { kind: 'failed', what: read.why };
    const { href: url, host } = read.url;
    if (!(await ports.ask({ kind: 'fetch', host, sentOn }))) return { kind: 'given-up' };
    const fetched = await ports.underWay(host, (cancel, came) =>
      ports.fetcher.fetch({ url, ...limits }, cancel, came),
    );
    if (fetched.kind === 'failed') {
      return fetched.cancelled ? { kind: 'given-up' } : { kind: 'failed', what: fetched.what };
    }
    if (fetched.kind === 'came') return keep(wish, host, fetched, ports);
    link = fetched.url;
    sentOn = host;
  }
  return { kind: 'failed', what: { text: 'The link redirects too often; nothing was kept.' } };
}

async function keep(
  { order, field }: DocumentWish,
  host: string,
  { contentType, body }: Extract<Fetched, { kind: 'came' }>,
  ports: KeepPorts,
): Promise<KeepResult> {
  const { word, extension: format, expected } = documentKind(contentType, body);
  const size = body.byteLength;
  if (!expected && !(await ports.ask({ kind: 'odd', host, what: word, size }))) return { kind: 'given-up' };
  const sha256 = ports.sha256(body);
  const facts: DocumentFacts = { at: ports.now(), field, host, contentType, format, size, sha256 };
  try {
    const before = (await ports.documents.list(order)).map(({ facts: kept }) => readableOf(kept));
    const same = before.find((one) => one?.sha256 === sha256 && one.field === field);
    if (same) return { kind: 'kept', facts: same, again: true };
    await ports.documents.keep(order, facts, body);
    return { kind: 'kept', facts, again: false };
  } catch (error) {
    // While it was on its way the order may have been erased, here or in another window.
    const why = asLedgerRefusal(error)?.what ?? (error instanceof Error ? error.message : String(error));
    return {
      kind: 'failed',
      what: { text: 'The document came, but could not be kept with its order: {0}', args: [why] },
    };
  }
}
