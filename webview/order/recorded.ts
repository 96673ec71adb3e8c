import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView, OrderDetailsView } from '../../src/protocol/messages.ts';
import { codeOf, fromPart, outcomeIcon, signsList } from '../envelope/head.ts';
import { rawPanel } from '../envelope/raw.ts';
import { deviationsList } from '../envelope/reading.ts';
import { resultPanel } from '../envelope/result.ts';
import { justDone, serviceSays } from '../envelope/said.ts';
import { lookOf, tabOf } from '../model.ts';
import { button, icon } from '../parts.ts';
import { withRevealed } from '../reveal.ts';
import { t } from '../strings.ts';
import { tabs } from '../tabs.ts';
import type { OrderAct, ViewInput } from '../viewInput.ts';

/** What the user recorded, apart from what the service answered; `act` is null where the open box offers to record. */
export function recordedSection(
  input: ViewInput,
  { headline, note, answer }: NonNullable<OrderDetailsView['recorded']>,
  act: OrderAct | null,
): TemplateResult {
  return html`
    <section class="recorded" role="region" aria-labelledby="recorded-title">
      <div class="recorded-head">
        <h2 id="recorded-title">${icon('checklist')}<span>${headline}</span></h2>
        ${
          act === null
            ? nothing
            : button({ text: t('Record outcome…'), icon: 'checklist', press: () => act('recordOutcome') })
        }
      </div>
      ${note === '' ? nothing : html`<p class="own-words">${note}</p>`}
      ${answer === null ? html`<p class="quiet">${t('No answer was recorded with it.')}</p>` : recordedAnswer(input, answer)}
    </section>
  `;
}

/** Pasted JSON came over no connection of ours: it has a reading and a body, but no transport, headers or times. */
function recordedAnswer(input: ViewInput, masked: AnswerView): TemplateResult {
  const look = lookOf(input.model, masked.id);
  const answer = withRevealed(masked, look.revealed);
  return html`
    <div data-outcome=${answer.outcome} data-billing=${answer.billing} data-message-code=${answer.messageCode}>
      <div class="headline-row">
        <div class="came-to">
          <p class="headline">${icon(outcomeIcon(answer))}<span>${answer.headline}</span></p>
          ${codeOf(answer)} ${signsList(answer, false)}
        </div>
      </div>
      ${serviceSays(input, answer)}
      ${answer.orderId === '' ? nothing : html`<p>${t('Order')} <code>${answer.orderId}</code>${fromPart(answer)}</p>`}
      ${deviationsList(answer.deviations)}
      ${tabs(
        'recorded',
        tabOf(input.model, answer),
        [
          { id: 'result', name: t('Result'), content: () => resultPanel(input, answer, false) },
          { id: 'raw', name: t('Raw'), content: () => rawPanel(input, answer, false) },
        ],
        (tab) => input.act.showAnswerTab(answer.id, tab),
      )}
      ${justDone(input, answer)}
    </div>
  `;
}
