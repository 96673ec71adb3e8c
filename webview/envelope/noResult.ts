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

/** What a form offers for an order that is open, or of whose billing nobody knows: an order's page has it beside what is due. */
function openActions(
  { act, model }: ViewInput,
  answer: AnswerView,
  look: 'link' | 'plain',
): readonly TemplateResult[] {
  if (model.snapshot?.mode !== 'form' || isClosed(model, answer)) return [];
  const quote = button({
    ...{ text: t('Copy support quote'), icon: 'copy', look },
    press: () => act.actOnOrder(answer.id, 'copyQuote'),
  });
  if (answer.underWay) return [quote];
  const record = button({
    ...{ text: t('Record outcome…'), icon: 'checklist', look },
    press: () => act.actOnOrder(answer.id, 'recordOutcome'),
  });
  return [quote, record];
}

/** The same above the tabs, where it does not stand below in the place of a result. */
export function openLinks(input: ViewInput, answer: AnswerView): readonly TemplateResult[] {
  const { groups, rawFirst, billing } = answer;
  if (!isLeftOpen(answer)) return billing === 'unknown' ? openActions(input, answer, 'link') : [];
  return groups.length === 0 && !rawFirst ? [] : openActions(input, answer, 'link');
}

/** What stands in the place of a result where none was promised and none came; null where there is one to look at. */
export function noResult(input: ViewInput, answer: AnswerView): TemplateResult | null {
  const { outcome, groups, underWay, rawFirst } = answer;
  if (groups.length > 0 || outcome === 'verified' || outcome === 'negative') return null;
  if (isClosed(input.model, answer) || !isLeftOpen(answer)) {
    return html`<p class="no-result quiet">${t('No result.')}</p>`;
  }
  return html`<p class="no-result toolbar">
    <span class="quiet">${outcome === 'unknown' && !underWay ? t('No result is known.') : t('No result yet.')}</span>
    ${rawFirst ? nothing : openActions(input, answer, 'plain')}
  </p>`;
}
