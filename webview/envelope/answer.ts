import { html, nothing, type TemplateResult } from 'lit/html.js';
import { outcomeBeside } from '../../src/contract/outcomeBeside.ts';
import type { Outcome } from '../../src/contract/words.ts';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { lookOf } from '../model.ts';
import { button, icon, kindBadge } from '../parts.ts';
import { withRevealed } from '../reveal.ts';
import { t } from '../strings.ts';
import { tabs } from '../tabs.ts';
import type { ViewInput } from '../viewInput.ts';
import { rawPanel } from './raw.ts';
import { deviationsList, signsList } from './reading.ts';
import { requestPanel } from './requestSent.ts';
import { resultPanel } from './result.ts';
import { headersPanel, timingPanel } from './tables.ts';

/** The shape that goes with each outcome's colour; the same as in Order History. */
const outcomeIcons: Readonly<Record<Outcome, string>> = {
  verified: 'pass',
  negative: 'circle-slash',
  pending: 'clock',
  held: 'watch',
  rejected: 'edit',
  refused: 'lock',
  throttled: 'dashboard',
  refunded: 'discard',
  failed: 'error',
  'not-sent': 'debug-disconnect',
  unknown: 'question',
};

export function outcomeIcon({ outcome, billing }: AnswerView): string {
  return outcomeIcons[outcomeBeside(outcome, billing)];
}

/** The answer of the last call, or what there is instead of one. */
export function answerRegion(input: ViewInput): TemplateResult {
  const { snapshot } = input.model;
  const answer = snapshot?.answer ?? null;
  if (snapshot !== null && snapshot.call !== null) return sending(snapshot.environment.name, answer !== null);
  if (answer !== null) return answered(input, answer);
  const words =
    snapshot?.mode === 'order'
      ? t('This order has no answer.')
      : t('Nothing sent yet. The answer appears here.');
  return html`<section class="answer" role="region" aria-label=${t('Answer')}><p class="quiet">${words}</p></section>`;
}

/** An older answer beside a call that is out would be read as its answer: it steps aside. */
function sending(environment: string, hasEarlier: boolean): TemplateResult {
  return html`
    <section class="answer" role="region" aria-label=${t('Answer')} aria-busy="true">
      <p class="sending">
        ${icon('loading', 'codicon-modifier-spin')}<span>${t('Sending. {0} is waiting for the answer.', environment)}</span>
      </p>
      ${hasEarlier ? html`<p class="quiet">${t('An earlier answer stays in Order History.')}</p>` : nothing}
    </section>
  `;
}

function answered(input: ViewInput, masked: AnswerView): TemplateResult {
  const { act, model } = input;
  const look = lookOf(model, masked.id);
  const answer = withRevealed(masked, look.revealed);
  return html`
    <section
      class="answer" role="region" aria-label=${t('Answer')}
      data-outcome=${answer.outcome} data-billing=${answer.billing} data-evidence=${answer.evidence}
      data-message-code=${answer.messageCode} data-order-id=${answer.orderId}
      data-contradicts-charge=${answer.contradictsCharge} data-from-part=${answer.fromPart}
    >
      <div class="headline-row" id="headline">
        <h2 class="headline">${icon(outcomeIcon(answer))}${answer.headline}</h2>
        <p class="origin">
          ${answer.messageCode === '' ? nothing : html`<code class="message-code">${answer.messageCode}</code>${fromPart(answer)}`}
          ${kindBadge(answer.kind)}<span class="quiet">${answer.environment}</span>
        </p>
      </div>
      ${signsList(answer)}
      ${answer.warning === null ? nothing : html`<p class="caution">${icon('warning')}<span>${answer.warning}</span></p>`}
      <p class="meaning">${answer.meaning}</p>
      <p class="advice">${icon('arrow-right')}<span>${answer.advice}</span></p>
      ${answer.retryAfter === '' ? nothing : html`<p class="retry-after">${icon('watch')}<span>${answer.retryAfter}</span></p>`}
      ${answer.message === '' ? nothing : html`<p class="service-message">${t('The service says: {0}', answer.message)}</p>`}
      ${orderLine(answer, () => act.copyOrderId(answer.id))} ${deviationsList(answer.deviations)}
      ${tabs(
        'answer',
        look.tab,
        [
          { id: 'result', name: t('Result'), content: () => resultPanel(input, answer) },
          { id: 'raw', name: t('Raw'), content: () => rawPanel(input, answer, true) },
          { id: 'request', name: t('Request'), content: () => requestPanel(input, answer) },
          { id: 'headers', name: t('Headers'), content: () => headersPanel(input, answer) },
          { id: 'timing', name: t('Timing'), content: () => timingPanel(answer.timing) },
        ],
        (tab) => act.showAnswerTab(answer.id, tab),
      )}
    </section>
  `;
}

/** Beside what the rest of the answer might have said otherwise. */
export function fromPart(answer: AnswerView): TemplateResult | typeof nothing {
  return answer.fromPart ? html` <span class="word">${t('from the part that came')}</span>` : nothing;
}

function orderLine(answer: AnswerView, copy: () => void): TemplateResult {
  if (answer.orderId === '') {
    const words = answer.whole ? t('The service gave no order_id.') : t('No order_id came.');
    return html`<p class="order quiet">${words}</p>`;
  }
  return html`<p class="order">
    <span>${t('Order')} <code>${answer.orderId}</code>${fromPart(answer)}</span>
    ${button({ text: t('Copy order_id'), icon: 'copy', press: copy })}
  </p>`;
}
