import * as vscode from 'vscode';
import type { Ledger } from '../../calls/ports/ports.ts';
import { type KnownOrderIds, knownOrderIds, mostKnown } from '../../calls/statements/knownOrderIds.ts';
import {
  guessStatementColumns,
  type StatementColumns,
  statedTime,
} from '../../calls/statements/statement.ts';
import { statementStart } from '../../calls/statements/statementHeader.ts';
import { needsZone, type Zone } from '../../calls/statements/statementTimes.ts';
import { mask } from '../../contract/masking.ts';
import { maskPersonalText } from '../../contract/personalText.ts';
import type { ColumnMemory } from '../base/both/columnMemory.ts';
import type { StatementTable } from './statementSource.ts';

type Column = keyof StatementColumns;

const asked: readonly Column[] = ['orderId', 'time', 'clock', 'amount', 'credit', 'charged', 'operation'];

function columnTitle(column: Column): string {
  const titles: Record<Column, string> = {
    orderId: 'order_id',
    time: vscode.l10n.t('time'),
    clock: vscode.l10n.t('time of day, if in its own column'),
    amount: vscode.l10n.t('amount'),
    credit: vscode.l10n.t('refunded amount, if in its own column'),
    charged: vscode.l10n.t('charged, yes or no'),
    operation: vscode.l10n.t('operation'),
  };
  return titles[column];
}

/** As the guess says it: two lines have to hold them all. */
function shortTitle(column: Column): string {
  switch (column) {
    case 'clock':
      return vscode.l10n.t('time of day');
    case 'credit':
      return vscode.l10n.t('refunded');
    case 'charged':
      return vscode.l10n.t('charged');
    default:
      return columnTitle(column);
  }
}

interface Header {
  /** Of every column that some row has, also of one that the header leaves out. */
  readonly names: readonly string[];
  /** The names alone that the header has. */
  readonly given: readonly string[];
  readonly body: StatementTable['rows'];
  /** Lines above the table. */
  readonly above: number;
}

function headerOf({ rows }: StatementTable): Header {
  const { at, isNamed } = statementStart(rows);
  const cells = rows[at]?.cells ?? [];
  const body = rows.slice(isNamed ? at + 1 : at);
  const width = body.reduce((most, row) => Math.max(most, row.cells.length), cells.length);
  const names = Array.from({ length: width }, (_, index) => {
    const name = isNamed ? (cells[index] ?? '') : '';
    return name === '' ? vscode.l10n.t('Column {0}', index + 1) : name;
  });
  return { names, given: names.slice(0, cells.length), body, above: at };
}

/** @param known of order_ids that the history has, where these are asked about */
function example({ body }: Header, index: number, known: number): string {
  const shown = maskPersonalText(body[0]?.cells[index] ?? '', mask).slice(0, 40);
  return known === 0 ? shown : vscode.l10n.t('{0} · found in the order history: {1}', shown, known);
}

async function askColumn(
  title: string,
  header: Header,
  column: Column,
  guess: number | null,
  known: KnownOrderIds,
): Promise<number | null | undefined> {
  const items = header.names.map((label, index) => ({
    ...{ label, index },
    description: example(header, index, column === 'orderId' ? (known.get(index) ?? 0) : 0),
  }));
  const none = { label: vscode.l10n.t('None'), description: '', index: null };
  const all =
    guess === null
      ? [none, ...items]
      : [
          ...items.filter(({ index }) => index === guess),
          ...items.filter(({ index }) => index !== guess),
          none,
        ];
  const picked = await vscode.window.showQuickPick(all, {
    title,
    placeHolder: vscode.l10n.t('Which column holds: {0}?', columnTitle(column)),
    ignoreFocusOut: true,
  });
  return picked?.index;
}

async function askEach(
  title: string,
  header: Header,
  guess: StatementColumns,
  known: KnownOrderIds,
): Promise<StatementColumns | undefined> {
  let columns = guess;
  for (const [index, column] of asked.entries()) {
    const picked = await askColumn(
      `${title} (${index + 1}/${asked.length})`,
      header,
      column,
      columns[column] ?? null,
      known,
    );
    if (picked === undefined) return undefined;
    columns = { ...columns, [column]: picked };
  }
  return columns;
}

function isEnough({ orderId, time }: StatementColumns): boolean {
  return orderId !== null || time !== null;
}

