import { inOneLine } from './entries.ts';
import { operationById, operations } from './operations.ts';
import { own } from './own.ts';
import { isRecord } from './record.ts';
import { isRequestField, readField } from './requestField.ts';
import type { Operation, RequestField } from './shapes.ts';
import type { OperationId, Phrase } from './words.ts';

/** What the user says the requests hold, by operation; an operation that is not in it keeps its assumed fields. */
export interface RequestFieldsReading {
  readonly fields: ReadonlyMap<OperationId, readonly RequestField[]>;
  /** What could not be used and is left out, one sentence each. */
  readonly problems: readonly Phrase[];
}

/** More would be no form. */
export const mostFields = 60;
/** Reads the setting `verificationExplorer.requestFields`. Never throws: what cannot be used is left out and named. */
export function readRequestFields(value: unknown): RequestFieldsReading {
  const fields = new Map<OperationId, readonly RequestField[]>();
  const problems: Phrase[] = [];
  if (value === undefined || value === null) return { fields, problems };
  if (!isRecord(value)) {
    problems.push({
      text: 'The request fields in the settings are not an object of operations; the assumed ones are used.',
    });
    return { fields, problems };
  }
  for (const [name, list] of Object.entries(value)) {
    const operation = operations.find(({ id }) => id === name);
    const known = operations.map(({ id }) => id).join(', ');
    if (operation === undefined) {
      problems.push({
        text: 'Request fields are set for {0}, which is not an operation; the operations are {1}.',
        args: [shown(name), known],
      });
    } else if (!Array.isArray(list)) {
      problems.push({
        text: 'The request fields of {0} in the settings are not a list; the assumed ones are used.',
        args: [operation.id],
      });
    } else {
      const read = readList(operation, list, problems);
      // While somebody types the first entry, there is nothing yet to go by.
      if (read.length > 0 || list.length === 0) fields.set(operation.id, read);
    }
  }
  return { fields, problems };
}

