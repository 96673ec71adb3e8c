import { html, nothing, type TemplateResult } from 'lit/html.js';
import { longestFilter } from '../../src/contract/listFilter.ts';
import type { ListCell, ListQuery } from '../../src/contract/listTable.ts';
import type { RowView, TableReveal, TableView } from '../../src/protocol/contents.ts';
import { button, icon } from '../parts.ts';
import type { Pieces } from '../pieces.ts';
import { t } from '../strings.ts';
import { columnWidths, type GridColumn, gridColumns, sortKeyOf } from './gridColumns.ts';
import type { CellPlace } from './gridKeys.ts';
import type { Drawn } from './virtual.ts';

/** One list of an answer, and how it is looked at. */
export interface GridInput {
  readonly answerId: string;
  readonly table: TableView;
  readonly query: ListQuery;
  readonly reveal: TableReveal;
  readonly pieces: Pieces;
  /** False where no editor can show the answer. */
  readonly hasDocument: boolean;
}

/** What a person does in the table. */
export interface TableActs {
  scrolled(): void;
  filter(text: string): void;
  sort(column: number): void;
  only(column: number, text: string): void;
  revealAll(all: boolean): void;
  revealRow(row: number): void;
  revealCell(row: number, column: number): void;
  copyTable(): void;
  copyRow(row: number): void;
  save(to: 'file' | 'editor'): void;
  entered(place: CellPlace): void;
  key(event: KeyboardEvent): void;
}

export interface GridState extends GridInput {
  readonly part: Drawn;
  /** Of `part`; null while on its way. */
  readonly rows: readonly (RowView | null)[];
  /** Rows that the query lets through. */
  readonly total: number;
  /** By column of the table the longest text that was drawn. */
  readonly longest: readonly number[];
  readonly place: CellPlace;
  readonly isWaiting: boolean;
}

/** Rows a list has from which on it is worth searching. */
const worthFiltering = 6;

export function gridView(state: GridState, grid: TableActs): TemplateResult {
  const { table, total } = state;
  const found =
    total === table.rows
      ? ''
      : table.rows === 1
        ? t('{0} of 1 row', total)
        : t('{0} of {1} rows', total, table.rows);
  return html`
    ${tools(state, grid)} ${counts(state, grid)}
    <div
      class="grid-scroller" role="grid" aria-label=${t('Table of {0}', table.name)}
      aria-rowcount=${total + 1} aria-colcount=${gridColumns(table).length}
      aria-busy=${state.isWaiting}
      @scroll=${() => grid.scrolled()} @keydown=${(event: KeyboardEvent) => grid.key(event)}
    >
      <div class="grid-inner" role="presentation" .style=${`--columns: ${columnWidths(table, state.longest)}`}>
        ${header(state, grid)}
        <div class="grid-body" role="presentation" .style=${`height: ${state.part.height}px`}>
          <div class="grid-rows" role="presentation" .style=${`transform: translateY(${state.part.offset}px)`}>
            ${state.rows.map((row, index) => rowView(state, grid, row, state.part.from + index))}
          </div>
        </div>
      </div>
    </div>
    <p class="grid-found quiet" role="status">${total === 0 ? t('No row holds this.') : found}</p>
    ${unmet(state)}
  `;
}

