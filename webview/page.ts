import { html, nothing, type TemplateResult } from 'lit/html.js';
import { answerRegion } from './envelope/answer.ts';
import { environmentLine, pageHeader } from './form/header.ts';
import { billingNotice } from './form/notice.ts';
import { requestForm } from './form/request.ts';
import type { Model } from './model.ts';
import { orderView } from './order/order.ts';
import { problemText } from './parts.ts';
import { t } from './strings.ts';
import type { ViewInput } from './viewInput.ts';

/** The whole page. */
export function pageView(input: ViewInput): TemplateResult {
  const { snapshot, announcement } = input.model;
  return html`
    <main class="page">
      ${snapshot === null ? html`<p class="quiet">${t('Loading the request form…')}</p>` : content(input)}
      ${problemLine(input.model)}
    </main>
    <div id="announcer" class="sr-only" role="status" aria-live="polite">${announcement}</div>
  `;
}

function content(input: ViewInput): TemplateResult {
  const { snapshot } = input.model;
  if (snapshot === null) return html``;
  if (snapshot.mode === 'order') return orderView(input, snapshot);
  return html`
    ${pageHeader(snapshot)} ${environmentLine(input, snapshot.environment)} ${billingNotice(input, snapshot.environment)}
    ${requestForm(input)} ${answerRegion(input)}
  `;
}

/** Only for a page that has no form to show it in. */
function problemLine(model: Model): TemplateResult | typeof nothing {
  if (model.snapshot?.mode === 'form') return nothing;
  const problem = model.failure ?? model.snapshot?.problem ?? null;
  return problem === null ? nothing : problemText(problem);
}
