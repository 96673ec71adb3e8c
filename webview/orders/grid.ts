import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { OrdersChoice, OrdersColumnView, OrdersState } from '../../src/protocol/orders.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { OrdersInput } from './input.ts';
import type { Line } from './windows.ts';

/** As many signs at the end of an id tell it from the next one. */
const tellingEnd = 8;

/** The element the keys act on, for aria-activedescendant. */
function activeName(active: number, cell: number): string {
  return `${active < 0 ? 'head' : `row-${active}`}${cell < 0 ? '' : `-${cell}`}`;
}

/** The table: one tab stop, its rows and cells by arrow keys; only the lines in view exist. */
export function grid(input: OrdersInput, state: OrdersState): TemplateResult {
  const { model, place, fit, act } = input;
  const { windows, active, cell } = model;
  const lines = windows.show(place.from, place.to);
  const isWhole = windows.next === null;
  return html`<div class="grid" id="grid" role="grid" tabindex="0" aria-label=${t('Orders')} aria-multiselectable="true"
    aria-rowcount=${isWhole ? windows.lines + 1 : -1} aria-colcount=${fit.shown.length + 1}
    aria-activedescendant=${activeName(active, cell)}
    @keydown=${act.key} @click=${act.press} @dblclick=${act.open} @scroll=${act.scrolled}>
    <div role="rowgroup" class="grid-head">${headRow(input, state)}</div>
    <div role="rowgroup" class="grid-body" .style=${`height: ${windows.lines * place.lineHeight}px`}>
      ${repeat(
        lines,
        (line) => (line.kind === 'row' ? line.row.id : `${line.kind} ${line.line}`),
        (line) => lineOf(line, input, state),
      )}
    </div>
  </div>`;
}

function headRow({ model, fit, act }: OrdersInput, { columns, choice }: OrdersState): TemplateResult {
  const isActive = model.active < 0;
  const mark = (cell: number): string => (isActive && model.cell === cell ? 'active' : '');
  return html`<div role="row" id="head" aria-rowindex="1" class="line ${isActive && model.cell < 0 ? 'active' : ''}">
    <div role="columnheader" id="head-0" class="check ${mark(0)}" @click=${act.selectAll}>
      ${icon('check-all')}<span class="sr-only">${t('Select all')}</span>
    </div>
    ${fit.shown.map((at, place) => {
      const column = columns[at];
      return column === undefined ? nothing : headCell(column, choice, place + 1, mark(place + 1), act);
    })}
  </div>`;
}

function headCell(
  { id, title, sort }: OrdersColumnView,
  choice: OrdersChoice,
  cell: number,
  mark: string,
  act: OrdersInput['act'],
): TemplateResult {
  const isSorted = sort !== null && sort === choice.sort.by;
  const way = choice.sort.descending ? 'descending' : 'ascending';
  const press = (): void => {
    if (sort !== null) act.sort(sort);
  };
  return html`<div role="columnheader" id="head-${cell}" data-column=${id} class=${mark}
    aria-sort=${isSorted ? way : sort === null ? nothing : 'none'} ?data-sorts=${sort !== null} @click=${press}>
    <span>${title}</span>${isSorted ? icon(choice.sort.descending ? 'arrow-down' : 'arrow-up') : nothing}
  </div>`;
}

/** Where the column of days has no room, what is due stands beside what came of it. */
function cameWords(cells: readonly string[], at: number, dueAt: number): string {
  return [cells[at], cells[dueAt]].filter((text) => text !== undefined && text !== '').join(' · ');
}

function lineOf(line: Line, { model, place, fit }: OrdersInput, { columns }: OrdersState): TemplateResult {
  const at = `top: ${line.line * place.lineHeight}px`;
  const number = line.line + 2;
  if (line.kind === 'waiting') {
    return html`<div role="row" class="line waiting" .style=${at} aria-rowindex=${number}><div role="gridcell"></div></div>`;
  }
  if (line.kind === 'head') {
    return html`<div role="row" class="line group" .style=${at} aria-rowindex=${number}>
      <div role="gridcell" aria-colspan=${fit.shown.length + 1}>${line.text}</div>
    </div>`;
  }
  const { row, index } = line;
  const isActive = index === model.active;
  const isSelected = model.selected.has(row.id);
  const mark = (cell: number): string => (isActive && model.cell === cell ? 'active' : '');
  const due = columns.findIndex(({ id }) => id === 'due');
  const dueAt = fit.shown.includes(due) ? -1 : due;
  const isUntold = row.isSimulated && fit.shown.every((column) => columns[column]?.id !== 'billing');
  return html`<div role="row" id="row-${index}" data-index=${index} data-order=${row.id} .style=${at} aria-rowindex=${number}
    aria-selected=${String(isSelected)}
    class="line row tone-${row.tone} ${isActive && model.cell < 0 ? 'active' : ''} ${isSelected ? 'selected' : ''}">
    <div role="gridcell" id="row-${index}-0" aria-labelledby="row-${index}" class="check ${mark(0)}">${isSelected ? icon('check') : html`<span class="box" aria-hidden="true"></span>`}</div>
    ${fit.shown.map((column, shown) => {
      const id = columns[column]?.id ?? '';
      const isCame = id === 'came';
      const text = isCame ? cameWords(row.cells, column, dueAt) : row.cells[column];
      const weight = id === 'due' && row.isDue ? 'is-due' : '';
      return html`<div role="gridcell" id="row-${index}-${shown + 1}" data-column=${id} class="${mark(shown + 1)} ${weight}" title=${text ?? ''} aria-label=${id === 'orderId' && text ? text : nothing}>
        ${isCame ? icon(row.icon, 'sign') : nothing}${id === 'orderId' ? idParts(text || '–') : html`<span>${text || '–'}</span>`}
        ${isCame && isUntold ? rowMark('beaker', t('simulated')) : nothing}
        ${isCame && row.drift ? rowMark('git-compare', row.drift.words, `drift-mark drift-${row.drift.grade}`) : nothing}
      </div>`;
    })}
  </div>`;
}

/** Ids of one service begin alike: where there is no room for one, its middle goes. */
function idParts(id: string): TemplateResult {
  return id.length > 2 * tellingEnd
    ? html`<span>${id.slice(0, -tellingEnd)}</span><span class="tail">${id.slice(-tellingEnd)}</span>`
    : html`<span>${id}</span>`;
}

/** Beside what came of it: that its answer departs from what was learned, or that it is the sandbox's. */
function rowMark(glyph: string, words: string, look = 'simulated-mark'): TemplateResult {
  return html`<span class=${look} title=${words}>${icon(glyph)}<span class="sr-only">${words}</span></span>`;
}
