import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { OrderDetailsView } from '../../src/protocol/messages.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { OrderAct } from '../viewInput.ts';

/** When to ask again, and a place for what support sent. */
export function dueBar({ followUp, open }: OrderDetailsView, act: OrderAct): TemplateResult | typeof nothing {
  if (open === null) return nothing;
  return html`<section class="due" aria-labelledby="due-title">
    <h2 id="due-title">${t('Follow-up')}</h2>
    <p class=${followUp === '' ? 'quiet' : 'own-words'}>${followUp === '' ? t('No day set.') : followUp}</p>
    <p class="toolbar">
      ${button({ text: t('Follow up on…'), icon: 'calendar', press: () => act('followUp') })}
      ${button({ text: t('Add what support sent…'), icon: 'mail', press: () => act('addSupport') })}
    </p>
  </section>`;
}

/** Calm, as nothing is lost yet: the answer can be saved while it can be read. */
export function unprovenSection(
  { unproven }: OrderDetailsView,
  act: OrderAct,
): TemplateResult | typeof nothing {
  if (unproven === '') return nothing;
  return html`<section class="unproven" aria-label=${t('Keeping this answer')}>
    <p class="quiet">${unproven}</p>
    ${button({ text: t('Save the answer…'), icon: 'save', press: () => act('export') })}
  </section>`;
}

/** The input the order was sent with, covered until asked for. */
export function inputSection({ input }: OrderDetailsView, act: OrderAct): TemplateResult | typeof nothing {
  if (input === null) return nothing;
  return html`<section class="order-input" aria-labelledby="input-title">
    <h2 id="input-title">${t('Input')}</h2>
    <pre class="quote">${input.text}</pre>
    ${button({
      text: input.shown ? t('Hide') : t('Reveal'),
      name: input.shown ? t('Hide {0}', t('Input')) : t('Reveal {0}', t('Input')),
      icon: input.shown ? 'eye-closed' : 'eye',
      press: () => act(input.shown ? 'hideInput' : 'revealInput'),
    })}
  </section>`;
}
