import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { EnvironmentView, ObstacleView } from '../../src/protocol/messages.ts';
import { countdown } from '../format.ts';
import { button, icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

const icons: Readonly<Record<ObstacleView['kind'], string>> = {
  'budget-stop': 'circle-slash',
  'budget-warning': 'warning',
  'pending-twin': 'warning',
  'paid-twin': 'history',
  'cool-down': 'watch',
  meter: 'watch',
  refusal: 'warning',
};

/** What sending can cost: one line, the rest of it on demand. */
export function billingNotice(input: ViewInput, environment: EnvironmentView): TemplateResult {
  const { notice } = input.model;
  if (notice === null) return html``;
  const { headline, details, warning } = notice;
  const line = html`
    ${icon(environment.kind === 'live' ? 'credit-card' : 'beaker')}<span class="notice-headline">${headline}</span>
  `;
  return html`
    <section class="notice" role="region" aria-label=${t('Billing notice')} data-kind=${environment.kind}>
      ${
        details.length === 0
          ? html`<p class="notice-line">${line}</p>`
          : html`<details>
              <summary class="notice-line">
                ${line}<span class="notice-facts quiet">${details.join(' · ')}</span><span class="notice-more">${t('Details')}</span>
              </summary>
              <ul>${details.map((one) => html`<li>${detail(input, one)}</li>`)}</ul>
            </details>`
      }
      ${warning === null ? nothing : html`<p class="caution">${icon('warning')}<span>${warning}</span></p>`}
    </section>
  `;
}

/** What stands in the way of sending, above what would be sent. */
export function obstacleList(
  input: ViewInput,
  environment: EnvironmentView,
): TemplateResult | typeof nothing {
  const obstacles = input.model.notice?.obstacles ?? [];
  if (obstacles.length === 0) return nothing;
  const first = obstacles.find(({ fresh }) => fresh !== undefined);
  return html`<section class="obstacles" role="region" aria-label=${t('What stands in the way')} data-kind=${environment.kind}>
    <ul>${obstacles.map((one) => obstacleLine(input, one, one === first))}</ul>
  </section>`;
}

/** That no price is set leads to where one is. */
function detail({ model, act }: ViewInput, line: string): TemplateResult | string {
  if (line !== model.notice?.unpriced) return line;
  return button({
    text: line,
    name: t('{0}: set one', line),
    look: 'link',
    press: () => act.forward('environment/editPrices', null),
  });
}

/** Takes what is known already out of what would be sent; what was typed can be had back. */
function onlyNew({ act }: ViewInput, fresh: number): TemplateResult {
  return button({
    text: fresh === 1 ? t('Keep only the new address') : t('Keep only the {0} new addresses', fresh),
    look: 'link',
    press: () => void act.fillFrom('draft/onlyNew'),
  });
}

/** What stops or warns leads to where it is changed. */
function changeLink(
  act: ViewInput['act'],
  { label, cure, limit }: NonNullable<ObstacleView['change']>,
): TemplateResult {
  return button({
    text: label,
    look: 'link',
    press: () => act.forward('notice/changeBudget', { cure, limit }),
  });
}

function obstacleLine(input: ViewInput, obstacle: ObstacleView, isFirstFresh: boolean): TemplateResult {
  const { act, now } = input;
  const { kind, text, until, orderId, fresh, change } = obstacle;
  return html`<li class="caution" data-obstacle=${kind}>
    ${icon(icons[kind])}
    <span>
      ${text}
      ${until === null || until <= now ? nothing : html`<span class="countdown" role="timer">${countdown(until - now)}</span>`}
      ${change === undefined ? nothing : changeLink(act, change)}
      ${
        orderId === null
          ? nothing
          : button({
              text: t('Open'),
              name: t('Open the order with the same input'),
              look: 'link',
              press: () => act.forward('notice/openOrder', { orderId }),
            })
      }
      ${isFirstFresh && fresh !== undefined ? onlyNew(input, fresh) : nothing}
    </span>
  </li>`;
}
