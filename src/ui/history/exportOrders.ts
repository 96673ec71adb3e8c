import * as vscode from 'vscode';
import {
  type BodyText,
  csvHeader,
  csvLine,
  type ExportRow,
  flatRow,
  ndjsonLine,
  rawFileName,
} from '../../calls/orders/exportRows.ts';
import { type Damaged, isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { Ledger, OrderFilter, OrderSummary } from '../../calls/ports/ports.ts';
import { localDay } from '../../calls/usage/periods.ts';
import { maskedRequest, readableBody } from '../answers/rawView.ts';
import { ordersOf } from '../asking/chosenOrders.ts';
import { askModal } from '../base/modal.ts';
import type { Services } from '../base/services.ts';
import { placeWords, proposedPlace } from '../places/places.ts';
import { tellWritten } from '../places/tellWritten.ts';
import { makeFolder, writePieces, writeWhole } from '../places/writeWhole.ts';
import { countWords } from '../words/numberWords.ts';
import { isReduced } from '../words/reducedWords.ts';
import { sealedWords } from '../words/sealedWords.ts';
import { besideOf, damagedSentence, type ExportReading, keptContents, rowOf } from './exportContents.ts';

type Format = 'ndjson' | 'csv' | 'raw';

/** What is exported: chosen rows, or everything a filter lets through. */
export type ExportScope = { readonly ids: readonly OrderId[] } | { readonly filter: OrderFilter };

function maskedText(services: Services): BodyText {
  return (order, body, part, own) => {
    const operation = services.operation(order.operation);
    return part === 'request'
      ? maskedRequest(operation, body)
      : readableBody(operation, body, true, own ?? undefined);
  };
}

/** Text as it came; what is not UTF-8 leaves as base64 and says so. */
const wholeText: BodyText = (_order, body) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return `base64:${Buffer.from(body).toString('base64')}`;
  }
};

async function* ordersIn(ledger: Ledger, scope: ExportScope): AsyncIterable<OrderSummary> {
  if ('filter' in scope) {
    yield* ledger.scan(scope.filter);
    return;
  }
  for (const id of scope.ids) {
    const order = await ledger.get(id);
    if (order !== null) yield order;
  }
}

interface Job extends ExportReading {
  readonly scope: ExportScope;
  readonly masked: boolean;
  readonly maskedText: BodyText;
  readonly step: (count: number) => void;
  readonly cancelled: () => boolean;
  /** Told of each order that is in the file. */
  readonly met: (order: OrderSummary) => void;
  /** Told of each order without a body to export. */
  readonly bodiless: () => void;
}

async function writeLines(
  job: Job,
  place: vscode.Uri,
  head: string,
  line: (row: ExportRow) => string | Promise<string>,
): Promise<number | null> {
  let count = 0;
  async function* lines(): AsyncIterable<string> {
    if (head !== '') yield head;
    for await (const order of ordersIn(job.ledger, job.scope)) {
      if (job.cancelled()) return;
      yield await line(await rowOf(job, order, job.masked));
      job.met(order);
      count += 1;
      job.step(count);
    }
  }
  await writePieces(place, lines());
  return job.cancelled() ? null : count;
}

/** A folder of bodies, exactly the bytes that left and came. */
async function writeRaw(job: Job, folder: vscode.Uri): Promise<number | null> {
  await makeFolder(folder);
  let count = 0;
  for await (const order of ordersIn(job.ledger, job.scope)) {
    if (job.cancelled()) return null;
    const { payloads } = await keptContents(job, order);
    if (payloads?.kind === 'sealed') {
      const name = `${rawFileName(order, 'answer')}.sealed.txt`;
      await writePieces(vscode.Uri.joinPath(folder, name), [sealedWords()]);
    }
    if (payloads?.kind !== 'open' && payloads?.kind !== 'damaged') {
      job.bodiless();
      continue;
    }
    const write = (part: 'request' | 'answer', body: Uint8Array | Damaged): Promise<void> => {
      const name = rawFileName(order, part);
      // A file that holds what is no body must not be named as one.
      return isDamaged(body)
        ? writePieces(vscode.Uri.joinPath(folder, `${name}.damaged.txt`), [damagedSentence(payloads)])
        : writePieces(vscode.Uri.joinPath(folder, name), [body]);
    };
    if (payloads.kind === 'damaged') job.spoilt(order.id);
    await write('request', payloads.requestBody);
    const { answer } = payloads;
    if (answer !== null) await write('answer', isDamaged(answer) ? answer : answer.body);
    job.met(order);
    count += 1;
    job.step(count);
  }
  return count;
}

