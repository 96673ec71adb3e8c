import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView, ValueGroupView, ValueView } from '../../src/protocol/messages.ts';
import { lookOf } from '../model.ts';
import { button, icon } from '../parts.ts';
import { valuesOf } from '../reveal.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** Values of one group shown before "Show more": a bulk answer may carry thousands. */
const VALUES_IN_VIEW = 100;

/** `data.result` in the documented groups. `answer` has what was revealed laid over it. */
export function resultPanel(input: ViewInput, answer: AnswerView): TemplateResult {
  const { act, model } = input;
  const anyMasked = valuesOf(answer).some((value) => value.masked);
  const anyRevealed = lookOf(model, answer.id).revealed.values.size > 0;
  return html`
    ${answer.resultNote === '' ? nothing : html`<p class="result-note">${icon('info')}<span>${answer.resultNote}</span></p>`}
    ${
      anyMasked || anyRevealed
        ? html`<p class="toolbar">
            ${anyMasked ? html`<span class="quiet">${t('Personal values are masked.')}</span>` : nothing}
            ${anyMasked ? button({ text: t('Reveal all'), icon: 'eye', press: () => void act.reveal(answer.id, null) }) : nothing}
            ${anyRevealed ? button({ text: t('Hide all'), icon: 'eye-closed', press: () => act.hide(answer.id, null) }) : nothing}
          </p>`
        : nothing
    }
    ${
      answer.groups.length === 0
        ? html`<p class="quiet">${t('No result fields in this answer.')}</p>`
        : answer.groups.map((group) => groupView(input, answer.id, group))
    }
  `;
}

function groupView(input: ViewInput, answerId: string, group: ValueGroupView): TemplateResult {
  if (group.allEmpty === null) {
    return html`<section class="group"><h3>${group.title}</h3>${valueList(input, answerId, group)}</section>`;
  }
  return html`<details class="group">
    <summary><h3>${group.title}</h3> <span class="quiet">${group.allEmpty}</span></summary>
    ${valueList(input, answerId, group)}
  </details>`;
}

function valueList(input: ViewInput, answerId: string, { title, values }: ValueGroupView): TemplateResult {
  const isWhole = values.length <= VALUES_IN_VIEW || lookOf(input.model, answerId).expanded.has(title);
  const shown = isWhole ? values : values.slice(0, VALUES_IN_VIEW);
  return html`
    <dl class="values">${shown.map((value) => valueRow(input, answerId, value))}</dl>
    ${
      isWhole
        ? nothing
        : button({
            text: t('Show {0} more', values.length - shown.length),
            press: () => input.act.expand(answerId, title),
          })
    }
  `;
}

function valueRow(input: ViewInput, answerId: string, value: ValueView): TemplateResult {
  return html`<div class="value" data-path=${value.path} data-kind=${value.kind}>
    <dt>
      <code>${value.name}</code>${value.documented ? nothing : html` <span class="word">${t('not documented')}</span>`}
    </dt>
    <dd>${valueText(value)} ${valueButtons(input, answerId, value)}</dd>
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

function valueButtons({ act, model }: ViewInput, answerId: string, value: ValueView): TemplateResult {
  const { name, path, masked, link } = value;
  const isRevealed = lookOf(model, answerId).revealed.values.has(path);
  return html`
    ${masked ? button({ text: t('Reveal'), name: t('Reveal {0}', name), look: 'link', press: () => void act.reveal(answerId, path) }) : nothing}
    ${isRevealed ? button({ text: t('Hide'), name: t('Hide {0}', name), look: 'link', press: () => act.hide(answerId, path) }) : nothing}
    ${
      link?.startsWith('https://') && !masked
        ? button({
            text: t('Open link'),
            name: t('Open link in {0}', name),
            icon: 'link-external',
            look: 'link',
            press: () => act.openLink(link),
          })
        : nothing
    }
  `;
}
