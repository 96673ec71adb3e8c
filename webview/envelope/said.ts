import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { lookOf } from '../model.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** The service's own sentence, and the way to what is covered in it, in the code or in the order_id. */
export function serviceSays({ act }: ViewInput, answer: AnswerView): TemplateResult {
  const { id, message, wordsCovered } = answer;
  return html`
    ${message === '' ? nothing : html`<p class="service-message">${t('The service says: {0}', message)}</p>`}
    ${
      wordsCovered
        ? html`<p class="quiet said-covered">
            <span>${t('What looks personal in the service’s words is masked.')}</span>
            ${button({ text: t('Reveal its words'), icon: 'eye', look: 'link', press: () => void act.reveal(id, null, 'words') })}
          </p>`
        : nothing
    }
  `;
}

/** What was just done with an answer. Once for all its tabs: its order_id is copied from above them. */
export function justDone({ model }: ViewInput, { id }: AnswerView): TemplateResult {
  return html`<div class="said" role="status">${lookOf(model, id).said}</div>`;
}
