import type { ExportBeside, ExportRow, KeptText } from '../../calls/orders/exportRows.ts';
import { keptRequestOf } from '../../calls/orders/payloadParts.ts';
import { isDamaged } from '../../calls/ports/damaged.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { SupportText } from '../../calls/ports/listPorts.ts';
import type { Ledger, OrderEvent, OrderPayloads, OrderSummary } from '../../calls/ports/ports.ts';
import type { Operation } from '../../contract/shapes.ts';
import { askedAbout } from '../answers/rawView.ts';
import { say } from '../words/both/translate.ts';
import { damagedPhrase, damagedWords } from '../words/damagedWords.ts';
import { sealedWords } from '../words/sealedWords.ts';

/** Where what is exported of an order is read, and who is told what of it stays behind. */
export interface ExportReading {
  readonly ledger: Ledger;
  readonly operation: (id: Operation['id']) => Operation;
  /** So many documents of an order are not exported. */
  readonly leaves: (documents: number) => void;
  /** Something of this order is damaged. */
  readonly spoilt: (id: OrderId) => void;
}

/** What was sent and came of an order, and how many documents are kept with it, which stay here. */
export async function keptContents(
  { ledger, leaves }: ExportReading,
  order: OrderSummary,
): Promise<Required<Pick<ExportRow, 'payloads' | 'documents'>>> {
  const documents = order.payloadsKept ? await ledger.documents.count(order.id) : 0;
  leaves(documents);
  return { documents, payloads: order.payloadsKept ? await ledger.payloads(order.id) : null };
}

/** What every form of export but that of raw bodies tells of an order. */
export async function rowOf(job: ExportReading, order: OrderSummary, masked: boolean): Promise<ExportRow> {
  const { ledger, operation } = job;
  // A note is the user's own words and may name a person.
  const kept = order.hasNote && !masked ? ((await ledger.readNote(order.id)) ?? sealedWords()) : '';
  const note = isDamaged(kept) ? damagedWords.note() : kept;
  const { payloads, documents } = await keptContents(job, order);
  const damaged = damagedSentence(payloads);
  if (isDamaged(kept) || damaged !== '') job.spoilt(order.id);
  const row = { order, note, payloads, documents, damaged };
  if (!masked) return { ...row, exact: true };
  return { ...row, own: askedAbout(operation(order.operation), keptRequestOf(payloads)) };
}

/** '' where nothing of them is damaged. */
export function damagedSentence(payloads: OrderPayloads | null): string {
  const phrase = damagedPhrase(payloads);
  return phrase === null ? '' : say(phrase);
}

/** None for what is no record of the user. */
function recordedIn(event: OrderEvent): ExportBeside['recorded'] {
  if (event.kind !== 'resolved') return [];
  const { resolution, damaged } = event;
  return [
    {
      at: event.at,
      outcome: resolution.outcome,
      note: damaged?.note === true ? damagedWords.note() : resolution.note,
      answer: damaged?.pasted === true ? damagedWords.pasted() : resolution.pasted,
    },
  ];
}

function supportText({ body }: SupportText): KeptText {
  if (body === null) return sealedWords();
  return isDamaged(body) ? damagedWords.support() : body;
}

/** What came of an order beside its answer: it may be all that a paid call brought. */
export async function besideOf(
  { ledger, spoilt }: ExportReading,
  { id, resolved }: OrderSummary,
): Promise<ExportBeside> {
  const events = resolved === null ? [] : await ledger.events(id);
  const texts = await ledger.followUps.texts(id);
  if (events.some((event) => 'damaged' in event) || texts.some(({ body }) => isDamaged(body))) spoilt(id);
  return {
    recorded: events.flatMap(recordedIn),
    support: texts.map((text) => ({ at: text.at, text: supportText(text) })),
  };
}
