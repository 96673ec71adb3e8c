import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView } from '../../src/protocol/messages.ts';
import { detailsOf } from '../model.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

function isLeftOpen({ outcome }: AnswerView): boolean {
  return outcome === 'pending' || outcome === 'held' || outcome === 'unknown';
}

/** Recorded for good: this answer gets no result any more. */
function isClosed(model: ViewInput['model'], { recorded, underWay }: AnswerView): boolean {
  return (recorded?.isClosed === true || detailsOf(model.snapshot)?.open === null) && !underWay;
}

/** On a form, what to quote of an order that is open, where it does not stand below in the place of a result. */
export function quoteLink({ act, model }: ViewInput, answer: AnswerView): TemplateResult | typeof nothing {
  const isBelow = answer.groups.length === 0 && !answer.rawFirst;
  const isOpen = isLeftOpen(answer) && !isClosed(model, answer);
  if (!isOpen || isBelow || model.snapshot?.mode !== 'form') return nothing;
  const press = (): void => act.actOnOrder(answer.id, 'copyQuote');
  return button({ text: t('Copy support quote'), icon: 'copy', look: 'link', press });
}

/** What stands in the place of a result where none was promised and none came; null where there is one to look at. */
export function noResult({ act, model }: ViewInput, answer: AnswerView): TemplateResult | null {
  const { outcome, groups, id, underWay, rawFirst } = answer;
  if (groups.length > 0 || outcome === 'verified' || outcome === 'negative') return null;
  if (isClosed(model, answer) || !isLeftOpen(answer)) {
    return html`<p class="no-result quiet">${t('No result.')}</p>`;
  }
  // The page of an order offers the quote beside what is due.
  const isForm = model.snapshot?.mode === 'form' && !rawFirst;
  return html`<p class="no-result toolbar">
    <span class="quiet">${outcome === 'unknown' && !underWay ? t('No result is known.') : t('No result yet.')}</span>
    ${isForm ? button({ text: t('Copy support quote'), icon: 'copy', press: () => act.actOnOrder(id, 'copyQuote') }) : nothing}
  </p>`;
}
