import { isLoopbackName } from './loopback.ts';
import type { Phrase } from './words.ts';

/** A link that may be followed to a document, or why it may not. */
export type DocumentLink =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly why: Phrase };

function refuse(text: string, ...args: readonly string[]): DocumentLink {
  return { ok: false, why: { text, args } };
}

/**
 * Reads a link to a document: https without user name and password. The documents show no such link; that one stands in
 * `pdf_url` and `credit_report_link` is an assumption.
 * @param local the answer came from this computer, so that its links may lead to it, also by http
 */
export function readDocumentLink(text: string, local: boolean): DocumentLink {
  const url = URL.parse(text);
  if (url === null) return refuse('This is not a link to a document.');
  const here = isLoopbackName(url.hostname);
  if (url.protocol !== 'https:' && !(local && here && url.protocol === 'http:')) {
    return refuse('The link leads to {0}: only https links are followed.', `${url.protocol}//${url.host}`);
  }
  if (here && !local) {
    return refuse(
      'The link leads to {0}, which is this computer and not the service: it is not followed.',
      url.host,
    );
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'The link to {0} holds a user name or a password: it is not followed. Open it in the browser.',
      url.host,
    );
  }
  url.hash = '';
  return { ok: true, url };
}

/** Whether a text of an answer is a link as a whole; on `local` see readDocumentLink. */
export function isLink(text: string, local: boolean): boolean {
  return /^https?:\/\/\S+$/.test(text) && readDocumentLink(text, local).ok;
}
