import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  MappedField,
  ResultsChoice,
  ReviewState,
  SourceChoice,
} from '../../src/protocol/batchReview.ts';
import { icon, kindBadge, problemText } from '../parts.ts';
import { inputText, isChecked, pick } from '../picks.ts';
import { t } from '../strings.ts';
import type { Loaded, ReviewInput } from './input.ts';
import { groupList, rowTable } from './rows.ts';

export function reviewView(input: ReviewInput): TemplateResult {
  const { state, problem } = input;
  return html`
    <main class="page review">
      ${state === null ? html`<h1>${t('Batch')}</h1><p class="quiet">${t('Reading the file…')}</p>` : content({ ...input, state })}
    </main>
    ${state === null ? nothing : startBar({ ...input, state }, problem)}
    <div class="sr-only" role="status" aria-live="polite">${spoken(state)}</div>
  `;
}

function spoken(state: ReviewState | null): string {
  if (state === null) return '';
  if (state.reading !== null) return t('Checking the rows…');
  const rows = state.summary === null ? '' : t('To send: {0}', state.summary.rows);
  return [state.notice, rows].filter((one) => one !== '').join(' ');
}

/** @param name where the text alone would not tell */
function link(text: string, press: () => void, name = text): TemplateResult {
  return html`<button type="button" class="link" aria-label=${name} @click=${press}>${text}</button>`;
}

function content(input: Loaded): TemplateResult {
  const { state, act } = input;
  return html`
    <header>
      <h1>${t('Batch of {0}', state.source)}</h1>
      ${state.earlier === '' ? link(t('Other file…'), () => act.forward('review/otherFile', null)) : nothing}
    </header>
    ${state.earlier === '' ? nothing : html`<p class="quiet">${state.earlier}</p>`}
    ${state.notice === '' ? nothing : html`<p class="notice">${icon('info')}<span>${state.notice}</span></p>`}
    <div class="setup">${choices(input)} ${mapping(input)}</div>
    ${state.problem === '' ? nothing : problemText(state.problem)}
    ${
      state.problemLine === null
        ? nothing
        : html`<p>${link(t('Open at Line {0}', state.problemLine), () => act.forward('review/openAtProblem', null))}</p>`
    }
    ${state.reading === null ? nothing : reading(state.reading)}
    ${state.summary === null ? unmapped(state) : html`${summary(input)} ${groupList(input)} ${rowTable(input)}`}
  `;
}

function reading(rows: number): TemplateResult {
  return html`<p class="quiet">${icon('loading', 'codicon-modifier-spin')} ${t('Checking the rows… {0}', rows)}</p>`;
}

function unmapped({ problem, reading: read, fields }: ReviewState): TemplateResult | typeof nothing {
  const open = fields.filter(({ required, source }) => required && source.kind === 'none');
  if (problem !== '' || read !== null || open.length === 0) return nothing;
  return html`<p class="notice">${icon('arrow-up')}
    <span>${t('Choose the column that holds {0}.', open.map(({ name }) => name).join(', '))}</span></p>`;
}

function choices({ state, act }: Loaded): TemplateResult {
  const { environment, operation } = state;
  return html`<div class="choices">
    ${
      state.earlier === ''
        ? pick({
            id: 'operation',
            label: t('Operation'),
            options: state.operations.map(({ id, title }) => [id, title] as const),
            chosen: operation,
            choose: (id) => act.forward('review/operation', { operation: id }),
          })
        : html`<div class="environment">
            <span class="quiet">${t('Operation')}</span>
            <span>${state.operations.find(({ id }) => id === operation)?.title ?? ''}</span>
          </div>`
    }
    <div class="environment">
      <span class="quiet">${t('Environment')}</span>
      <span>
        ${kindBadge(environment.kind)} <span>${environment.name}</span>
        ${environment.where === '' ? nothing : html`<span class="quiet">${environment.where}</span>`}
        ${
          state.earlier === ''
            ? link(t('Switch'), () => act.forward('review/switchEnvironment', null), t('Switch environment'))
            : nothing
        }
      </span>
    </div>
  </div>`;
}

function mapping({ state, act }: Loaded): TemplateResult | typeof nothing {
  if (state.columns.length === 0) return nothing;
  return html`<fieldset class="mapping">
    <legend>${t('Columns')}</legend>
    <div class="choices">${state.fields.map((field) => mapped(field, state, act))}</div>
    ${
      state.header === null
        ? nothing
        : html`<label class="check">
            <input type="checkbox" id="header" .checked=${live(state.header)}
              @change=${(event: Event) => act.forward('review/header', { header: isChecked(event) })}>
            <span>${t('The first line names the columns')}</span>
          </label>`
    }
  </fieldset>`;
}

