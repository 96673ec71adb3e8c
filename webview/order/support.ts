import { keyed } from 'lit/directives/keyed.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { OrderDetailsView, SupportBoxView } from '../../src/protocol/messages.ts';
import type { Controller } from '../controller.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { OrderAct } from '../viewInput.ts';

type Sent = OrderDetailsView['support'][number];

/** Everything support sent about the order, oldest first, and the box in which one is written. */
export function supportSection(
  { support, writing }: OrderDetailsView,
  orderId: string,
  act: OrderAct,
  page: Pick<Controller, 'forward'>,
): TemplateResult | typeof nothing {
  if (support.length === 0 && writing === null) return nothing;
  const isShown = support.some(({ shown }) => shown);
  return html`<section class="support" aria-labelledby="support-title">
    <h2 id="support-title">${t('What support sent')}</h2>
    ${support.map((one) => (one.at === writing?.at ? writeBox(writing, orderId, page) : sent(one, writing === null, orderId, page)))}
    ${writing !== null && !support.some(({ at }) => at === writing.at) ? writeBox(writing, orderId, page) : nothing}
    ${
      support.some(({ masked }) => masked)
        ? button({
            text: isShown ? t('Hide') : t('Reveal'),
            name: isShown ? t('Hide {0}', t('What support sent')) : t('Reveal {0}', t('What support sent')),
            icon: isShown ? 'eye-closed' : 'eye',
            press: () => act(isShown ? 'hideSupport' : 'revealSupport'),
          })
        : nothing
    }
  </section>`;
}

/** @param isFree nothing is being written: two boxes would be one too many to keep apart */
function sent(
  { at, canEdit, when, text, reading }: Sent,
  isFree: boolean,
  orderId: string,
  page: Pick<Controller, 'forward'>,
): TemplateResult {
  return html`
    <p class="quiet">${when}</p>
    ${reading === '' ? nothing : html`<p>${reading}</p>`}
    <pre class="quote">${text}</pre>
    ${
      isFree
        ? html`<p class="toolbar">
            ${canEdit ? button({ text: t('Correct'), name: t('Correct what support sent: {0}', when), icon: 'edit', look: 'link', press: () => page.forward('support/write', { orderId, at }) }) : nothing}
            ${button({ text: t('Remove'), name: t('Remove what support sent: {0}', when), icon: 'trash', look: 'link', press: () => page.forward('support/remove', { orderId, at }) })}
          </p>`
        : nothing
    }
  `;
}

const boxId = 'support-text';

let drawn: HTMLElement | null = null;

/** After each drawing: a box that was not there before takes the focus. */
export function focusNewBox(): void {
  const box = document.getElementById(boxId);
  if (box !== null && box !== drawn) box.focus();
  drawn = box;
}

function typedIn(): string {
  const box = document.getElementById(boxId);
  return box instanceof HTMLTextAreaElement ? box.value : '';
}

/** The key that sends a form keeps what is written in the box that has the focus, as its button does. */
export function keepWritten(): void {
  const box = document.activeElement;
  if (box?.id === boxId) box.parentElement?.querySelector<HTMLElement>('.toolbar button')?.click();
}

/** The browser has the text; the host is told of it, for it is gone from a page that is hidden. Nothing of it is remembered or corrected elsewhere. */
function writeBox(
  { turn, text }: SupportBoxView,
  orderId: string,
  page: Pick<Controller, 'forward'>,
): TemplateResult {
  const tell = (): void => page.forward('support/typed', { orderId, text: typedIn() });
  return html`${keyed(
    turn,
    html`<div class="support-box">
      <textarea
        id=${boxId} rows="8" aria-labelledby="support-title" aria-describedby="support-hint"
        autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"
        .value=${text} @input=${tell}
      ></textarea>
      <p class="quiet" id="support-hint">${t('Text or JSON. Kept sealed with the order, and erased with it.')}</p>
      <p class="toolbar">
        ${button({ text: t('Keep'), icon: 'check', look: 'primary', press: () => page.forward('support/keep', { orderId, text: typedIn() }) })}
        ${button({ text: t('Cancel'), press: () => page.forward('support/leave', { orderId }) })}
      </p>
    </div>`,
  )}`;
}
