import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { OrderDetailsView } from '../../src/protocol/messages.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';

type Line = OrderDetailsView['timeline'][number];

/** Begun, sent, answered and settled mostly fall into one second: each time is said once, with all that happened then. */
function byTime(timeline: readonly Line[]): readonly (readonly Line[])[] {
  const groups: Line[][] = [];
  for (const line of timeline) {
    const last = groups.at(-1);
    if (last?.[0]?.when === line.when) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** What happened to the order, oldest first; the newest has the full dot. */
export function timelineSection(timeline: OrderDetailsView['timeline']): TemplateResult {
  const groups = byTime(timeline);
  return html`
    <details class="timeline" role="region" aria-labelledby="timeline-title">
      <summary><h2 id="timeline-title">${t('Timeline')}</h2></summary>
      <ol>
        ${groups.map(
          (lines, index) => html`<li>
            ${icon(index === groups.length - 1 ? 'circle-filled' : 'circle')}
            <div>
              <p class="quiet">${lines[0]?.when ?? ''}</p>
              ${lines.map(
                ({ what, detail }) => html`<p>
                  <span class="what">${what}</span>${detail === '' ? nothing : html` <span class="own-words">${detail}</span>`}
                </p>`,
              )}
            </div>
          </li>`,
        )}
      </ol>
    </details>
  `;
}
