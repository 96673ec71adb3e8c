import * as vscode from 'vscode';
import {
  type ColumnMap,
  columnNames,
  columnsToRemember,
  guessFieldColumns,
  hasHeader,
  isComplete,
  isNamed,
  mappingKey,
  rememberedColumns,
} from '../../calls/batch/columns.ts';
import type { SourceShape } from '../../calls/batch/reading.ts';
import type { OwnColumn } from '../../calls/ports/batchPorts.ts';
import { own } from '../../contract/own.ts';
import { maskKindOfColumn } from '../../contract/personalNames.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { ColumnMemory } from '../base/both/columnMemory.ts';

/** How a file is read: whether its first row names the columns, and which column fills which field. */
export interface Mapping {
  /** The first row is no row to send. */
  readonly header: boolean;
  readonly names: readonly string[];
  readonly map: ColumnMap;
}

/** Where it cannot be told, the first line is taken for names: what was not meant is not sent, and stands on the page. */
export function startsWithHeader(operation: Operation, shape: SourceShape): boolean {
  return shape.keys === null && hasHeader(operation, shape) !== 'no';
}

export function namesOf(shape: SourceShape, header: boolean): readonly string[] {
  return shape.keys ?? columnNames(shape.first[0], header, (place) => vscode.l10n.t('Column {0}', place));
}

/** As the user chose before for columns of these names, else by their names. */
export async function mappingFor(
  memory: ColumnMemory,
  operation: Operation,
  shape: SourceShape,
  header: boolean,
): Promise<Mapping> {
  const names = namesOf(shape, header);
  const kept = await memory.recall(operation.id, mappingKey(operation, names));
  const map = rememberedColumns(operation, names.length, kept) ?? guessFieldColumns(operation, names);
  return { header, names, map };
}

export async function rememberMapping(
  memory: ColumnMemory,
  operation: Operation,
  { names, map }: Mapping,
): Promise<void> {
  if (!isComplete(operation, map)) return;
  await memory.remember(operation.id, mappingKey(operation, names), columnsToRemember(map));
}

/**
 * The one operation whose required fields all have a column by its name, or of several the one that requires the most of
 * them: a PAN alone is less than an Aadhaar number and a PAN. Undefined = none, or several alike.
 */
export function operationByColumns(
  operations: readonly Operation[],
  shape: SourceShape,
): Operation | undefined {
  const required = ({ requestFields }: Operation): number =>
    requestFields.filter((field) => field.required).length;
  const [best, next] = operations
    .filter(
      (operation) =>
        hasHeader(operation, shape) === 'yes' && isNamed(operation, namesOf(shape, shape.keys === null)),
    )
    .sort((a, b) => required(b) - required(a));
  const isAlike = best !== undefined && next !== undefined && required(best) === required(next);
  return isAlike ? undefined : best;
}

/** The user's columns with how they are masked: as the field they fill, else by their name. */
export function ownColumns(operation: Operation, { names, map }: Mapping): readonly OwnColumn[] {
  return names.map((name, column) => {
    const field = operation.requestFields.find(({ name: of }) => {
      const source = own(map, of);
      return source !== undefined && 'column' in source && source.column === column;
    });
    return { name, mask: field?.mask ?? maskKindOfColumn(name) };
  });
}
