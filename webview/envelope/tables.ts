import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { lookOf } from '../model.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

type Pairs = readonly (readonly [string, string])[];

/** Covered values are revealed from here, unless the button beside the service's words reveals them as well. */
export function headersPanel({ act, model }: ViewInput, answer: AnswerView): TemplateResult {
  const { id, headers, saidCovered, wordsCovered } = answer;

  if (headers.length === 0) return html`<p class="quiet">${t('No headers were received.')}</p>`;
  const revealed = lookOf(model, id).revealed.said !== null;
  const copy = (): void => act.pieces.copy({ orderId: id, what: 'headers', revealed });
  return html`
    <p class="toolbar">
      ${button({ text: t('Copy headers'), icon: 'copy', press: copy })}
      ${
        saidCovered && !wordsCovered
          ? button({
              text: t('Reveal headers'),
              icon: 'eye',
              press: () => void act.reveal(id, null, 'words'),
            })
          : nothing
      }
    </p>
    ${headersTable(headers)}
  `;
}

export function timingPanel(timing: Pairs): TemplateResult {
  return timing.length === 0 ? html`<p class="quiet">${t('No times were measured.')}</p>` : pairsList(timing);
}

export function headersTable(pairs: Pairs): TemplateResult {
  return html`<table>
    <caption class="sr-only">${t('Headers')}</caption>
    <thead>
      <tr><th scope="col">${t('Header')}</th><th scope="col">${t('Value')}</th></tr>
    </thead>
    <tbody>
      ${pairs.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
    </tbody>
  </table>`;
}

export function pairsList(pairs: Pairs): TemplateResult {
  return html`<dl class="pairs">${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
