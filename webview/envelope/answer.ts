import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { earlierThan } from '../earlier.ts';
import { callOf, formOf, lookOf, tabOf } from '../model.ts';
import { button, icon } from '../parts.ts';
import { withRevealed } from '../reveal.ts';
import { t } from '../strings.ts';
import { tabs } from '../tabs.ts';
import type { ViewInput } from '../viewInput.ts';
import { answerHead, fromPart } from './head.ts';
import { noResult, openLinks } from './noResult.ts';
import { rawPanel } from './raw.ts';
import { deviationsList, driftList } from './reading.ts';
import { requestPanel } from './requestSent.ts';
import { resultPanel } from './result.ts';
import { justDone, serviceSays } from './said.ts';
import { headersPanel, timingPanel } from './tables.ts';

/** The answer of the last call, or what there is instead of one. */
export function answerRegion(input: ViewInput): TemplateResult {
  const { snapshot } = input.model;
  const answer = snapshot?.answer ?? null;
  const call = callOf(snapshot);
  if (call !== null) return sending(call.environment);
  if (answer !== null) return answered(input, answer);
  return html`<section class="answer" role="region" aria-label=${t('Answer')}>
    <p class="quiet answer-body">${t('Nothing sent yet. The answer appears here.')}</p>
  </section>`;
}

/** An older answer beside a call that is out would be read as its answer: the host sends none. */
function sending(environment: string): TemplateResult {
  return html`
    <section class="answer" role="region" aria-label=${t('Answer')} aria-busy="true">
      <div class="answer-start"></div>
      <div class="answer-body">
      <p class="sending">
        ${icon('loading', 'codicon-modifier-spin')}<span>${t('Sending to {0}. Waiting for the answer…', environment)}</span>
      </p>
      </div>
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
      data-other-identifier=${answer.otherIdentifier !== null} data-earlier=${earlierThan(model) !== null}
      data-drift=${answer.drift?.departures[0]?.grade ?? nothing}
    >
      <div class="answer-start"></div>
      ${answerHead(input, answer)}
      <div class="answer-body">
      ${answer.warning === null ? nothing : html`<p class="caution">${icon('warning')}<span>${answer.warning}</span></p>`}
      ${(answer.reduced ?? null) === null ? nothing : html`<p class="result-note reduced">${icon('info')}<span>${answer.reduced}</span></p>`}
      ${
        answer.meaning === ''
          ? nothing
          : html`<p class="reading"><span class="meaning">${answer.meaning}</span>${
              answer.advice === '' ? nothing : html` <strong class="advice">${answer.advice}</strong>`
            } ${mendLink(input, answer)}</p>`
      }
      ${answer.retryAfter === '' ? nothing : html`<p class="retry-after">${icon('watch')}<span>${answer.retryAfter}</span></p>`}
      ${serviceSays(input, answer)}
      <div class="order-line">
        ${orderLine(input, answer)} ${openLinks(input, answer)} ${deviationsList(answer.deviations)} ${driftList(answer.drift)}
      </div>
      ${tabs(
        'answer',
        tabOf(model, answer),
        [
          {
            id: 'result',
            name: t('Result'),
            content: () => unread(answer) ?? noResult(input, answer) ?? resultPanel(input, answer),
          },
          { id: 'raw', name: t('Raw'), content: () => unread(answer) ?? rawPanel(input, answer, true) },
          { id: 'request', name: t('Request'), content: () => requestPanel(input, answer) },
          { id: 'headers', name: t('Headers'), content: () => unread(answer) ?? headersPanel(input, answer) },
          { id: 'timing', name: t('Timing'), content: () => unread(answer) ?? timingPanel(answer.timing) },
        ],
        (tab) => act.showAnswerTab(answer.id, tab),
      )}
      ${justDone(input, answer)}
      </div>
    </section>
  `;
}

/** To what the form can change, where it still is of the place that answered. */
function mendLink(
  { act, model }: ViewInput,
  { mend, environment }: AnswerView,
): TemplateResult | typeof nothing {
  const chosen = formOf(model.snapshot)?.environment;
  if (chosen?.kind !== 'live' || chosen.name !== environment) return nothing;
  switch (mend) {
    case 'key':
      return button({
        ...{ text: t('Set API Key…'), icon: 'key', look: 'link' },
        press: () => act.forward('environment/setKey', null),
      });
    case 'address':
      return button({
        ...{ text: t('Edit Base URL…'), icon: 'globe', look: 'link' },
        press: () => act.forward('environment/editBaseUrl', null),
      });
    default:
      return nothing;
  }
}

/** An answer that cannot be read is not one that is empty; why stands above. */
function unread(answer: AnswerView): TemplateResult | null {
  return answer.unread
    ? html`<p class="quiet">${t('The answer cannot be read here; why is said above.')}</p>`
    : null;
}

function orderLine({ model, act }: ViewInput, answer: AnswerView): TemplateResult | typeof nothing {
  if (answer.underWay) return nothing;
  const { id: orderId } = answer;
  // What a form shows is in the history: its order was written before the call left. An order's page is there already.
  const open =
    model.snapshot?.mode === 'form'
      ? button({
          text: t('Open order'),
          icon: 'go-to-file',
          look: 'link',
          press: () => act.forward('notice/openOrder', { orderId }),
        })
      : nothing;
  if (answer.orderId === '') {
    const words = answer.whole ? t('The service gave no order_id.') : t('No order_id came.');
    return html`<p class="order"><span class="quiet">${words}</span> ${open}</p>`;
  }
  const copy = (): void => act.pieces.copyOrderId(orderId);
  return html`<p class="order">
    <span>${t('Order')} <code>${answer.orderId}</code>${fromPart(answer)}</span>
    ${button({ text: t('Copy order_id'), icon: 'copy', look: 'link', press: copy })} ${open}
  </p>`;
}
