import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { wordOfFormat } from '../../calls/documents/documentKinds.ts';
import {
  type DocumentQuestion,
  type DocumentWish,
  keepDocument,
  mostDocumentBytes,
} from '../../calls/documents/keepDocument.ts';
import { readableOf } from '../../calls/ports/damaged.ts';
import type { DocumentFacts, Fetched } from '../../calls/ports/documentPorts.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import { askRead } from '../asking/pressedUnread.ts';
import { askModal } from '../base/modal.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { bytesWord } from '../words/bytesWord.ts';
import { saveDocument } from './saveDocument.ts';

async function askFetch(host: string, sentOn: string | null): Promise<boolean> {
  const keep = vscode.l10n.t('Keep Document');
  const title =
    sentOn === null
      ? vscode.l10n.t('Fetch the document from {0} and keep it with the order?', host)
      : vscode.l10n.t('{0} redirects to {1}. Fetch the document from there?', sentOn, host);
  const detail = [
    vscode.l10n.t(
      '{0} is asked for it, also where it redirects to itself; no key and no cookie are sent.',
      host,
    ),
    vscode.l10n.t('Whether fetching it is billed is not known.'),
    vscode.l10n.t(
      'It is kept sealed with the order, up to {0}, and erased with it.',
      bytesWord(mostDocumentBytes, say),
    ),
  ].join('\n');
  return (await askRead(title, detail, [keep])) === keep;
}

async function askOdd({ host, what, size }: Extract<DocumentQuestion, { kind: 'odd' }>): Promise<boolean> {
  const keep = vscode.l10n.t('Keep Anyway');
  const title = vscode.l10n.t('What {0} sent does not look like a document. Keep it?', host);
  const detail = vscode.l10n.t(
    'Format: {0}, {1}. Expired links often lead to an error or sign-in page.',
    say(what),
    bytesWord(size, say),
  );
  return (await askModal(title, detail, keep)) === keep;
}

function ask(question: DocumentQuestion): Promise<boolean> {
  return question.kind === 'fetch' ? askFetch(question.host, question.sentOn) : askOdd(question);
}

async function underWay(
  host: string,
  work: (cancel: AbortSignal, came: (bytes: number) => void) => Promise<Fetched>,
): Promise<Fetched> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Fetching the document from {0}', host),
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    const listening = token.onCancellationRequested(() => stop.abort());
    try {
      return await work(stop.signal, (bytes) => progress.report({ message: bytesWord(bytes, say) }));
    } finally {
      listening.dispose();
    }
  });
}

/** Not awaited by whoever keeps: the message may stand for long. */
async function tell(
  services: Services,
  order: OrderId,
  { format, size, sha256 }: DocumentFacts,
  again: boolean,
): Promise<void> {
  const what = `${say(wordOfFormat(format))}, ${bytesWord(size, say)}`;
  const words = again
    ? vscode.l10n.t('The order already keeps this document: {0}.', what)
    : vscode.l10n.t('Kept, sealed with the order: {0}. It is listed on the order’s page.', what);
  const save = vscode.l10n.t('Save As…');
  if ((await vscode.window.showInformationMessage(words, save)) !== save) return;
  const kept = await (await services.ledger()).documents.list(order);
  const found = kept.find(({ facts }) => readableOf(facts)?.sha256 === sha256);
  if (found !== undefined) await saveDocument(services, order, found.id);
}

/** What is being fetched, by order and field: a second press is not a second request. */
const going = new Set<string>();

/** Asks, fetches and keeps; what went wrong is thrown as a sentence. */
export async function keepWithOrder(services: Services, wish: DocumentWish): Promise<void> {
  const name = `${wish.order} ${wish.field}`;
  if (going.has(name)) throw new Error(vscode.l10n.t('This document is being fetched already.'));
  going.add(name);
  try {
    const ledger = await services.ledger();
    const done = await keepDocument(wish, {
      fetcher: await services.documentFetcher(),
      documents: ledger.documents,
      ask,
      underWay,
      sha256: (body) => createHash('sha256').update(body).digest('hex'),
      now: services.now,
    });
    if (done.kind === 'failed') throw new Error(say(done.what));
    if (done.kind === 'kept') {
      tell(services, wish.order, done.facts, done.again).catch((error: unknown) => {
        void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      });
    }
  } finally {
    going.delete(name);
  }
}
