import { html, type TemplateResult } from 'lit/html.js';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { OrderAct } from '../viewInput.ts';

/** The user's own words about the order. */
export function noteSection(note: string, act: OrderAct): TemplateResult {
  const hasNote = note !== '';
  return html`
    <section class="note" aria-labelledby="note-title">
      <h2 id="note-title">${t('Note')}</h2>
      <p class=${hasNote ? 'own-words' : 'quiet'}>${hasNote ? note : t('No note.')}</p>
      ${button({
        text: hasNote ? t('Edit note…') : t('Add note…'),
        icon: hasNote ? 'edit' : 'add',
        press: () => act('note'),
      })}
    </section>
  `;
}
