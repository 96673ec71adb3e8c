import type { Phrase } from '../../contract/words.ts';
import type { Damaged } from './damaged.ts';
import type { OrderId } from './ids.ts';

/** One document to be fetched; no key and no cookie go along. */
export interface DocumentRequest {
  readonly url: string;
  /** The answer came from this computer: then, and only then, its documents may lie here. */
  readonly local: boolean;
  /** For everything together, ms. */
  readonly deadlineMs: number;
  readonly connectTimeoutMs: number;
  /** After decompression. */
  readonly maxBytes: number;
}

/** What became of it; never thrown. */
export type Fetched =
  | { readonly kind: 'came'; readonly contentType: string; readonly body: Uint8Array }
  /** It lies on another host, which was not contacted. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | {
      readonly kind: 'failed';
      readonly cancelled: boolean;
      /** What and what to do, in a sentence; names the host, never the address. */
      readonly what: Phrase;
    };

/** One GET each, with redirects on the same host; no retry. */
export interface DocumentFetcher {
  /** @param came bytes that have come so far, for a progress */
  fetch(request: DocumentRequest, cancel: AbortSignal, came: (bytes: number) => void): Promise<Fetched>;
}

/** What is known of a document; kept sealed beside it. */
export interface DocumentFacts {
  /** When it was kept, ms since the epoch. */
  readonly at: number;
  /** The path of the link in the answer: `data.result.pdf_url`. */
  readonly field: string;
  /** Host and port it came from. */
  readonly host: string;
  /** As its host says, without parameters; '' where it does not say. */
  readonly contentType: string;
  /** What it is, by what it holds; the extension of a file. */
  readonly format: string;
  /** Bytes. */
  readonly size: number;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}

export interface KeptDocument {
  /** Within the ledger. */
  readonly id: number;
  /** Null when the key that sealed it is gone. */
  readonly facts: DocumentFacts | Damaged | null;
}

/** Documents that are kept sealed with their orders; they go with the order's answer, and with the order. */
export interface KeptDocuments {
  /** @throws when the order, or its answer, is not kept any more */
  keep(order: OrderId, facts: DocumentFacts, body: Uint8Array): Promise<void>;
  /** Oldest first; reads none of the documents themselves. */
  list(order: OrderId): Promise<readonly KeptDocument[]>;
  /** Null when it, or the key that sealed it, is gone. */
  open(order: OrderId, id: number): Promise<Uint8Array | Damaged | null>;
  /** How many are kept with the order. */
  count(order: OrderId): Promise<number>;
}
