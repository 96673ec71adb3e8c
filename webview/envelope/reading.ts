import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { DeviationView } from '../../src/protocol/messages.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';

/** Where the answer departs from the documents, under their count. */
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
            ${icon(kind === 'fault' ? 'warning' : 'info')}<span>${text}</span>
            <span class="word">${kind === 'fault' ? t('contradicts the documents') : t('not documented')}</span>
          </li>`,
        )}
      </ul>
    </details>
  `;
}
