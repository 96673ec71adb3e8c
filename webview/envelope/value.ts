import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView, ValueView } from '../../src/protocol/messages.ts';
import { detailsOf, lookOf } from '../model.ts';
import { button, icon } from '../parts.ts';
import { allMasked, wholeList } from '../pieces.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** The values of one answer, as it is to be shown. */
export interface Values {
  readonly input: ViewInput;
  readonly answer: AnswerView;
  readonly hasDocument: boolean;
}

/** Objects of no more fields than this stand open. */
const FEW_FIELDS = 8;

export function valueRow(values: Values, value: ValueView): TemplateResult {
  const { name, path, kind, documented, children, table, text } = value;
  if (table !== undefined) return tableRow(values, value, table);
  const word = documented ? nothing : html` <span class="word">${t('not documented')}</span>`;
  if (children !== undefined) {
    return html`<div class="value nested" data-path=${path} data-kind=${kind}>
      <dt class="sr-only">${name}</dt>
      <dd>
        <details ?open=${children.length <= FEW_FIELDS}>
          <summary><code>${name}</code> <span class="quiet">${text}</span>${word}</summary>
          <dl class="values">${children.map((child) => valueRow(values, child))}</dl>
        </details>
      </dd>
    </div>`;
  }
  return html`<div class="value" data-path=${path} data-kind=${kind}>
    <dt><code>${name}</code>${word}</dt>
    <dd>${valueText(value)} ${valueButtons(values, value)}</dd>
  </div>`;
}

function tableRow(
  { input, answer, hasDocument }: Values,
  { name, path, kind, text }: ValueView,
  at: string,
): TemplateResult {
  const table = (answer.tables ?? []).find((one) => one.path === at);
  const look = lookOf(input.model, answer.id);
  return html`<div class="value nested" data-path=${path} data-kind=${kind}>
    <dt class="sr-only">${name}</dt>
    <dd>${
      table === undefined
        ? html`<code>${name}</code> <span class="quiet">${text}</span>`
        : html`<verification-grid
            .input=${{
              answerId: answer.id,
              table,
              query: look.queries.get(at) ?? wholeList,
              reveal: look.revealed.tables.get(at) ?? allMasked,
              pieces: input.act.pieces,
              hasDocument,
            }}
          ></verification-grid>`
    }</dd>
  </div>`;
}

/** Empty, null and missing are three things, and none of them is a value: each is named, in words. */
function valueText({ kind, text, masked }: ValueView): TemplateResult {
  if (kind === 'empty') return html`<span class="absent">(${t('empty')})</span>`;
  if (kind === 'null') return html`<span class="absent absent-null"><code>${t('null')}</code></span>`;
  if (kind === 'missing') {
    return html`<span class="absent absent-missing">
      ${icon('circle-slash')}${t('missing')}: ${t('documented, but not in this answer')}
    </span>`;
  }
  if (kind === 'structure') return html`<pre class="structure" tabindex="0">${text}</pre>`;
  const code = kind === 'text' ? '' : 'mono';
  return masked
    ? html`<span class="masked">${icon('lock')}<span class="sr-only">${t('masked')}: </span>${text}</span>`
    : html`<span class="text ${code}">${text}</span>`;
}

function valueButtons({ input, answer }: Values, value: ValueView): TemplateResult {
  const { act, model } = input;
  const { kind, name, path, masked, link, sensitive } = value;
  const isRevealed = lookOf(model, answer.id).revealed.values.has(path);
  const hasText = kind === 'text' || kind === 'number' || kind === 'boolean';
  const copy = (): void =>
    act.pieces.copy({ orderId: answer.id, what: 'value', path, revealed: sensitive && !masked });
  return html`
    ${masked ? button({ text: t('Reveal'), name: t('Reveal {0}', name), look: 'link', press: () => void act.reveal(answer.id, path) }) : nothing}
    ${isRevealed ? button({ text: t('Hide'), name: t('Hide {0}', name), look: 'link', press: () => act.hide(answer.id, path) }) : nothing}
    ${
      link !== null && /^https?:\/\//.test(link) && !masked
        ? button({
            text: t('Open link'),
            name: t('Open link in {0}', name),
            icon: 'link-external',
            look: 'link',
            press: () => act.forward('answer/openLink', { url: link }),
          })
        : nothing
    }
    ${
      value.canKeep === true
        ? button({
            text: isKept(input, path) ? t('Keep again…') : t('Keep document…'),
            name: isKept(input, path) ? t('Keep again… {0}', name) : t('Keep document… {0}', name),
            icon: 'archive',
            look: 'link',
            press: () => act.forward('answer/keepDocument', { orderId: answer.id, path }),
          })
        : nothing
    }
    ${
      hasText
        ? html`<button
            type="button" class="link on-demand" aria-label=${t('Copy {0}', name)} title=${t('Copy {0}', name)} @click=${copy}
          >${icon('copy')}</button>`
        : nothing
    }
  `;
}

/** On an order's page, which lists what is kept with the order. */
function isKept({ model }: Values['input'], path: string): boolean {
  const below = path.replace(/^data\.result\./, '');
  return detailsOf(model.snapshot)?.documents.some(({ name }) => name === below) === true;
}
