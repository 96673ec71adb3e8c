import { bulkField } from '../../contract/bulk.ts';
import { bodyFromFields, fieldsFromBody } from '../../contract/draft.ts';
import { entriesOf } from '../../contract/entries.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { BatchStore } from '../ports/batchPorts.ts';
import type { Ledger } from '../ports/ports.ts';
import { printOf } from './compared.ts';

type Fields = Readonly<Record<string, string>>;

/** The list of a bulk input and what stands in its fields; null where the fields cannot hold the body, or no list is known to be the one. */
function listIn(
  operation: Operation,
  body: string,
): { readonly list: string; readonly fields: Fields } | null {
  const list = bulkField(operation);
  if (list === null) return null;
  const read = fieldsFromBody(operation, body);
  return read.ok ? { list, fields: read.fields } : null;
}

/** Whether entries can be taken out of this body without a doubt about what else it says. */
export function canTakeOut(operation: Operation, body: string): boolean {
  return listIn(operation, body) !== null;
}

export interface NewEntriesMeans extends Pick<Ledger, 'inputPrint'> {
  readonly batches: Pick<BatchStore, 'twins'>;
}

/**
 * The body with only those entries of its list that have no twin at this place, open or paid for, as they stand now; null where
 * it cannot be had, or none is left.
 */
export async function withNewEntries(
  ledger: NewEntriesMeans,
  operation: Operation,
  body: string,
  place: string,
): Promise<string | null> {
  const found = listIn(operation, body);
  if (found === null) return null;
  const { list, fields } = found;
  const entries = entriesOf(own(fields, list) ?? '');
  const bodyOf = (some: readonly string[]): string =>
    bodyFromFields(operation, { ...fields, [list]: some.join('\n') });
  const prints = await Promise.all(entries.map((entry) => printOf(ledger, operation, bodyOf([entry]))));
  const twins = await ledger.batches.twins(place, prints);
  const fresh = entries.filter((_, at) => {
    const twin = twins[at];
    return twin !== undefined && twin.paid.length === 0 && twin.pending.length === 0;
  });
  return fresh.length === 0 ? null : bodyOf(fresh);
}
