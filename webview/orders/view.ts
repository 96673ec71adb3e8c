import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { OrdersAction, OrdersState } from '../../src/protocol/orders.ts';
import { problemText } from '../parts.ts';
import { inputText, pick, pickEnvironment, plainButton } from '../picks.ts';
import { onMac } from '../platform.ts';
import { t } from '../strings.ts';
import { notFitting } from './columns.ts';
import { grid } from './grid.ts';
import type { OrdersActions, OrdersInput } from './input.ts';

export function ordersView(input: OrdersInput): TemplateResult {
  const { state, problem, said } = input.model;
  return html`
    <main class="orders">
      ${state === null ? html`<h1>${t('Orders')}</h1><p class="quiet">${t('Loading orders…')}</p>` : content(input, state)}
      ${problem === null ? nothing : problemText(problem)}
    </main>
    <div class="sr-only" role="status" aria-live="polite">${said}</div>
  `;
}

function content(input: OrdersInput, state: OrdersState): TemplateResult {
  return html`
    <header class="orders-head">
      <h1>${t('Orders')}</h1>
      ${presets(state, input.act)}
      ${tools(input, state)}
    </header>
    ${state.empty === '' ? grid(input, state) : nobody(state, input.act)}
    ${state.empty === '' ? selectionBar(input, state) : nothing}
  `;
}

function presets({ presets: all, choice, found }: OrdersState, act: OrdersActions): TemplateResult {
  return html`<div class="presets" role="group" aria-label=${t('Which orders')}>
    ${all.map(
      ({ id, title, count }) => html`<button type="button" class="preset" data-preset=${id}
        aria-pressed=${String(found === '' && id === choice.preset)} @click=${() => act.choose({ preset: id })}>
        ${title} <span class="count">${count}</span>
      </button>`,
    )}
  </div>`;
}

function tools({ fit, act, model }: OrdersInput, state: OrdersState): TemplateResult {
  const { choice, environments, found } = state;
  return html`<div class="choices tools">
    ${pickEnvironment(environments, choice.environment, act.choose)}
    ${pick({
      id: 'group',
      label: t('Group by'),
      options: [
        ['none', t('Nothing')],
        ['day', t('Day')],
        ['operation', t('Operation')],
      ],
      chosen: choice.group,
      choose: act.group,
    })}
    <label class="find">
      <span>${t('Find')}</span>
      <input type="search" id="find" .value=${model.typed ?? found} autocomplete="off" spellcheck="false"
        aria-keyshortcuts=${onMac ? 'Meta+F' : 'Control+F'} title=${onMac ? '⌘F' : 'Ctrl+F'}
        placeholder=${t('exact input, order_id, code, note or word of a row')}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key === 'Enter') act.find(inputText(event));
        }}
        @input=${(event: Event) => act.type(inputText(event))}>
    </label>
    <span class="actions">
      ${plainButton(t('Columns…'), 'split-horizontal', act.columns)}
      ${fit.left === 0 ? nothing : html`<span class="quiet">${notFitting(fit.left)}</span>`}
    </span>
  </div>`;
}

function nobody({ empty, choice, found }: OrdersState, act: OrdersActions): TemplateResult {
  const narrowed = found !== '' || choice.preset !== 'all' || choice.environment !== null;
  const all = (): void => (found === '' ? act.choose({ preset: 'all', environment: null }) : act.find(''));
  return html`<div class="nobody">
    <p>${empty}</p>
    ${narrowed ? plainButton(t('Show all orders'), 'clear-all', all) : nothing}
  </div>`;
}

function selectionBar({ model, act }: OrdersInput, { total }: OrdersState): TemplateResult {
  const count = model.selected.size;
  if (count === 0) {
    return html`<footer class="selection"><span class="quiet">${total}</span>
      <span class="quiet keys">${t('Space selects, Ctrl+A all, Enter opens')}</span></footer>`;
  }
  const on = (action: OrdersAction) => () => act.onSelected(action);
  return html`<footer class="selection" role="group" aria-label=${t('Actions on the selected orders')}>
    <strong>${t('{0} selected', count)}</strong>
    ${count === 1 ? plainButton(t('Open'), 'go-to-file', act.openSelected) : nothing}
    ${plainButton(t('Copy support quote'), 'copy', on('copyQuote'))}
    ${plainButton(t('Note…'), 'note', on('note'))}
    ${plainButton(t('Record outcome…'), 'checklist', on('recordOutcome'))}
    ${plainButton(t('Follow up on…'), 'calendar', on('followUp'))}
    ${count === 2 ? plainButton(t('Compare'), 'diff', on('compare')) : nothing}
    ${plainButton(t('Copy order_id'), 'copy', on('copyOrderId'))}
    ${plainButton(t('Export…'), 'export', on('export'))}
    ${plainButton(t('Erase…'), 'trash', on('erase'))}
    ${plainButton(t('Clear selection'), 'close', act.clearSelection)}
  </footer>`;
}
