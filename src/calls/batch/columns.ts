import { hintsFor } from '../../contract/hints.ts';
import { own } from '../../contract/own.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { SourceRow, SourceShape } from './reading.ts';

/** Where a field's value comes from: a column by its place, or the same text for every row. */
export type FieldSource = { readonly column: number } | { readonly value: string };

/** By the name of the request field; a field that is not in it stays empty. */
export type ColumnMap = Readonly<Record<string, FieldSource>>;

/** Names people give such columns, beside the field's own name and label; letters and digits only. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  rc_number: [
    'rc',
    'rcno',
    'registration',
    'registrationno',
    'regno',
    'vehicle',
    'vehicleno',
    'vehiclenumber',
    'plate',
    'numberplate',
  ],
  aadhaar_number: ['aadhaar', 'aadhar', 'aadhaarno', 'aadharno', 'aadharnumber', 'uid', 'uidai'],
  pan_number: ['pan', 'panno', 'pancard'],
  emails: ['email', 'emailaddress', 'mail', 'mailaddress', 'address'],
  number: ['pan', 'panno', 'pannumber', 'id', 'idnumber', 'identifier'],
  fetch_by: ['fetchby', 'kind', 'type', 'idtype'],
  mobile: ['mobileno', 'mobilenumber', 'phone', 'phonenumber', 'phoneno'],
  name: ['fullname', 'customername', 'customer'],
};

function plainName(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function namesOf(field: { readonly name: string; readonly label: string }): readonly string[] {
  const others = Object.hasOwn(otherNames, field.name) ? (otherNames[field.name] ?? []) : [];
  return [plainName(field.name), plainName(field.label), ...others];
}

/** Columns by their names alone; a column serves one field. The earlier a name stands in the list, the stronger. */
function columnsByName(operation: Operation, header: readonly string[]): Record<string, FieldSource> {
  const names = header.map(plainName);
  const taken = new Set<number>();
  const map = new Map<string, FieldSource>();
  for (const field of operation.requestFields) {
    for (const name of namesOf(field)) {
      const column = names.findIndex((one, place) => one === name && !taken.has(place));
      if (column === -1) continue;
      taken.add(column);
      map.set(field.name, { column });
      break;
    }
  }
  return Object.fromEntries(map);
}

/** Whether every required field has a column of its name. */
export function isNamed(operation: Operation, header: readonly string[]): boolean {
  return isComplete(operation, columnsByName(operation, header));
}

/** Columns guessed by their names, and a single one for the one field there is. */
export function guessColumns(operation: Operation, header: readonly string[]): ColumnMap {
  const map = columnsByName(operation, header);
  const [only, ...more] = operation.requestFields.filter((field) => field.required);
  // One column and one required field: nothing else can be meant.
  return header.length === 1 && only !== undefined && more.length === 0
    ? { [only.name]: { column: 0 }, ...map }
    : map;
}

/** Whether every required field has a source. */
export function isComplete(operation: Operation, map: ColumnMap): boolean {
  return operation.requestFields.every((field) => !field.required || own(map, field.name) !== undefined);
}

/** Whether the first row names columns: `yes` and `no` are sure, `perhaps` is to be asked. */
export function hasHeader(operation: Operation, shape: SourceShape): 'yes' | 'no' | 'perhaps' {
  if (shape.keys !== null) return 'yes';
  const cells = shape.first[0]?.cells ?? [];
  const known = operation.requestFields.flatMap(namesOf);
  if (cells.some((cell) => known.includes(plainName(cell)))) return 'yes';
  const looksRight = operation.requestFields.some((field) =>
    cells.some((cell) => hintsFor(operation, { [field.name]: cell }).some((hint) => hint.kind === 'ok')),
  );
  if (looksRight || cells.some((cell) => /@|\d{4}/.test(cell))) return 'no';
  return 'perhaps';
}

/** Names of columns for people and for remembering: the header's, else by place. */
export function columnNames(
  first: SourceRow | undefined,
  header: boolean,
  byPlace: (place: number) => string,
): readonly string[] {
  return (first?.cells ?? []).map((cell, index) => (header && cell !== '' ? cell : byPlace(index + 1)));
}

/** What a mapping is remembered by: the operation and the header's names, never a value. */
export function mappingKey(operation: Operation, header: readonly string[]): string {
  return JSON.stringify([operation.id, header.map(plainName)]);
}

/** Reads a remembered mapping without trust: columns that are not there any more are left out. */
export function rememberedColumns(
  operation: Operation,
  header: readonly string[],
  kept: unknown,
): ColumnMap | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const found = new Map<string, FieldSource>();
  for (const field of operation.requestFields) {
    const name: unknown = Object.hasOwn(kept, field.name) ? Reflect.get(kept, field.name) : undefined;
    const column = typeof name === 'string' ? header.indexOf(name) : -1;
    if (column !== -1) found.set(field.name, { column });
  }
  const map = Object.fromEntries(found);
  return isComplete(operation, map) ? map : null;
}

/** What of a mapping may be remembered: names of columns. Values for every row may be personal. */
export function columnsToRemember(header: readonly string[], map: ColumnMap): Record<string, string> {
  return Object.fromEntries(
    Object.entries(map).flatMap(([field, source]) => {
      const name = 'column' in source ? header[source.column] : undefined;
      return name === undefined ? [] : [[field, name]];
    }),
  );
}
