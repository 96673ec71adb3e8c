import * as vscode from 'vscode';
import {
  type ColumnMap,
  columnNames,
  columnsToRemember,
  type FieldSource,
  guessColumns,
  hasHeader,
  isComplete,
  mappingKey,
  rememberedColumns,
} from '../../calls/batch/columns.ts';
import type { SourceShape } from '../../calls/batch/reading.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';

const kept = 'batchColumns';

/** How a file is read: whether its first row names the columns, and which column fills which field. */
export interface Mapping {
  readonly header: boolean;
  readonly width: number;
  readonly map: ColumnMap;
}

async function askHeader(shape: SourceShape): Promise<boolean | undefined> {
  const names = (shape.first[0]?.cells ?? []).join(' · ').slice(0, 80);
  const items = [
    { label: vscode.l10n.t('Names of columns'), header: true },
    { label: vscode.l10n.t('A row to send'), header: false },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run Batch'),
    placeHolder: vscode.l10n.t('What is the first line ({0})?', names),
  });
  return picked?.header;
}

interface SourceItem extends vscode.QuickPickItem {
  readonly chosen: FieldSource | 'value' | null;
}

/** One field: the guess first, then the other columns. Values are not shown; they may be personal. */
async function askField(
  field: RequestField,
  names: readonly string[],
  guess: FieldSource | undefined,
): Promise<FieldSource | null | undefined> {
  const columns: SourceItem[] = names.map((name, column) => ({
    label: name,
    description: vscode.l10n.t('column {0}', column + 1),
    chosen: { column },
  }));
  const first = guess !== undefined && 'column' in guess ? columns.splice(guess.column, 1) : [];
  const more: SourceItem[] = [{ label: vscode.l10n.t('The same text in every row…'), chosen: 'value' }];
  if (!field.required) more.push({ label: vscode.l10n.t('Nothing: leave it out'), chosen: null });
  const ordered =
    field.required || first.length > 0 ? [...first, ...columns, ...more] : [...more.reverse(), ...columns];
  const picked = await vscode.window.showQuickPick(ordered, {
    title: vscode.l10n.t('Run Batch: {0}', vscode.l10n.t(field.label)),
    placeHolder: vscode.l10n.t('Which column holds {0}?', field.name),
  });
  if (picked === undefined || picked.chosen !== 'value')
    return picked?.chosen as FieldSource | null | undefined;
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t('Run Batch: {0}', vscode.l10n.t(field.label)),
    prompt: vscode.l10n.t('Sent with every row.'),
  });
  return value === undefined ? undefined : { value };
}

async function askEach(
  operation: Operation,
  names: readonly string[],
  guess: ColumnMap,
): Promise<ColumnMap | undefined> {
  const map: Record<string, FieldSource> = {};
  for (const field of operation.requestFields) {
    const source = await askField(field, names, guess[field.name]);
    if (source === undefined) return undefined;
    if (source !== null) map[field.name] = source;
  }
  return map;
}

function mapWords(operation: Operation, names: readonly string[], map: ColumnMap): string {
  return operation.requestFields
    .flatMap((field) => {
      const source = map[field.name];
      return source !== undefined && 'column' in source
        ? [`${field.name} ← ${names[source.column] ?? ''}`]
        : [];
    })
    .join(' · ');
}

/** A mapping that is complete by itself is only confirmed. */
async function confirmMap(
  operation: Operation,
  names: readonly string[],
  map: ColumnMap,
): Promise<ColumnMap | undefined> {
  const use = { label: vscode.l10n.t('Use these columns'), description: mapWords(operation, names, map) };
  const change = { label: vscode.l10n.t('Choose other columns…') };
  const picked = await vscode.window.showQuickPick([use, change], {
    title: vscode.l10n.t('Run Batch: {0}', operation.title),
    placeHolder: vscode.l10n.t('Which column fills which field?'),
  });
  if (picked === undefined) return undefined;
  return picked === use ? map : askEach(operation, names, map);
}

/** Asks what cannot be told from the file; remembers names of columns, never a value. */
export async function mapColumns(
  memory: vscode.Memento,
  operation: Operation,
  shape: SourceShape,
): Promise<Mapping | undefined> {
  const told = hasHeader(operation, shape);
  const header = told === 'perhaps' ? await askHeader(shape) : told === 'yes';
  if (header === undefined) return undefined;
  const names =
    shape.keys ?? columnNames(shape.first[0], header, (place) => vscode.l10n.t('Column {0}', place));
  const all = memory.get<Record<string, unknown>>(kept, {});
  const key = mappingKey(operation, names);
  const guess = rememberedColumns(operation, names, all[key]) ?? guessColumns(operation, names);
  const map = isComplete(operation, guess)
    ? await confirmMap(operation, names, guess)
    : await askEach(operation, names, guess);
  if (map === undefined) return undefined;
  await memory.update(kept, { ...all, [key]: columnsToRemember(names, map) });
  return { header: header && shape.keys === null, width: names.length, map };
}