/** The operation with the user's fields in place of the assumed ones. */
export function withRequestFields(operation: Operation, { fields }: RequestFieldsReading): Operation {
  const corrected = fields.get(operation.id);
  return corrected === undefined ? operation : { ...operation, requestFields: corrected };
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** By number, and by name where it has one: nobody counts to the fortieth field. */
function placeOf({ id }: Operation, index: number, raw: unknown): string {
  const name: unknown = isRecord(raw) ? raw.name : undefined;
  const named = typeof name === 'string' && name !== '' ? ` ${shown(name)}` : '';
  return `${id} #${index + 1}${named}`;
}

function readList(
  operation: Operation,
  list: readonly unknown[],
  problems: Phrase[],
): readonly RequestField[] {
  const read: RequestField[] = [];
  for (const [index, raw] of list.entries()) {
    if (read.length >= mostFields) {
      problems.push({
        text: 'The settings have more than {0} request fields for {1}; the others are left out.',
        args: [mostFields, operation.id],
      });
      break;
    }
    const place = placeOf(operation, index, raw);
    const field = readField(raw, place);
    const problem = isRequestField(field) ? clash(field, read, place) : field;
    if (problem !== null) problems.push(problem);
    else if (isRequestField(field)) read.push(field);
  }
  return read;
}

/** A key of a body is one value: no two fields of a path, and no field in whose place others need an object. */
export function clash(field: RequestField, taken: readonly RequestField[], place: string): Phrase | null {
  if (taken.some(({ name }) => name === field.name)) {
    return { text: 'Request field {0} is left out: {1} already exists.', args: [place, shown(field.name)] };
  }
  const other = taken.find(({ path }) => startsWith(path, field.path) || startsWith(field.path, path));
  return other === undefined
    ? null
    : {
        text: 'Request field {0} is left out: {1} is a value and {2} needs an object in the same place.',
        args: [place, shown(other.name), shown(field.name)],
      };
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.length < path.length && start.every((key, index) => key === path[index]);
}

/** The fields as the setting holds them: what a user starts from who corrects the assumed ones. */
export function settingOf(fields: readonly RequestField[]): readonly Readonly<Record<string, unknown>>[] {
  return fields.map((field) => ({
    name: field.path.at(-1) ?? field.name,
    ...(field.path.length > 1 ? { in: field.path.slice(0, -1) } : {}),
    label: field.label,
    type: field.type,
    required: field.required,
    ...(field.default === null ? {} : { default: field.default }),
    ...(field.check === null ? {} : { check: field.check }),
    ...(field.choices === undefined ? {} : { choices: field.choices }),
    ...(field.note === '' ? {} : { note: field.note }),
    ...(field.maskUnsaid ? {} : { personal: field.mask ?? 'none' }),
    confirmed: field.assumed === 'stated-by-user',
  }));
}

/**
 * The setting of an operation with one field stated anew; all else stays as it was written, also what cannot be used.
 * @param saved as it stands now
 * @param fields as they were read from it, or the assumed ones
 * @param stated one of them, or one more
 */
export function settingWith(
  saved: unknown,
  operation: Operation,
  fields: readonly RequestField[],
  stated: RequestField,
): readonly unknown[] {
  const list: unknown[] = Array.isArray(saved) ? [...saved] : [];
  const placeOf = (field: RequestField): number =>
    list.findIndex((raw) => readList(operation, [raw], []).some(({ path }) => isSamePath(path, field.path)));
  const before = fields.find(({ path }) => isSamePath(path, stated.path));
  for (const field of before === undefined ? [...fields, stated] : fields) {
    const place = placeOf(field);
    const isStated = isSamePath(field.path, stated.path);
    if (place < 0) list.push(...settingOf([isStated ? stated : field]));
    else if (isStated && before !== undefined)
      list[place] = { ...Object(list[place]), ...changed(before, stated) };
  }
  return list;
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** Only what differs: what was written may be longer than what is read of it. */
function changed(before: RequestField, after: RequestField): Readonly<Record<string, unknown>> {
  const [was] = settingOf([before]);
  const entries = settingOf([after]).flatMap((one) => Object.entries(one));
  return Object.fromEntries(entries.filter(([name, value]) => was?.[name] !== value));
}

/** What a new form starts with: the defaults, by field. */
export function startOf({ requestFields }: Operation): Record<string, string> {
  return Object.fromEntries(
    requestFields.flatMap(({ name, type, default: start }) =>
      start === null ? [] : [[name, type === 'string-list' ? start : inOneLine(start)]],
    ),
  );
}

/**
 * Values that are known by the names of assumed fields, for the fields as the user corrected them: by name, else by what
 * a field is checked for, each in one field. Names that find no field are dropped.
 */
export function valuesForFields(
  { id, requestFields }: Operation,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const left = new Set(
    operationById(id).requestFields.filter(
      ({ name, check }) => check !== null && requestFields.every((field) => field.name !== name),
    ),
  );
  // What is required goes first: of two fields of one check only one gets the value.
  const inTurn = requestFields.toSorted((a, b) => Number(b.required) - Number(a.required));
  const found = inTurn.flatMap((field) => {
    const named = own(given, field.name);
    const former =
      named === undefined
        ? [...left].find(({ name, check }) => check === field.check && Object.hasOwn(given, name))
        : undefined;
    if (former !== undefined) left.delete(former);
    const value = former === undefined ? named : own(given, former.name);
    if (value === undefined) return [];
    const text = field.type === 'string-list' ? value : (value.split('\n')[0] ?? '');
    return [[field.name, asChosen(field, text)] as const];
  });
  return Object.fromEntries(found);
}

/** A word of ours in the letters of the user's choices; one of them as it stands is itself. */
function asChosen({ choices = [] }: RequestField, text: string): string {
  if (choices.includes(text)) return text;
  return choices.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text;
}
