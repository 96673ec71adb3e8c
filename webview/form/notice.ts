import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PageState } from '../../src/protocol/messages.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';

/** What sending can cost; in view however far the page is scrolled. */
export function billingNotice({ notice, environment }: PageState): TemplateResult {
  const { headline, details, warning } = notice;
  return html`
    <section class="notice" role="region" aria-label=${t('Billing notice')} data-kind=${environment.kind}>
      ${icon(environment.kind === 'live' ? 'credit-card' : 'beaker')}
      <div>
        <p class="notice-headline">${headline}</p>
        ${details.length === 0 ? nothing : html`<ul class="facts">${details.map((line) => html`<li>${line}</li>`)}</ul>`}
        ${warning === null ? nothing : html`<p class="caution">${icon('warning')}<span>${warning}</span></p>`}
      </div>
    </section>
  `;
}
