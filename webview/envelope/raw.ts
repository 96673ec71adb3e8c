import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { size } from '../format.ts';
import { lookOf } from '../model.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/**
 * The body as it came, pretty-printed by the host and cut to what a page can carry. The editor shows what the service
 * answered; what the user recorded (`hasDocument` false) is shown here alone.
 */
export function rawPanel(
  { act, model }: ViewInput,
  answer: AnswerView,
  hasDocument: boolean,
): TemplateResult {
  const { text, shownBytes, totalBytes, masked } = answer.raw;
  if (totalBytes === 0 && text === '') return html`<p class="quiet">${t('The body is empty.')}</p>`;
  const isRevealed = lookOf(model, answer.id).revealed.raw !== null;
  const sizes = [size(shownBytes), size(totalBytes)];
  return html`
    <p class="toolbar">
      ${masked ? html`<span class="quiet">${t('Personal values are masked.')}</span>` : nothing}
      ${masked ? button({ text: t('Reveal all'), icon: 'eye', press: () => void act.reveal(answer.id, null) }) : nothing}
      ${isRevealed ? button({ text: t('Hide all'), icon: 'eye-closed', press: () => act.hide(answer.id, null) }) : nothing}
      ${hasDocument ? button({ text: t('Open in editor'), icon: 'go-to-file', press: () => act.openRaw(answer.id, masked) }) : nothing}
    </p>
    ${
      shownBytes < totalBytes
        ? html`<p class="result-note">${hasDocument ? t('Showing {0} of {1}. The editor shows all of it.', ...sizes) : t('Showing {0} of {1}.', ...sizes)}</p>`
        : nothing
    }
    <pre class="raw" tabindex="0" role="group" aria-label=${t('Raw text of the answer')}>${text}</pre>
  `;
}
