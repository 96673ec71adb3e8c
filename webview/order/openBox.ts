import { html, type TemplateResult } from 'lit/html.js';
import type { OrderDetailsView } from '../../src/protocol/messages.ts';
import { button, icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { OrderAct } from '../viewInput.ts';

/** An order the service left open: what is known about it, and the two things that can be done. */
export function openBox(open: NonNullable<OrderDetailsView['open']>, act: OrderAct): TemplateResult {
  return html`
    <section class="open-order" role="region" aria-labelledby="open-title">
      <h2 id="open-title">${icon('bell-dot')}<span>${open.headline}</span></h2>
      ${open.sentences.map((sentence) => html`<p>${sentence}</p>`)}
      <figure>
        <figcaption class="quiet">${t('Support quote, without personal data')}</figcaption>
        <pre class="quote">${open.quote}</pre>
      </figure>
      <p class="toolbar">
        ${button({ text: t('Copy support quote'), icon: 'copy', look: 'primary', press: () => act('copyQuote') })}
        ${button({ text: t('Record outcome…'), icon: 'checklist', press: () => act('recordOutcome') })}
      </p>
    </section>
  `;
}
