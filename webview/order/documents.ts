import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { KeptDocumentView, OrderDetailsView } from '../../src/protocol/messages.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';

/** The documents that are kept with the order; each opens in a file of the user's choice. */
export function documentsSection(
  { documents }: OrderDetailsView,
  save: (document: number) => void,
): TemplateResult | typeof nothing {
  if (documents.length === 0) return nothing;
  return html`<section class="documents" aria-labelledby="documents-title">
    <h2 id="documents-title">${t('Kept documents')}</h2>
    <ul>${documents.map((one) => html`<li>${documentItem(one, save)}</li>`)}</ul>
  </section>`;
}

function documentItem(
  { document, name, facts, sha256 }: KeptDocumentView,
  save: (document: number) => void,
): TemplateResult {
  if (sha256 === '') return html`<p class="quiet">${facts}</p>`;
  return html`
    <p><code>${name}</code></p>
    <p class="quiet">${facts}</p>
    <p class="quiet digest" title=${sha256}>SHA-256 <code>${sha256.slice(0, 16)}…</code></p>
    ${button({
      text: t('Save as…'),
      name: t('Save as… {0}', name),
      icon: 'save-as',
      press: () => save(document),
    })}
  `;
}
