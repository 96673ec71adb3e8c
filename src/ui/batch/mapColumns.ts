import * as vscode from 'vscode';
import {
  type ColumnMap,
  columnNames,
  columnsToRemember,
  guessColumns,
  hasHeader,
  isComplete,
  isNamed,
  mappingKey,
  rememberedColumns,
} from '../../calls/batch/columns.ts';
import type { SourceShape } from '../../calls/batch/reading.ts';
import type { OwnColumn } from '../../calls/batchPorts.ts';
import { own } from '../../contract/own.ts';
import { maskKindByName } from '../../contract/personalNames.ts';
import type { Operation } from '../../contract/shapes.ts';

const kept = 'batchColumns';

/** How a file is read: whether its first row names the columns, and which column fills which field. */
export interface Mapping {
  /** The first row is no row to send. */
  readonly header: boolean;
  readonly names: readonly string[];
  readonly map: ColumnMap;
}

/** Where it cannot be told, the first line is taken for names: what was not meant is not sent, and stands on the page. */
export function isHeader(operation: Operation, shape: SourceShape): boolean {
  return shape.keys === null && hasHeader(operation, shape) !== 'no';
}

export function namesOf(shape: SourceShape, header: boolean): readonly string[] {
  return shape.keys ?? columnNames(shape.first[0], header, (place) => vscode.l10n.t('Column {0}', place));
}

/** As the user chose before for columns of these names, else by their names. */
export function mappingFor(
  memory: vscode.Memento,
  operation: Operation,
  shape: SourceShape,
  header: boolean,
): Mapping {
  const names = namesOf(shape, header);
  const all = memory.get<Record<string, unknown>>(kept, {});
  const map =
    rememberedColumns(operation, names, all[mappingKey(operation, names)]) ?? guessColumns(operation, names);
  return { header, names, map };
}

/** Names of columns, never a value. */
export async function rememberMapping(
  memory: vscode.Memento,
  operation: Operation,
  { names, map }: Mapping,
): Promise<void> {
  if (!isComplete(operation, map)) return;
  const all = memory.get<Record<string, unknown>>(kept, {});
  await memory.update(kept, { ...all, [mappingKey(operation, names)]: columnsToRemember(names, map) });
}

/** The one operation whose required fields all have a column by its name; undefined = none, or several. */
export function operationByColumns(
  operations: readonly Operation[],
  shape: SourceShape,
): Operation | undefined {
  const fitting = operations.filter(
    (operation) =>
      hasHeader(operation, shape) === 'yes' && isNamed(operation, namesOf(shape, shape.keys === null)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The user's columns with how they are masked: as the field they fill, else by their name. */
export function ownColumns(operation: Operation, { names, map }: Mapping): readonly OwnColumn[] {
  return names.map((name, column) => {
    const field = operation.requestFields.find(({ name: of }) => {
      const source = own(map, of);
      return source !== undefined && 'column' in source && source.column === column;
    });
    return { name, mask: field?.mask ?? maskKindByName(name) };
  });
}
