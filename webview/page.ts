import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageState } from '../src/protocol/messages.ts';
import { answerRegion } from './envelope/answer.ts';
import { pageHeader } from './form/header.ts';
import { billingNotice, obstacleList } from './form/notice.ts';
import { requestForm } from './form/request.ts';
import type { Model } from './model.ts';
import { orderView } from './order/order.ts';
import { problemText } from './parts.ts';
import { t } from './strings.ts';
import type { ViewInput } from './viewInput.ts';

/** The whole page: a head, and two sides below it that scroll each for itself where there is room for both. */
export function pageView(input: ViewInput): TemplateResult {
  const { snapshot, announcement } = input.model;
  return html`
    <main class="page" data-vscode-context=${menuContext(input.model.snapshot)}>
      ${snapshot === null ? html`<p class="quiet">${t('Loading the request form…')}</p>` : content(input, snapshot)}
      ${problemLine(input.model)}
    </main>
    <div id="announcer" class="sr-only" role="status" aria-live="polite">${announcement}</div>
  `;
}

/** What VS Code's menu on the page may know of it (package.json, webview/context). */
function menuContext(snapshot: PageState | null): string {
  const hasAnswer = snapshot !== null && snapshot.answer !== null;
  return JSON.stringify({ verificationAnswer: hasAnswer });
}

function content(input: ViewInput, snapshot: PageState): TemplateResult {
  if (snapshot.mode === 'order') return orderView(input, snapshot);
  const { kind, name } = snapshot.environment;
  return html`
    ${kind === 'live' ? html`<p class="live-line kind-live">${t('LIVE')}: ${name}</p>` : nothing}
    <div class="page-head">${pageHeader(input, snapshot)} ${billingNotice(input, snapshot.environment)}</div>
    <div class="sides sides-form">
      <div class="request-side">${obstacleList(input, snapshot.environment)} ${requestForm(input)}</div>
      <div class="answer-side">${answerRegion(input)}</div>
    </div>
  `;
}

/** Only for a page that has no form to show it in. */
function problemLine(model: Model): TemplateResult | typeof nothing {
  if (model.snapshot?.mode === 'form') return nothing;
  return model.failure === null ? nothing : problemText(model.failure);
}
