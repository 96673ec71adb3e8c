import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { lookOf } from '../model.ts';
import { button, icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';
import './rawText.ts';
import { headersTable } from './tables.ts';

/** The request as it left, from what is kept of the order; what is not kept is said, not guessed. */
export function requestPanel({ act, model }: ViewInput, answer: AnswerView): TemplateResult {
  const { request } = answer;
  if (request === undefined || request === null) {
    return html`<p class="quiet">${t('The request is not kept.')}</p>`;
  }
  const { revealed } = lookOf(model, answer.id);
  const isRevealed = (revealed.request ?? null) !== null;
  const { method, url, headers, body, masked, notes } = request;
  const copy = (): void => act.pieces.copy({ orderId: answer.id, what: 'request', revealed: isRevealed });
  return html`
    <p class="toolbar">
      ${masked ? html`<span class="quiet">${t('Personal values are masked.')}</span>` : nothing}
      ${masked ? button({ text: t('Reveal all'), icon: 'eye', press: () => void act.reveal(answer.id, null) }) : nothing}
      ${isRevealed ? button({ text: t('Hide all'), icon: 'eye-closed', press: () => act.hide(answer.id, null) }) : nothing}
      ${button({ text: t('Copy request'), icon: 'copy', press: copy })}
    </p>
    <p class="sent-line"><code class="sent-method">${method}</code> <code class="sent-url">${url}</code></p>
    ${headersTable(headers)}
    ${
      body === ''
        ? nothing
        : html`<verification-raw
            .input=${{
              answerId: `${answer.id}#request`,
              text: body,
              isWhole: true,
              totalBytes: request.bytes,
              version: `${answer.id} request ${masked} ${isRevealed}`,
              label: t('Body'),
              revealed: isRevealed,
              folds: lookOf(model, `${answer.id}#request`).folds,
              pieces: act.pieces,
            }}
          ></verification-raw>`
    }
    ${notes.map((note) => html`<p class="result-note">${icon('info')}<span>${note}</span></p>`)}
  `;
}