async function confirmColumns(
  title: string,
  header: Header,
  guess: StatementColumns,
  known: KnownOrderIds,
): Promise<StatementColumns | undefined> {
  const words = asked.flatMap((column) => {
    const at = guess[column] ?? null;
    // Few have it.
    if ((column === 'credit' || column === 'clock') && at === null) return [];
    return [`${shortTitle(column)}: ${at === null ? '–' : header.names[at]}`];
  });
  // What lines are found by stands beside the label, so that nothing cuts it off.
  const by = (guess.clock ?? null) === null ? 2 : 3;
  const use = {
    label: vscode.l10n.t('Use these columns'),
    description: words.slice(0, by).join(' · '),
    detail: words.slice(by).join(' · '),
  };
  const choose = { label: vscode.l10n.t('Choose each column…') };
  const picked = await vscode.window.showQuickPick([use, choose], { title, ignoreFocusOut: true });
  if (picked === undefined) return undefined;
  return picked === use ? guess : askEach(title, header, guess, known);
}

function readKept(value: unknown, width: number, guess: StatementColumns): StatementColumns | null {
  if (typeof value !== 'object' || value === null) return null;
  const found = new Map(Object.entries(value));
  const at = (column: Column): number | null => {
    const place: unknown = found.get(column);
    return typeof place === 'number' && place >= 0 && place < width ? place : null;
  };
  // Earlier versions kept none.
  const late = (column: 'clock' | 'credit') => (found.has(column) ? at(column) : (guess[column] ?? null));
  return {
    ...{ orderId: at('orderId'), time: at('time'), clock: late('clock'), amount: at('amount') },
    ...{ credit: late('credit'), charged: at('charged'), operation: at('operation') },
  };
}

/** The rows of a statement below its titles, and which column holds what. */
interface ChosenTable extends Pick<Header, 'body' | 'above'> {
  readonly columns: StatementColumns;
}

/** Which column holds what: remembered or guessed, and confirmed. Undefined = the user gave up. */
export async function chooseColumns(
  ledger: Pick<Ledger, 'find'>,
  memory: ColumnMemory,
  title: string,
  table: StatementTable,
): Promise<ChosenTable | undefined> {
  const header = headerOf(table);
  // The next statement of the same provider has columns of the same names. It belongs to no one operation.
  const key = JSON.stringify(['statement', ...header.given]);
  const remembered = await memory.recall('rc-advanced', key);
  const known = await knownOrderIds(ledger, header.body);
  const best = mostKnown(known);
  const guessed = guessStatementColumns(header.names, best);
  const kept = readKept(remembered, header.names.length, guessed) ?? guessed;
  // What was confirmed before the history had such orders may have been a guess by names.
  const guess = known.has(kept.orderId ?? -1) ? kept : { ...kept, orderId: best ?? kept.orderId };
  const columns = isEnough(guess)
    ? await confirmColumns(title, header, guess, known)
    : await askEach(title, header, guess, known);
  if (columns === undefined) return undefined;
  if (!isEnough(columns)) {
    throw new Error(
      vscode.l10n.t('Choose a column with order_ids or with times: without one no line can be matched.'),
    );
  }
  await memory.remember('rc-advanced', key, columns);
  return { columns, body: header.body, above: header.above };
}

/** A zone, and whether any time needed it. */
export interface ChosenZone {
  readonly zone: Zone;
  readonly isNeeded: boolean;
}

/** Asks what times without a zone mean, where there are such. Undefined = the user gave up. */
export async function chooseZone(
  title: string,
  body: StatementTable['rows'],
  columns: StatementColumns,
): Promise<ChosenZone | undefined> {
  if (!needsZone(body.map(({ cells }) => statedTime(cells, columns)))) {
    return { zone: 'utc', isNeeded: false };
  }
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const items: (vscode.QuickPickItem & { readonly zone: Zone })[] = [
    {
      zone: 'ist',
      label: vscode.l10n.t('India (IST, UTC+05:30)'),
      description: vscode.l10n.t('assumed: the service bills in rupees'),
    },
    { zone: 'local', label: vscode.l10n.t('Local time of this computer'), description: local },
    { zone: 'utc', label: 'UTC' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Which time zone are the times of the statement in?'),
    ignoreFocusOut: true,
  });
  return picked === undefined ? undefined : { zone: picked.zone, isNeeded: true };
}