function tools({ table, query, reveal, hasDocument }: GridState, grid: TableActs): TemplateResult {
  const isOpen = reveal.all || reveal.rows.length > 0 || reveal.cells.length > 0;
  const rows = table.rows === 1 ? t('1 row') : t('{0} rows', table.rows);
  const columns =
    table.moreColumns === 1 ? t('1 more column in Raw') : t('{0} more columns in Raw', table.moreColumns);
  const more = table.moreColumns > 0 ? ` · ${columns}` : '';
  return html`<div class="grid-tools">
    <h4>${table.name}</h4><span class="quiet">${rows}${more}</span>
    ${
      table.rows < worthFiltering && query.filter === ''
        ? nothing
        : html`<input
            type="search" class="grid-filter" autocomplete="off" spellcheck="false" maxlength=${longestFilter}
            aria-label=${t('Filter rows of {0}', table.name)} placeholder=${t('Filter')}
            .value=${query.filter}
            @input=${({ target }: InputEvent) => target instanceof HTMLInputElement && grid.filter(target.value)}
          />`
    }
    <span class="grid-buttons">
      ${table.sensitive && !reveal.all ? link(t('Reveal all'), 'eye', () => grid.revealAll(true)) : nothing}
      ${isOpen ? link(t('Hide all'), 'eye-closed', () => grid.revealAll(false)) : nothing}
      ${link(t('Copy CSV'), 'copy', () => grid.copyTable())} ${link(t('Save CSV…'), 'save', () => grid.save('file'))}
      ${hasDocument ? link(t('Open in editor'), 'go-to-file', () => grid.save('editor')) : nothing}
    </span>
  </div>`;
}

function link(text: string, glyph: string, press: () => void): TemplateResult {
  return button({ text, icon: glyph, look: 'link', press });
}

/** How often each state occurs; pressed, only its rows are shown. */
function counts({ table, query }: GridState, grid: TableActs): TemplateResult | typeof nothing {
  if (table.counts.length === 0) return nothing;
  return html`<div class="grid-counts">
    ${table.counts.map(
      ({
        column,
        values,
      }) => html`<div class="grid-count" role="group" aria-label=${table.columns[column] ?? ''}>
        <span class="quiet">${table.columns[column]}</span>
        ${values.map(({ text, count }) => {
          const isOn = query.only?.column === column && query.only.text === text;
          return html`<button
            type="button" class="chip" aria-pressed=${isOn} @click=${() => grid.only(column, text)}
          >${count} ${text}</button>`;
        })}
      </div>`,
    )}
  </div>`;
}

/** What was sent and is in no row: left out is not the same as invalid. */
function unmet({ table: { sent } }: GridState): TemplateResult | typeof nothing {
  if (sent === null || sent.unmet === 0) return nothing;
  const rest = sent.unmet - sent.unmetShown.length;
  const title =
    sent.unmet === 1
      ? t('1 of {0} entries sent has no row', sent.entries)
      : t('{0} of {1} entries sent have no row', sent.unmet, sent.entries);
  return html`<details class="grid-unmet">
    <summary>${title}</summary>
    <ul>
      ${sent.unmetShown.map(([place, text]) => html`<li>${place}: <span class="mono">${text}</span></li>`)}
      ${rest > 0 ? html`<li class="quiet">${t('{0} more', rest)}</li>` : nothing}
    </ul>
  </details>`;
}

function headOf(column: GridColumn, { columns }: TableView): string {
  switch (column.kind) {
    case 'row':
      return t('Row');
    case 'sent':
      return t('Sent #');
    case 'reveal':
      return t('Reveal');
    case 'copy':
      return t('Copy');
    case 'value':
      return columns[column.column] || t('Value');
  }
}

function header(state: GridState, grid: TableActs): TemplateResult {
  const { sort } = state.query;
  return html`<div class="grid-head" role="row" aria-rowindex="1">
    ${gridColumns(state.table).map((one, index) => {
      const column = sortKeyOf(one);
      const head = headOf(one, state.table);
      const isSorted = column !== null && sort?.column === column;
      const tab = tabStop(state, -1, index);
      return html`<div
        class="grid-cell" role="columnheader" aria-colindex=${index + 1} data-place="-1/${index}"
        aria-sort=${isSorted ? (sort.down ? 'descending' : 'ascending') : nothing}
        tabindex=${column === null ? tab : nothing} @focusin=${() => grid.entered({ row: -1, column: index })}
      >${
        column === null
          ? html`<span class="sr-only">${head}</span>`
          : html`<button type="button" class="whole" tabindex=${tab} @click=${() => grid.sort(column)}>
              <span>${head}</span>${isSorted ? icon(sort.down ? 'arrow-down' : 'arrow-up') : nothing}
            </button>`
      }</div>`;
    })}
  </div>`;
}

