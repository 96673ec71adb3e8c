import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { DeviationView, DriftsView } from '../../src/protocol/messages.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';

/** Where the answer departs from the documents, under their count. Each is a sentence, so that its kind stands before it. */
export function deviationsList(deviations: readonly DeviationView[]): TemplateResult | typeof nothing {
  const count = deviations.length;
  if (count === 0) return nothing;
  const title =
    count === 1 ? t('1 deviation from the documents') : t('{0} deviations from the documents', count);
  return html`
    <details class="deviations">
      <summary>${icon(deviations.some(({ kind }) => kind === 'fault') ? 'warning' : 'info')}${title}</summary>
      <ul>
        ${deviations.map(
          ({ kind, text }) => html`<li class="deviation-${kind}">
            ${icon(kind === 'fault' ? 'warning' : 'info')}<span
              ><span class="word">${kind === 'fault' ? t('contradicts the documents') : t('not documented')}:</span> ${text}</span
            >
          </li>`,
        )}
      </ul>
    </details>
  `;
}

const gradeIcons = { breaking: 'warning', notable: 'eye', new: 'add' } as const;

/** Where the answer departs from what was learned of its code: apart from the documents, which say nothing of it. */
export function driftList(drift: DriftsView | undefined): TemplateResult | typeof nothing {
  if (drift === undefined) return nothing;
  const { departures } = drift;
  const count = departures.length;
  const title =
    count === 1 ? t('1 departure from what was learned') : t('{0} departures from what was learned', count);
  return html`
    <details class="deviations drifts">
      <summary>${icon('git-compare')}${title}</summary>
      <ul>
        ${departures.map(
          ({ grade, word, where, text, evidence }) => html`<li class="drift-${grade}">
            ${icon(gradeIcons[grade])}<span
              ><code>${where}</code> ${text} <span class="quiet">(${evidence})</span> <span class="word">${word}</span></span
            >
          </li>`,
        )}
      </ul>
    </details>
  `;
}
