import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView, OrderState } from '../../src/protocol/messages.ts';
import { answerRegion } from '../envelope/answer.ts';
import { pairsList } from '../envelope/tables.ts';
import { pageHeader } from '../form/header.ts';
import { button, icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { OrderAct, ViewInput } from '../viewInput.ts';
import { documentsSection } from './documents.ts';
import { dueBar, inputSection, unprovenSection } from './due.ts';
import { noteSection } from './note.ts';
import { openBox } from './openBox.ts';
import { recordedSection } from './recorded.ts';
import { supportSection } from './support.ts';
import { timelineSection } from './timeline.ts';

/** One order of the history, read-only: what came, what is still to be done about it, and folded away what it is. */
export function orderView(input: ViewInput, snapshot: OrderState): TemplateResult {
  const { answer, details } = snapshot;
  const act = actor(input, answer.id);
  const isOpen = details.open !== null;
  // What was recorded for good is the headline from then on; "still open" is not.
  const recorded =
    details.recorded === null ? nothing : recordedSection(input, details.recorded, isOpen ? null : act);
  return html`
    <div class="page-head">${pageHeader(input, snapshot)}</div>
    <div class="sides sides-order">
      <div class="answer-side">
        <button type="button" class="link skip" @click=${toOrderSide}>${t('Skip to note and actions')}</button>
        ${isOpen ? nothing : recorded}
        ${answerRegion(input)}
        ${isOpen ? recorded : nothing}
      </div>
      <div class="order-side">
        ${details.open === null ? nothing : openBox(details.open, act)}
        ${dueBar(details, act)}
        ${unprovenSection(details, act)}
        ${inputSection(details, act)}
        ${supportSection(details, answer.id, act, input.act)}
        ${documentsSection(details, (one) => input.act.forward('order/saveDocument', { orderId: answer.id, document: one }))}
        ${noteSection(details.note, act)}
        ${orderActions(input, answer.id, isOpen || answer.underWay === true)}
        ${aboutOrder(answer)}
        ${timelineSection(details.timeline)}
      </div>
    </div>
  `;
}

/** An answer may have a button for each of its values. */
function toOrderSide(): void {
  document.querySelector<HTMLElement>('.order-side button')?.focus();
}

/** Billing is said before the form opens, and more loudly where the first call may still come to something. */
function sendAgainNote(isOpen: boolean): TemplateResult {
  if (!isOpen) {
    return html`<p class="quiet">${t('Send again opens a form with the same input. Nothing is sent yet.')}</p>`;
  }
  return html`<p class="caution">
    ${icon('warning')}<span>${t('This order is still open: sending it again is a new call and may be billed again.')}</span>
  </p>`;
}

function actor({ act }: ViewInput, orderId: string): OrderAct {
  return (action) => act.actOnOrder(orderId, action);
}

function orderActions(input: ViewInput, id: string, isOpen: boolean): TemplateResult {
  const act = actor(input, id);
  return html`
    <section class="order-do">
      <div class="order-actions" role="group" aria-label=${t('Actions on this order')}>
        ${button({ text: t('Open as JSON'), icon: 'json', press: () => act('openJson') })}
        ${button({ text: t('Compare with…'), icon: 'diff', press: () => act('compare') })}
        ${button({ text: t('Send again…'), icon: 'refresh', press: () => input.act.forward('order/sendAgain', { orderId: id }) })}
        ${button({ text: t('Export…'), icon: 'export', press: () => act('export') })}
        ${button({ text: t('Erase…'), icon: 'trash', press: () => act('erase') })}
      </div>
      ${sendAgainNote(isOpen)}
    </section>
  `;
}

/** Where it went, with which key: looked at now and then. */
function aboutOrder({ about }: AnswerView): TemplateResult {
  return html`<details class="about">
    <summary><h2 id="about-title">${t('About this order')}</h2></summary>
    ${pairsList(about)}
  </details>`;
}