function write(job: Job, format: Format, place: vscode.Uri): Promise<number | null> {
  if (format === 'raw') return writeRaw(job, place);
  if (format === 'csv')
    return writeLines(job, place, csvHeader(), (row) => csvLine(flatRow(row).map(([, value]) => value)));
  const text = job.masked ? job.maskedText : wholeText;
  return writeLines(job, place, '', async (row) =>
    ndjsonLine({ ...row, beside: await besideOf(job, row.order) }, text),
  );
}

interface FormatItem extends vscode.QuickPickItem {
  readonly format: Format;
  readonly masked: boolean;
}

async function pickFormat(title: string): Promise<FormatItem | undefined> {
  const masked = vscode.l10n.t('personal data masked');
  const whole = vscode.l10n.t('with personal data');
  const items: FormatItem[] = [
    {
      label: 'NDJSON',
      description: masked,
      detail: vscode.l10n.t('One JSON object per line: everything kept of each order'),
      format: 'ndjson',
      masked: true,
    },
    {
      label: 'CSV',
      description: masked,
      detail: vscode.l10n.t('One row per order, without bodies; safe to open in a spreadsheet'),
      format: 'csv',
      masked: true,
    },
    {
      label: 'NDJSON',
      description: whole,
      detail: vscode.l10n.t('Requests as sent and answers as received, with your notes'),
      format: 'ndjson',
      masked: false,
    },
    {
      label: vscode.l10n.t('Folder of raw bodies'),
      description: whole,
      detail: vscode.l10n.t('Exactly the bytes sent and received'),
      format: 'raw',
      masked: false,
    },
  ];
  return vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Format'),
  });
}

async function confirmWhole(format: Format): Promise<boolean> {
  const go = vscode.l10n.t('Export With Personal Data');
  const detail =
    format === 'raw'
      ? vscode.l10n.t(
          'The export will hold names, addresses, phone numbers, Aadhaar, PAN, registration and credit data in the clear, readable by whoever gets it. API keys are never part of it.',
        )
      : vscode.l10n.t(
          'The export will hold names, addresses, phone numbers, Aadhaar, PAN, registration and credit data in the clear, readable by whoever gets it. API keys are never part of it.',
        );
  return (await askModal(vscode.l10n.t('Export without masking?'), detail, go)) === go;
}

/** Counted so far before an export; a history of more is exported all the same. */
const mostCounted = 1_000_000;

/**
 * How many orders a scope holds now.
 * @throws where none of those that were named is there any more
 */
async function countOf(ledger: Ledger, scope: ExportScope): Promise<number> {
  if ('ids' in scope) return (await ordersOf(ledger, scope.ids)).length;
  return ledger.countUpTo({ group: 'all', filter: scope.filter }, mostCounted + 1);
}

/** Says how much is handed on before anything of it is. */
function titleOf(count: number): string {
  if (count === 1) return vscode.l10n.t('Export 1 Order');
  return count > mostCounted
    ? vscode.l10n.t('Export More Than {0} Orders', countWords(mostCounted))
    : vscode.l10n.t('Export {0} Orders', countWords(count));
}

async function askTarget(title: string, format: Format, now: number): Promise<vscode.Uri | undefined> {
  const day = localDay(now);
  const name = format === 'raw' ? `orders-${day}-bodies` : `orders-${day}.${format}`;
  return vscode.window.showSaveDialog({
    title,
    saveLabel: vscode.l10n.t('Export'),
    ...proposedPlace(name),
  });
}

