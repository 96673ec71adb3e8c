import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { size } from '../format.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** The body as it came, pretty-printed by the host and cut to what a page can carry. */
export function rawPanel({ act, model }: ViewInput, answer: AnswerView): TemplateResult {
  const { text, shownBytes, totalBytes, masked } = answer.raw;
  if (totalBytes === 0 && text === '') return html`<p class="quiet">${t('The body is empty.')}</p>`;
  const isRevealed = model.revealed.answerId === answer.id && model.revealed.raw !== null;
  return html`
    <p class="toolbar">
      ${masked ? html`<span class="quiet">${t('Personal values are masked.')}</span>` : nothing}
      ${masked ? button({ text: t('Reveal all'), icon: 'eye', press: () => void act.reveal(null) }) : nothing}
      ${isRevealed ? button({ text: t('Hide all'), icon: 'eye-closed', press: () => act.hide(null) }) : nothing}
      ${button({ text: t('Open in editor'), icon: 'go-to-file', press: () => act.openRaw(answer.id, masked) })}
    </p>
    ${
      shownBytes < totalBytes
        ? html`<p class="result-note">${t('Showing {0} of {1}. The editor shows all of it.', size(shownBytes), size(totalBytes))}</p>`
        : nothing
    }
    <pre class="raw" tabindex="0" role="group" aria-label=${t('Raw text of the answer')}>${text}</pre>
  `;
}
