import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  CellView,
  ChartView,
  OrderScope,
  TableRowView,
  UsageChoice,
  UsageState,
} from '../../src/protocol/usage.ts';
import { problemText } from '../parts.ts';
import { inputText, pick, pickEnvironment, plainButton } from '../picks.ts';
import { t } from '../strings.ts';

/** What the page can ask for. */
export interface UsageActions {
  readonly choose: (change: Partial<UsageChoice>) => void;
  readonly showOrders: (filter: OrderScope) => void;
  readonly exportCsv: () => void;
  readonly reconcile: () => void;
}

interface Input {
  readonly state: UsageState | null;
  readonly problem: string | null;
  readonly act: UsageActions;
}

/** Rows up to which a table stands open. */
const openRows = 12;

export function usageView({ state, problem, act }: Input): TemplateResult {
  return html`
    <main class="page usage">
      <h1>${t('Usage')}</h1>
      ${state === null ? html`<p class="quiet">${t('Loading usage…')}</p>` : content(state, act)}
      ${problem === null ? nothing : problemText(problem)}
    </main>
    <div class="sr-only" role="status" aria-live="polite">${state?.span ?? ''}</div>
  `;
}

function content(state: UsageState, act: UsageActions): TemplateResult {
  return html`
    ${choices(state, act)}
    <p class="span">${state.span}</p>
    ${state.note === '' ? nothing : html`<p class="quiet">${state.note}</p>`}
    <dl class="summary">
      ${state.summary.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${state.charts.length === 0 ? html`<p>${t('No calls in these days.')}</p>` : state.charts.map((one) => chart(one, act))}
  `;
}

function choices({ choice, choices: offered }: UsageState, act: UsageActions): TemplateResult {
  const environments = [
    ...new Set([...offered.environments, ...(choice.environment === null ? [] : [choice.environment])]),
  ];
  return html`<div class="choices">
    ${pickEnvironment(environments, choice.environment, act.choose)}
    ${pick({
      id: 'period',
      label: t('Period'),
      options: offered.periods.map(({ id, title }) => [id, title] as const),
      chosen: choice.period,
      choose: (period) => act.choose({ period }),
    })}
    ${choice.period === 'custom' ? days(choice, act) : nothing}
    <span class="actions">
      ${plainButton(t('Export CSV…'), 'export', act.exportCsv)}
      ${plainButton(t('Reconcile with statement…'), 'tasklist', act.reconcile)}
    </span>
  </div>`;
}

function days(choice: UsageChoice, act: UsageActions): TemplateResult {
  // An emptied field is no day: the last one stays in force.
  const change = (key: 'from' | 'to') => (event: Event) => {
    if (inputText(event) !== '') act.choose({ [key]: inputText(event) });
  };
  return html`
    <label><span>${t('From')}</span><input type="date" id="from" .value=${choice.from} @change=${change('from')}></label>
    <label><span>${t('To')}</span><input type="date" id="to" .value=${choice.to} @change=${change('to')}></label>
  `;
}

function chart(view: ChartView, act: UsageActions): TemplateResult {
  const { id, title, explanation, series, table } = view;
  return html`<section aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <p class="quiet" id="${id}-note">${explanation}</p>
    ${series.length < 2 && !view.stacked ? nothing : legend(view)}
    <div class="canvas" data-chart=${id}>
      <canvas role="img" aria-label=${t('{0}: a chart of the table below', title)} aria-describedby="${id}-note"></canvas>
    </div>
    <details ?open=${table.rows.length <= openRows}>
      <summary>${t('Table: {0}', title)}</summary>
      ${numbers(view, act)}
    </details>
  </section>`;
}

function legend({ series }: ChartView): TemplateResult {
  return html`<ul class="legend" aria-hidden="true">
    ${series.map(({ name }, index) => html`<li><span class="swatch tone-${index}"></span>${name}</li>`)}
  </ul>`;
}

function numbers({ title, table }: ChartView, act: UsageActions): TemplateResult {
  return html`<div class="wide" role="group" tabindex="0" aria-label=${title}>
    <table>
      <caption class="sr-only">${title}</caption>
      <thead><tr>${table.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${table.rows.map((row) => tableRow(row, table.columns, act))}</tbody>
    </table>
  </div>`;
}

function tableRow(
  { head, filter, cells }: TableRowView,
  columns: readonly string[],
  act: UsageActions,
): TemplateResult {
  return html`<tr>
    <th scope="row">${opens(head, t('Show orders: {0}', head), filter, act)}</th>
    ${cells.map((cell, index) => html`<td>${cellText(cell, head, columns[index + 1] ?? '', act)}</td>`)}
  </tr>`;
}

function cellText(
  { text, filter }: CellView,
  head: string,
  column: string,
  act: UsageActions,
): TemplateResult {
  return opens(text, t('Show orders: {0}', `${head}, ${column}, ${text}`), filter, act);
}

function opens(text: string, name: string, filter: OrderScope | null, act: UsageActions): TemplateResult {
  if (filter === null) return html`${text}`;
  return html`<button type="button" class="link" aria-label=${name} @click=${() => act.showOrders(filter)}>${text}</button>`;
}
