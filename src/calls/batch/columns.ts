import { hintsFor } from '../../contract/hints.ts';
import { normalByShape } from '../../contract/identifiers.ts';
import { bullets, mask } from '../../contract/masking.ts';
import { own } from '../../contract/own.ts';
import { maskKindByLook } from '../../contract/personalText.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
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
  pan_number: ['panno', 'pancard'],
  emails: ['email', 'emailaddress', 'mail', 'mailaddress', 'address'],
  number: ['pan', 'panno', 'pannumber', 'id', 'idnumber'],
  fetch_by: ['kind', 'type', 'idtype'],
  mobile: ['mobileno', 'phone', 'phonenumber', 'phoneno'],
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
export function guessFieldColumns(operation: Operation, header: readonly string[]): ColumnMap {
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

/** What can be nothing but a value: a registration number, a PAN, a mobile number, an address, anything that looks personal. */
function isValue(operation: Operation, cell: string): boolean {
  const fits = ({ name }: RequestField): boolean =>
    hintsFor(operation, { [name]: cell }, false).some(({ kind }) => kind === 'ok');
  return maskKindByLook(cell) !== null || normalByShape(cell) !== cell || operation.requestFields.some(fits);
}

/**
 * Whether the first row names columns: `yes` and `no` are sure, `perhaps` is to be asked. A row with a value is a row,
 * whatever else stands in it; a name that stands in the same column below is a value that happens to be a name.
 */
export function hasHeader(operation: Operation, { keys, first }: SourceShape): 'yes' | 'no' | 'perhaps' {
  if (keys !== null) return 'yes';
  const [top, ...below] = first;
  const cells = top?.cells ?? [];
  if (cells.some((cell) => isValue(operation, cell))) return 'no';
  const known = new Set(operation.requestFields.flatMap(namesOf));
  const names = cells.map((cell) => known.has(plainName(cell)));
  const again = below.some((row) =>
    row.cells.some((cell, at) => names[at] === true && plainName(cell) === plainName(cells[at] ?? '')),
  );
  if (cells.some((cell) => /@|\d{4}/.test(cell))) return names.includes(true) ? 'perhaps' : 'no';
  return names.includes(true) && !again ? 'yes' : 'perhaps';
}

/** Names of columns for people and for remembering: the header's, else by place. */
export function columnNames(
  first: SourceRow | undefined,
  header: boolean,
  byPlace: (place: number) => string,
): readonly string[] {
  return (first?.cells ?? []).map((cell, index) => (header && cell !== '' ? cell : byPlace(index + 1)));
}

/**
 * What a mapping is remembered by: the operation and the header's names. To be kept as a keyed hash alone, for what is taken
 * for a header may be somebody's data.
 */
export function mappingKey(operation: Operation, header: readonly string[]): string {
  return JSON.stringify(['columns', operation.id, header.map(plainName)]);
}

/** Reads a remembered mapping without trust: columns that are not there any more are left out. */
export function rememberedColumns(operation: Operation, width: number, kept: unknown): ColumnMap | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const map = Object.fromEntries(
    operation.requestFields.flatMap(({ name }): [string, FieldSource][] => {
      const column: unknown = Object.hasOwn(kept, name) ? Reflect.get(kept, name) : undefined;
      return typeof column === 'number' && column >= 0 && column < width ? [[name, { column }]] : [];
    }),
  );
  return isComplete(operation, map) ? map : null;
}

/** What of a mapping may be remembered: places of columns. Names and values may be personal. */
export function columnsToRemember(map: ColumnMap): Record<string, number> {
  return Object.fromEntries(
    Object.entries(map).flatMap(([field, source]) => ('column' in source ? [[field, source.column]] : [])),
  );
}

/** A cell as it may be shown to somebody who is asked what it is: what names a field as it is, anything else covered. */
export function peeked(operation: Operation, cell: string): string {
  if (operation.requestFields.flatMap(namesOf).includes(plainName(cell))) return cell.slice(0, 40);
  const shown = mask('first2last2', cell);
  return shown === bullets && cell.length > 4 ? cell.slice(0, 1) + bullets : shown;
}
