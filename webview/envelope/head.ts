import { html, nothing, type TemplateResult } from 'lit/html.js';
import { outcomeBeside } from '../../src/contract/outcomeBeside.ts';
import type { Outcome } from '../../src/contract/words.ts';
import type { AnswerView, SignView } from '../../src/protocol/messages.ts';
import { type Earlier, earlierThan } from '../earlier.ts';
import { dayAndTime, moment, secondsBetween } from '../format.ts';
import { icon, isSaidByBadge, kindBadge } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** The shape that goes with each outcome's colour; the same as in Order History. */
const outcomeIcons: Readonly<Record<Outcome, string>> = {
  verified: 'pass',
  negative: 'circle-slash',
  pending: 'clock',
  held: 'watch',
  rejected: 'edit',
  refused: 'lock',
  throttled: 'dashboard',
  refunded: 'discard',
  failed: 'error',
  'not-sent': 'debug-disconnect',
  unknown: 'question',
};

export function outcomeIcon({ outcome, billing }: AnswerView): string {
  return outcomeIcons[outcomeBeside(outcome, billing)];
}

/**
 * What stays in view while the rest scrolls: what the answer does not belong to, the outcome with its code, the signs, and
 * what was asked when. On the page of an order also where: a form says that itself.
 */
export function answerHead(input: ViewInput, answer: AnswerView): TemplateResult {
  const isOrder = input.model.snapshot?.mode === 'order';
  const { lang } = document.documentElement;
  return html`<div class="answer-head">
    ${
      answer.otherIdentifier === null
        ? nothing
        : html`<p class="other-identifier">${icon('warning')}<span>${answer.otherIdentifier}</span></p>`
    }
    ${earlierLine(earlierThan(input.model))}
    ${
      answer.recorded === undefined
        ? nothing
        : html`<p class="result-note" id="recorded-since">${icon('checklist')}<span>${answer.recorded.headline}</span></p>`
    }
    <div class="headline-row" id="headline">
      <div class="came-to">
        <h2 class="headline">${headlineIcon(answer)}<span>${answer.headline}</span></h2>
        ${answer.underWay ? elapsed(answer, input.now) : nothing}
        ${codeOf(answer)} ${signsList(answer, true)}
      </div>
      <p class="origin">
        ${isOrder ? kindBadge(answer.kind) : nothing}
        ${isOrder && !isSaidByBadge(answer.kind, answer.environment) ? html`<span>${answer.environment}</span>` : nothing}
        <span class="mono">${answer.input}</span>
        <time datetime=${new Date(answer.at).toISOString()}>${isOrder ? dayAndTime(answer.at, lang) : moment(answer.at, input.now, lang)}</time>
      </p>
    </div>
  </div>`;
}

function headlineIcon(answer: AnswerView): TemplateResult {
  if (answer.underWay) return icon('loading', 'codicon-modifier-spin');
  return icon(answer.otherIdentifier === null ? outcomeIcon(answer) : 'warning');
}

/** Apart from the headline, and silent by its role: what counts each second is read only by who goes there. */
function elapsed({ at }: AnswerView, now: number): TemplateResult {
  return html`<span class="elapsed" role="timer">${t('{0} s', secondsBetween(at, now))}</span>`;
}

function earlierLine(earlier: Earlier | null): TemplateResult | typeof nothing {
  if (earlier === null) return nothing;
  const { environment } = earlier;
  return html`<p class="earlier">
    ${icon('history')}<span>${environment === null ? t('Answer to an earlier input') : t('Answer from another environment: {0}', environment)}</span>
  </p>`;
}

/** The service's word for what came of it; nothing where it gave none. */
export function codeOf(answer: AnswerView): TemplateResult | typeof nothing {
  if (answer.messageCode === '') return nothing;
  return html`<span><code class="message-code">${answer.messageCode}</code>${fromPart(answer)}</span>`;
}

/** Beside what the rest of the answer might have said otherwise. */
export function fromPart(answer: AnswerView): TemplateResult | typeof nothing {
  return answer.fromPart ? html` <span class="word">${t('from the part that came')}</span>` : nothing;
}

/** Lookup, money and transport, side by side: one of them says nothing about the others. */
export function signsList(answer: AnswerView, withTransport: boolean): TemplateResult {
  const { signs, billing, contradictsCharge, headline, drift } = answer;
  const money = contradictsCharge
    ? 'warning'
    : { billed: 'credit-card', free: 'circle-slash', refunded: 'discard', unknown: 'question' }[billing];
  // The headline mostly says it already; then it is there for those who go by the signs.
  const isSaid = headline.toLowerCase().includes(signs.lookup.value.toLowerCase());
  return html`<dl class="signs">
    ${sign(t('Lookup'), signs.lookup, 'search', 'lookup', isSaid)} ${sign(t('Money'), signs.money, money, 'money')}
    ${withTransport ? sign(t('Transport'), signs.transport, 'arrow-swap', 'transport') : nothing}
    ${drift === undefined ? nothing : sign(t('Learned'), drift.sign, 'git-compare', 'drift')}
  </dl>`;
}

function sign(
  ownLabel: string,
  { label, value, tone }: SignView,
  glyph: string,
  which: string,
  isSaid = false,
): TemplateResult {
  return html`<div class="sign tone-${tone} ${isSaid ? 'sr-only' : ''}" data-sign=${which}>
    <dt>${icon(glyph)}<span class="sr-only">${label === '' ? ownLabel : label}</span></dt>
    <dd>${value}</dd>
  </div>`;
}
