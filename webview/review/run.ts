import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { RunListing, RunRequests, RunRowView, RunState } from '../../src/protocol/batchRun.ts';
import { icon, isSaidByBadge, kindBadge, problemText } from '../parts.ts';
import { t } from '../strings.ts';
import { iconButton, pager } from './pager.ts';

/** Asks the host for what changes nothing in the page by itself. */
type AskRun = <M extends keyof RunRequests>(method: M, params: RunRequests[M]['params']) => void;

interface RunInput {
  readonly state: RunState;
  readonly problem: string | null;
  readonly ask: AskRun;
}

/** A batch that was started: how it goes on, and what its rows came to. */
export function runView(input: RunInput): TemplateResult {
  const { state, problem } = input;
  const { environment } = state;
  return html`
    <main class="page review run">
      <header><h1>${t('Batch of {0}', state.source)}</h1></header>
      <p class="about">
        <span>${state.operation}</span> ${kindBadge(environment.kind)}
        ${isSaidByBadge(environment.kind, environment.name) ? nothing : html`<span>${environment.name}</span>`}
        <span>${state.made}</span>
      </p>
      ${problem === null ? nothing : problemText(problem)}
      ${standing(input)} ${facts(input)} ${counts(input)} ${rows(input)}
    </main>
    <div class="sr-only" role="status" aria-live="polite">${state.spoken}</div>
  `;
}

const glyphs: Readonly<Record<RunState['runs'], string>> = {
  here: 'sync',
  paused: 'debug-pause',
  elsewhere: 'sync',
  rests: 'circle-slash',
  over: 'check',
};

function plainButton(text: string, press: () => void): TemplateResult {
  return html`<button type="button" class="plain" @click=${press}>${text}</button>`;
}

function standing({ state, ask }: RunInput): TemplateResult {
  const { runs, status, ended, total, calls, hasFailed } = state;
  return html`<div class="standing">
    <span class="status">${icon(glyphs[runs])}<span>${status}</span></span>
    <progress max=${Math.max(1, total)} .value=${total === 0 ? 1 : ended} aria-label=${calls}></progress>
    ${runs === 'here' ? plainButton(t('Pause or cancel…'), () => ask('run/control', null)) : nothing}
    ${runs === 'paused' ? plainButton(t('Resume or cancel…'), () => ask('run/control', null)) : nothing}
    ${runs === 'rests' ? plainButton(t('Resume batch…'), () => ask('run/resume', null)) : nothing}
    ${hasFailed ? plainButton(t('Re-run failed rows…'), () => ask('run/again', null)) : nothing}
    ${runs === 'rests' || runs === 'over' ? plainButton(t('Write results…'), () => ask('run/writeResults', null)) : nothing}
  </div>`;
}

function facts({ state, ask }: RunInput): TemplateResult {
  const line = (label: string, value: unknown): TemplateResult =>
    html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  const { calls, cost, pace, results } = state;
  const open = html`<button type="button" class="link" title=${t('Open the results file')} @click=${() => ask('run/openResults', null)}>${results}</button>`;
  return html`<dl class="summary">
    ${line(t('Calls'), calls)} ${line(state.runs === 'over' ? t('Billed') : t('Billed so far'), cost)}
    ${pace === '' ? nothing : line(t('Pace'), pace)}
    ${results === '' ? nothing : line(t('Results'), open)}
  </dl>`;
}

/** Each lists its rows. */
function counts({ state, ask }: RunInput): TemplateResult {
  return html`<section aria-labelledby="counts-title">
    <h2 id="counts-title">${t('What came of the rows')}</h2>
    <ul class="counts">
      ${state.counts.map(
        ({ words, rows: count }) =>
          html`<li><button type="button" class="group" aria-pressed=${words === state.shown.group} @click=${() => ask('run/show', { group: words, offset: 0 })}>
            <span class="count">${count}</span> <span class="name">${words}</span>
          </button></li>`,
      )}
    </ul>
  </section>`;
}

function rows(input: RunInput): TemplateResult {
  const { state, ask } = input;
  const { offset, group, of, hasLast } = state.shown;
  const choice = (text: string, to: RunListing | null): TemplateResult => {
    const isShown = group === null && (offset === null) === (to === null);
    return html`<button type="button" class="group" aria-pressed=${isShown} @click=${() => ask('run/show', to)}>
      <span class="name">${text}</span>
    </button>`;
  };
  return html`<section class="rows" aria-labelledby="rows-title">
    <h2 id="rows-title">${t('Rows')}</h2>
    <div class="views">
      ${hasLast ? choice(t('Last answers'), null) : nothing} ${choice(t('All rows'), { group: null, offset: 0 })}
    </div>
    ${offset === null ? nothing : pager({ ...state.shown, offset }, of, (to) => ask('run/show', { group, offset: to }))}
    ${state.shown.rows.length === 0 ? html`<p class="quiet">${nothingListed(state.shown)}</p>` : table(input)}
  </section>`;
}

/** Rows that were listed may come to something else meanwhile. */
function nothingListed({ group }: RunState['shown']): string {
  return group === null ? t('No answer in this run yet.') : t('No row is “{0}” any more.', group);
}

function captionOf({ offset, group, of, rows: listed }: RunState['shown']): string {
  return offset === null
    ? t('Last answers')
    : t('{0}: rows {1} to {2} of {3}', group ?? t('All rows'), offset + 1, offset + listed.length, of);
}

function table({ state, ask }: RunInput): TemplateResult {
  return html`<table>
    <caption class="sr-only">${captionOf(state.shown)}</caption>
    <thead>
      <tr>
        <th scope="col" class="number">${t('Line')}</th><th scope="col">${t('Input')}</th>
        <th scope="col">${t('What came of it')}</th><th scope="col"><span class="sr-only">${t('Actions')}</span></th>
      </tr>
    </thead>
    <tbody>${repeat(
      state.shown.rows,
      ({ row }) => row,
      (row) => tableRow(row, ask),
    )}</tbody>
  </table>`;
}

function tableRow({ row, line, masked, words, orderId, hasOrder }: RunRowView, ask: AskRun): TemplateResult {
  return html`<tr class=${hasOrder ? 'sent' : 'left'}>
    <td class="number">${line}</td>
    <td class="input"><span>${masked === '' ? t('not readable as a row') : masked}</span></td>
    <td class="came">${words} ${orderId === '' ? nothing : html`<code class="quiet">${orderId}</code>`}</td>
    <td class="acts">
      ${hasOrder ? iconButton(t('Open the order of line {0}', line), 'link-external', () => ask('run/openOrder', { row })) : nothing}
    </td>
  </tr>`;
}
