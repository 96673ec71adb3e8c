import { byOperation, operationById, operations } from './operations.ts';
import type { OperationId, Phrase } from './words.ts';

/** Which fields of a result a quick lookup's line shows, by operation. */
export interface LookupFieldsReading {
  readonly fields: Readonly<Record<OperationId, readonly string[]>>;
  /** What could not be used and is left out, one sentence each. */
  readonly problems: readonly Phrase[];
}

/** More would be no line. */
const mostLookupFields = 3;

/** What the line shows unless the user chose, by operation. */
export const defaultLookupFields: Readonly<Record<OperationId, readonly string[]>> = byOperation(
  ({ lookupFields }) => lookupFields,
);

/** Names of the documented result fields; null where the documents show none. */
export function documentedFields(operation: OperationId): readonly string[] | null {
  const groups = operationById(operation).resultGroups;
  return groups === null ? null : groups.flatMap(({ fields }) => fields.map(({ name }) => name));
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function readNames(operation: OperationId, list: readonly unknown[], problems: Phrase[]): readonly string[] {
  const names = list.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
  if (names.length < list.length) {
    problems.push({
      text: 'lookupFields: every field of {0} is a name in quotes; others are left out.',
      args: [operation],
    });
  }
  if (names.length > mostLookupFields) {
    problems.push({
      text: 'lookupFields: {0} has more than {1} fields; only the first ones are shown.',
      args: [operation, mostLookupFields],
    });
  }
  const known = documentedFields(operation);
  const used = names.map((name) => name.trim()).slice(0, mostLookupFields);
  const unknown = known === null ? [] : used.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    problems.push({
      text: 'lookupFields: {1} is not among the documented fields of {0}. It is shown where an answer has it.',
      args: [operation, unknown.map(shown).join(', ')],
    });
  }
  return used;
}

/** Reads the setting `verificationExplorer.lookupFields`. Never throws: what cannot be used is left out and named. */
export function readLookupFields(value: unknown): LookupFieldsReading {
  const fields: Record<OperationId, readonly string[]> = { ...defaultLookupFields };
  const problems: Phrase[] = [];
  if (value === undefined || value === null) return { fields, problems };
  if (typeof value !== 'object' || Array.isArray(value)) {
    problems.push({ text: 'lookupFields is not an object of operations; the default fields are shown.' });
    return { fields, problems };
  }
  const ids = operations.map(({ id }) => id);
  for (const [name, list] of Object.entries(value)) {
    const id = ids.find((one) => one === name);
    if (id === undefined) {
      problems.push({
        text: 'lookupFields: {0} is not an operation. Use: {1}.',
        args: [shown(name), ids.join(', ')],
      });
    } else if (!Array.isArray(list)) {
      problems.push({
        text: 'lookupFields: {0} needs a list of field names; the default fields are shown.',
        args: [id],
      });
    } else fields[id] = readNames(id, list, problems);
  }
  return { fields, problems };
}
