import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { lookOf } from '../model.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';
import './rawText.ts';

/**
 * The body as it came, laid out by the host: what is small comes with the snapshot, of what is large the lines in view
 * are asked for. The editor shows what the service answered; what the user recorded (`hasDocument` false) is shown here
 * alone.
 */
export function rawPanel(
  { act, model }: ViewInput,
  answer: AnswerView,
  hasDocument: boolean,
): TemplateResult {
  const { text, shownBytes, totalBytes, masked } = answer.raw;
  if (totalBytes === 0 && text === '') return html`<p class="quiet">${t('The answer has no body.')}</p>`;
  const { revealed, folds } = lookOf(model, answer.id);
  const isRevealed = revealed.raw !== null;
  const copy = (): void => act.pieces.copy({ orderId: answer.id, what: 'raw', revealed: isRevealed });
  return html`
    <p class="toolbar">
      ${masked ? html`<span class="quiet">${t('Personal values are masked.')}</span>` : nothing}
      ${masked ? button({ text: t('Reveal all'), icon: 'eye', press: () => void act.reveal(answer.id, null) }) : nothing}
      ${isRevealed ? button({ text: t('Hide all'), icon: 'eye-closed', press: () => act.hide(answer.id, null) }) : nothing}
      ${button({ text: t('Copy Raw'), icon: 'copy', press: copy })}
      ${hasDocument ? button({ text: t('Open in editor'), icon: 'go-to-file', press: () => act.forward('answer/openRaw', { orderId: answer.id, masked }) }) : nothing}
    </p>
    <verification-raw
      .input=${{
        answerId: answer.id,
        text,
        isWhole: shownBytes >= totalBytes,
        totalBytes,
        version: `${answer.id} ${totalBytes} ${masked} ${isRevealed} ${shownBytes}`,
        label: t('Raw text of the answer'),
        revealed: isRevealed,
        folds,
        pieces: act.pieces,
      }}
    ></verification-raw>
  `;
}
