import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { GroupView, ReviewRowView, ReviewState } from '../../src/protocol/batchReview.ts';
import { icon } from '../parts.ts';
import { inputText, isChecked } from '../picks.ts';
import { t } from '../strings.ts';
import type { Editing, Loaded } from './input.ts';
import { iconButton, pager } from './pager.ts';

const glyphs: Readonly<Record<GroupView['id'], string>> = {
  wrong: 'warning',
  repeat: 'copy',
  paid: 'credit-card',
  open: 'watch',
  ready: 'pass',
};

/** The groups with their counts: the box says whether their rows are sent, the button lists them. */
export function groupList({ state, act }: Loaded): TemplateResult {
  return html`<section aria-labelledby="groups-title">
    <h2 id="groups-title">${t('Rows')}</h2>
    <ul class="groups">
      ${state.groups.map((group) => {
        const isShown = group.id === state.shown.group;
        const some = group.sent > 0 && group.sent < group.rows;
        return html`<li class=${isShown ? 'shown' : ''}>
          <input type="checkbox" ?disabled=${!group.mayBeSent} .checked=${live(group.sent === group.rows && group.mayBeSent)}
            data-some=${some} aria-label=${t('Send all: {0}', group.title)} aria-describedby="note-${group.id}"
            @change=${(event: Event) => act.choose('review/chooseGroup', { plan: state.plan, group: group.id, sent: isChecked(event) })}>
          <button type="button" class="group" aria-pressed=${isShown} @click=${() => act.forward('review/show', { group: group.id, offset: 0 })}>
            ${icon(glyphs[group.id], `tone-${group.id}`)}<span class="name">${group.title}</span>
            <span class="count">${group.rows}</span>
          </button>
          <span class="quiet" id="note-${group.id}">${some ? t('{0} of {1} are sent.', group.sent, group.rows) : group.note}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** One page of the rows of a group. */
export function rowTable(input: Loaded): TemplateResult {
  const { state, act } = input;
  const group = state.groups.find(({ id }) => id === state.shown.group);
  if (group === undefined) {
    return state.groups.length === 0 ? html`<p>${t('The file holds no rows.')}</p>` : html``;
  }
  const { rows, offset } = state.shown;
  return html`<section class="rows" aria-label=${group.title}>
    ${pager(state.shown, group.rows, (to) => act.forward('review/show', { group: group.id, offset: to }))}
    <table>
      <caption class="sr-only">${t('{0}: rows {1} to {2} of {3}', group.title, offset + 1, offset + rows.length, group.rows)}</caption>
      <thead>
        <tr>
          <th scope="col">${t('Send')}</th><th scope="col" class="number">${t('Line')}</th>
          <th scope="col">${t('Input')}</th><th scope="col">${t('Why')}</th>
          <th scope="col" aria-label=${t('Actions')}>${revealAll(input)}</th>
        </tr>
      </thead>
      <tbody>${repeat(
        rows,
        ({ row }) => row,
        (row) => tableRow(input, row),
      )}</tbody>
    </table>
  </section>`;
}

/** Of the rows that are listed, those that are covered; where none is, all are covered again. */
function revealAll({ state, revealed, act }: Loaded): TemplateResult {
  const all = state.shown.rows.map(({ row }) => row);
  const covered = all.filter((row) => !revealed.has(row));
  return covered.length > 0
    ? iconButton(t('Reveal all'), 'eye', () => act.reveal(covered))
    : iconButton(t('Hide all'), 'eye-closed', () => act.reveal(all));
}

function tableRow(input: Loaded, row: ReviewRowView): TemplateResult {
  const { state, editing, act } = input;
  if (editing?.row === row.row) return editRow(input, row, editing);
  return html`<tr class=${row.sent ? 'sent' : 'left'}>
    <td><input type="checkbox" ?disabled=${!row.mayBeSent} .checked=${live(row.sent)} aria-label=${t('Send line {0}', row.line)}
      @change=${(event: Event) => act.choose('review/chooseRow', { plan: state.plan, row: row.row, sent: isChecked(event) })}></td>
    <td class="number">${row.line}</td>
    <td class="input">${shownInput(input, row)}</td>
    <td>${row.reasons.map((one) => html`<div>${one}</div>`)}</td>
    <td class="acts">${actions(input, row)}</td>
  </tr>`;
}

function shownInput({ revealed }: Loaded, row: ReviewRowView): TemplateResult {
  const values = revealed.get(row.row);
  const masked = row.masked === '' ? t('not readable as a row') : row.masked;
  return html`
    ${values === undefined ? html`<span>${masked}</span>` : plain(values)}
    ${row.sentAs === '' || (values === undefined && row.masked.includes(row.sentAs)) ? nothing : html`<div class="quiet">${t('sent as {0}', row.sentAs)}</div>`}
    ${row.corrected ? html`<div class="quiet">${icon('edit')} ${t('corrected by you')}</div>` : nothing}
  `;
}

/** One field as it is, several with their names. */
function plain(values: Readonly<Record<string, string>>): TemplateResult {
  const entries = Object.entries(values);
  if (entries.length === 1) return html`<span class="mono">${entries[0]?.[1]}</span>`;
  return html`${entries.map(
    ([name, value]) => html`<div><span class="quiet">${name}</span> <span class="mono">${value}</span></div>`,
  )}`;
}

function actions({ state, revealed, act }: Loaded, row: ReviewRowView): TemplateResult {
  const { line } = row;
  const isPlain = revealed.has(row.row);
  return html`
    ${iconButton(isPlain ? t('Hide line {0}', line) : t('Reveal line {0}', line), isPlain ? 'eye-closed' : 'eye', () => act.reveal([row.row]))}
    ${iconButton(t('Correct line {0}', line), 'edit', () => act.edit(row.row), false, row.row)}
    ${row.corrected ? iconButton(t('Line {0} as in the file', line), 'discard', () => act.undo(row.row)) : nothing}
    ${row.hasOrder ? iconButton(t('Open the order of line {0}', line), 'link-external', () => act.forward('review/openOrder', { plan: state.plan, row: row.row })) : nothing}
  `;
}

function labelOf({ fields }: ReviewState, name: string): string {
  return fields.find((field) => field.name === name)?.label ?? name;
}

/** A row in its fields; Enter keeps what is typed, Escape gives it up. */
function editRow({ state, act }: Loaded, row: ReviewRowView, editing: Editing): TemplateResult {
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') act.cancelEdit();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) act.save();
  };
  return html`<tr class="editing" @keydown=${keys}>
    <td></td>
    <td class="number">${row.line}</td>
    <td colspan="3">
      <div class="choices">
        ${Object.entries(editing.values).map(
          ([name, value]) => html`<label>
            <span>${labelOf(state, name)}</span>
            <input class="text mono" autocomplete="off" spellcheck="false" .value=${value}
              @input=${(event: Event) => act.type(name, inputText(event))}>
          </label>`,
        )}
        <span class="actions">
          <button type="button" class="plain" @click=${act.save}>${icon('check')}<span>${t('Keep')}</span></button>
          <button type="button" class="plain" @click=${act.cancelEdit}>${t('Cancel')}</button>
        </span>
      </div>
      ${row.reasons.map((one) => html`<div class="quiet">${one}</div>`)}
    </td>
  </tr>`;
}