/** Says in words what a disk answers with a code. */
async function writeOrSay(job: Job, format: Format, target: vscode.Uri): Promise<number | null> {
  try {
    return await writeWhole(target, (place) => write(job, format, place));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(vscode.l10n.t('Nothing was written: {0}', why));
  }
}

interface Left {
  /** Documents that are not in the export. */
  documents: number;
  reduced: number;
  bodiless: number;
  readonly spoilt: Set<OrderId>;
}

function exportedWords(count: number | null, target: string, left: Left): string {
  const { documents, reduced, bodiless, spoilt } = left;
  if (count === null) return vscode.l10n.t('The export was cancelled; nothing was left behind.');
  const said = [
    count === 1
      ? vscode.l10n.t('1 order exported to {0}.', target)
      : vscode.l10n.t('{0} orders exported to {1}.', count, target),
  ];
  if (bodiless > 0) {
    said.push(
      bodiless === 1
        ? vscode.l10n.t('Bodies of 1 more order are not kept or cannot be opened.')
        : vscode.l10n.t('Bodies of {0} more orders are not kept or cannot be opened.', bodiless),
    );
  }
  if (documents > 0) {
    said.push(
      vscode.l10n.t('Kept documents are not included ({0}): save each from its order’s page.', documents),
    );
  }
  if (reduced > 0) {
    said.push(
      reduced === 1
        ? vscode.l10n.t('Only the last four digits of the Aadhaar number of 1 order are kept.')
        : vscode.l10n.t('Only the last four digits of the Aadhaar numbers of {0} orders are kept.', reduced),
    );
  }
  if (spoilt.size > 0) {
    said.push(
      spoilt.size === 1
        ? vscode.l10n.t('1 order is damaged in part; the export says what cannot be read.')
        : vscode.l10n.t('{0} orders are damaged in part; the export says what cannot be read.', spoilt.size),
    );
  }
  return said.join(' ');
}

export async function exportOrders(services: Services, scope: ExportScope): Promise<void> {
  const ledger = await services.ledger();
  const orders = await countOf(ledger, scope);
  if (orders === 0) {
    const isFiltered = 'filter' in scope && Object.keys(scope.filter).length > 0;
    void vscode.window.showInformationMessage(
      isFiltered
        ? vscode.l10n.t('Nothing to export: no order matches the filter.')
        : vscode.l10n.t('No orders yet.'),
    );
    return;
  }
  const title = titleOf(orders);
  const picked = await pickFormat(title);
  if (picked === undefined || (!picked.masked && !(await confirmWhole(picked.format)))) return;
  const target = await askTarget(title, picked.format, services.now());
  if (target === undefined) return;
  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: vscode.l10n.t('Exporting orders'),
  };
  const left: Left = { documents: 0, reduced: 0, bodiless: 0, spoilt: new Set() };
  const count = await vscode.window.withProgress(options, (progress, token) => {
    const step = (done: number): void => {
      if (done % 100 === 0) progress.report({ message: vscode.l10n.t('{0} orders', done) });
    };
    const job: Job = {
      ledger,
      scope,
      masked: picked.masked,
      maskedText: maskedText(services),
      operation: (id) => services.operation(id),
      step,
      leaves: (documents) => {
        left.documents += documents;
      },
      cancelled: () => token.isCancellationRequested,
      met: (order) => {
        if (isReduced(order)) left.reduced += 1;
      },
      bodiless: () => {
        left.bodiless += 1;
      },
      spoilt: (id) => {
        left.spoilt.add(id);
      },
    };
    return writeOrSay(job, picked.format, target);
  });
  const words = exportedWords(count, placeWords(target), left);
  if (count === null) void vscode.window.showInformationMessage(words);
  else void tellWritten(services, words, target, picked.format === 'raw');
}