/** One cell of the grid is reached by Tab, the others by the arrows. */
function tabStop({ place, part }: GridState, row: number, column: number): 0 | -1 {
  const isDrawn = place.row === -1 || (place.row >= part.from && place.row < part.from + part.count);
  const stop = isDrawn ? place : { row: -1, column: 0 };
  return stop.row === row && stop.column === column ? 0 : -1;
}

function rowView(state: GridState, grid: TableActs, row: RowView | null, place: number): TemplateResult {
  return html`<div class="grid-row" role="row" aria-rowindex=${place + 2} data-row=${row?.row ?? nothing}>
    ${gridColumns(state.table).map(
      (column, index) => html`<div
        class="grid-cell grid-is-${column.kind}" role=${column.kind === 'row' ? 'rowheader' : 'gridcell'}
        aria-colindex=${index + 1} data-place="${place}/${index}" tabindex=${tabStop(state, place, index)}
        @focusin=${() => grid.entered({ row: place, column: index })}
      >${row === null ? '…' : cellOf(state, grid, row, column)}</div>`,
    )}
  </div>`;
}

function cellOf(state: GridState, grid: TableActs, row: RowView, column: GridColumn): unknown {
  switch (column.kind) {
    case 'row':
      return row.row + 1;
    case 'sent':
      return row.sent === null ? '' : row.sent + 1;
    case 'reveal':
      return revealButton(state, grid, row);
    case 'copy':
      return rowButton('copy', t('Copy row {0}', row.row + 1), () => grid.copyRow(row.row));
    case 'value': {
      const cell = row.cells[column.column];
      return cell === undefined
        ? ''
        : cellText(grid, state.table.columns[column.column] ?? '', row, cell, column.column);
    }
  }
}

function cellText(
  grid: TableActs,
  name: string,
  row: RowView,
  { kind, text, masked, sensitive }: ListCell,
  column: number,
): TemplateResult {
  if (kind === 'missing') return html`<span class="absent" aria-label=${t('missing')}>–</span>`;
  if (kind === 'empty') return html`<span class="absent">(${t('empty')})</span>`;
  if (kind === 'null') return html`<span class="absent">${t('null')}</span>`;
  const shown = masked || text === '0' ? partText(kind, text) : text;
  if (!sensitive) return html`<span class="grid-text" title=${shown}>${shown}</span>`;
  const label = masked ? t('Reveal {0}', `${name} ${row.row + 1}`) : t('Hide {0}', `${name} ${row.row + 1}`);
  return html`<button
      type="button" class="grid-lock" tabindex="-1" aria-label=${label} title=${label}
      @click=${() => grid.revealCell(row.row, column)}
    >${icon(masked ? 'lock' : 'unlock')}</button
    ><span class="grid-text ${masked ? 'covered' : ''}" title=${shown}
      >${masked ? html`<span class="sr-only">${t('masked')}: </span>` : nothing}${shown}</span
    >`;
}

function revealButton({ reveal }: GridState, grid: TableActs, { row, cells }: RowView): unknown {
  if (reveal.all || !cells.some(({ sensitive }) => sensitive)) return '';
  const isOpen = reveal.rows.includes(row);
  const label = isOpen ? t('Hide row {0}', row + 1) : t('Reveal row {0}', row + 1);
  return rowButton(isOpen ? 'eye-closed' : 'eye', label, () => grid.revealRow(row));
}

function rowButton(glyph: string, label: string, press: () => void): TemplateResult {
  return html`<button type="button" class="whole" tabindex="-1" aria-label=${label} title=${label} @click=${press}>
    ${icon(glyph)}
  </button>`;
}

/** A list or object that is covered, or holds nothing, is told by its size. */
function partText(kind: ListCell['kind'], text: string): string {
  if (kind === 'list') return text === '1' ? t('list of 1 item') : t('list of {0} items', text);
  if (kind === 'object') return text === '1' ? t('object with 1 field') : t('object with {0} fields', text);
  return text;
}