/** Before a choice that fills every row; a column is a number. */
const sameEverywhere = 'value=';

function sourceOf(value: string): SourceChoice {
  if (value.startsWith(sameEverywhere)) return { kind: 'value', value: value.slice(sameEverywhere.length) };
  if (value === 'value') return { kind: 'value', value: '' };
  return value === '' ? { kind: 'none' } : { kind: 'column', column: Number(value) };
}

function choiceKey({ source, choices = [] }: MappedField): string {
  if (source.kind === 'column') return String(source.column);
  if (source.kind === 'none') return '';
  return choices.includes(source.value) ? sameEverywhere + source.value : 'value';
}

function mapped(field: MappedField, { columns }: ReviewState, act: Loaded['act']): TemplateResult {
  const { name, label, required, source, choices = [] } = field;
  const chosen = choiceKey(field);
  return html`<div class="field">
    ${pick({
      id: `source-${name}`,
      label: html`${label} <code class="quiet">${name}</code>`,
      options: [
        ['', required ? t('Choose a column…') : t('Nothing: leave it out')],
        ...columns.map((column, index) => [String(index), column] as const),
        ...choices.map((one) => [sameEverywhere + one, t('“{0}” in every row', one)] as const),
        ['value', t('The same text in every row…')],
      ],
      chosen,
      choose: (key) => act.forward('review/source', { field: name, source: sourceOf(key) }),
    })}
    ${
      source.kind !== 'value' || chosen !== 'value'
        ? nothing
        : html`<input class="text" aria-label=${t('{0} of every row', label)} autocomplete="off" spellcheck="false"
            .value=${source.value}
            @change=${(event: Event) => act.forward('review/source', { field: name, source: { kind: 'value', value: inputText(event) } })}>`
    }
  </div>`;
}

function summary({ state, act }: Loaded): TemplateResult {
  const found = state.summary;
  if (found === null) return html``;
  const line = (label: string, value: unknown): TemplateResult =>
    html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`
    <dl class="summary">
      ${line(t('Rows to send'), found.rows)} ${line(t('Calls'), found.calls)}
      ${line(
        t('Cost at most'),
        html`${found.cost}${found.unpriced ? [' ', link(t('Set price…'), () => act.forward('review/setPrice', null))] : nothing}`,
      )}
      ${line(t('Time'), found.time)}
      ${found.normalised === '' ? nothing : line(t('Sent in the usual form'), found.normalised)}
      ${found.budget === '' ? nothing : line(t('Budget left'), found.budget)}
    </dl>
    ${found.warnings.map((one) => html`<p class="notice">${icon('warning')}<span>${one}</span></p>`)}
  `;
}

function resultsChoices(): readonly (readonly [ResultsChoice, string])[] {
  return [
    ['csv-masked', t('CSV, masked in all columns')],
    ['csv-whole', t('CSV, with personal data')],
    ['ndjson-masked', t('NDJSON, masked in all columns')],
    ['ndjson-whole', t('NDJSON, with personal data')],
    ['none', t('No results file')],
  ];
}

/** Stays in view: the start, and where results go. The start stands left, for VS Code's notifications lie over the right corner. */
function startBar({ state, act }: Loaded, problem: string | null): TemplateResult {
  const { choice, file } = state.results;
  return html`<footer class="start">
    ${problem === null ? nothing : problemText(problem)}
    <div class="bar">
      <button type="button" id="start-batch" class="primary" ?disabled=${!state.canStart} @click=${act.start}>
        ${icon('play')}<span>${t('Start batch…')}</span>
      </button>
      ${pick({ id: 'results', label: t('Results'), options: resultsChoices(), chosen: choice, choose: (to) => act.choose('review/results', { choice: to }) })}
      ${
        choice === 'none'
          ? html`<span class="quiet file">${t('The order history keeps every answer.')}</span>`
          : html`<span class="file">
              <span class="quiet" title=${file}>${file === '' ? t('Asked for when the batch starts') : file}</span>
              ${link(t('Change…'), () => act.forward('review/resultsFile', null), t('Change the results file'))}
            </span>`
      }
    </div>
  </footer>`;
}
