import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { OrderDetailsView } from '../../src/protocol/messages.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';

/** What happened to the order, oldest first; the newest has the full dot. */
export function timelineSection(timeline: OrderDetailsView['timeline']): TemplateResult {
  return html`
    <section class="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">${t('Timeline')}</h2>
      <ol>
        ${timeline.map(
          ({ when, what, detail }, index) => html`<li>
            ${icon(index === timeline.length - 1 ? 'circle-filled' : 'circle')}
            <div>
              <p class="what">${what}</p>
              <p class="quiet">${when}</p>
              ${detail === '' ? nothing : html`<p class="own-words">${detail}</p>`}
            </div>
          </li>`,
        )}
      </ol>
    </section>
  `;
}
