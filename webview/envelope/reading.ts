import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView, DeviationView, SignView } from '../../src/protocol/messages.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';

/** More of them than this are folded away under their count. */
const DEVIATIONS_IN_VIEW = 4;

/** Transport, lookup and money, side by side: one of them says nothing about the others. */
export function signsList(answer: AnswerView): TemplateResult {
  return html`<dl class="signs">
    ${sign(t('Transport'), answer.signs.transport, 'arrow-swap', 'transport')} ${lookupAndMoney(answer)}
  </dl>`;
}

/** Without transport, for an answer that the user recorded. */
export function readSigns(answer: AnswerView): TemplateResult {
  return html`<dl class="signs">${lookupAndMoney(answer)}</dl>`;
}

function lookupAndMoney({ signs, billing, contradictsCharge }: AnswerView): TemplateResult {
  const money = contradictsCharge
    ? 'warning'
    : { billed: 'credit-card', free: 'circle-slash', refunded: 'discard', unknown: 'question' }[billing];
  return html`
    ${sign(t('Lookup'), signs.lookup, 'search', 'lookup')} ${sign(t('Money'), signs.money, money, 'money')}
  `;
}

function sign(
  ownLabel: string,
  { label, value, tone }: SignView,
  glyph: string,
  which: string,
): TemplateResult {
  return html`<div class="sign tone-${tone}" data-sign=${which}>
    <dt>${icon(glyph)}${label === '' ? ownLabel : label}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Where the answer departs from the documents. */
export function deviationsList(deviations: readonly DeviationView[]): TemplateResult | typeof nothing {
  const count = deviations.length;
  if (count === 0) return nothing;
  const title =
    count === 1 ? t('1 deviation from the documents') : t('{0} deviations from the documents', count);
  return html`
    <details class="deviations" ?open=${count <= DEVIATIONS_IN_VIEW}>
      <summary>${title}</summary>
      <ul>
        ${deviations.map(
          ({ kind, text }) => html`<li class="deviation-${kind}">
            ${icon(kind === 'fault' ? 'warning' : 'info')}<span>${text}</span>
            <span class="word">${kind === 'fault' ? t('contradicts the documents') : t('not documented')}</span>
          </li>`,
        )}
      </ul>
    </details>
  `;
}
