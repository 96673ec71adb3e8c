import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AnswerView, ValueGroupView } from '../../src/protocol/messages.ts';
import { lookOf } from '../model.ts';
import { button, icon } from '../parts.ts';
import { isAnyRevealed, valuesOf } from '../reveal.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';
import './grid.ts';
import { type Values, valueRow } from './value.ts';

/** Values of one group shown before "Show more": a bulk answer may carry thousands. */
const VALUES_IN_VIEW = 100;

/**
 * `data.result` in the documented groups. `answer` has what was revealed laid over it; `hasDocument` is false where no
 * editor can show it.
 */
export function resultPanel(input: ViewInput, answer: AnswerView, hasDocument = true): TemplateResult {
  const { act, model } = input;
  const look = lookOf(model, answer.id);
  const isTableMasked = (answer.tables ?? []).some(
    ({ path, sensitive }) => sensitive && look.revealed.tables.get(path)?.all !== true,
  );
  const anyMasked = isTableMasked || valuesOf(answer).some((value) => value.masked);
  const anyRevealed = isAnyRevealed(look.revealed);
  const values: Values = { input, answer, hasDocument };
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
        : answer.groups.map((group) => groupView(values, group))
    }
  `;
}

function groupView(values: Values, group: ValueGroupView): TemplateResult {
  if (group.allEmpty === null) {
    return html`<section class="group"><h3>${group.title}</h3>${valueList(values, group)}</section>`;
  }
  return html`<details class="group">
    <summary><h3>${group.title}</h3> <span class="quiet">${group.allEmpty}</span></summary>
    <dl class="values">${group.values.map((value) => valueRow(values, value))}</dl>
  </details>`;
}

/** What came with something in it first; empty and null ones folded away under their count. Missing ones stay in view. */
function valueList(values: Values, group: ValueGroupView): TemplateResult {
  const { input, answer } = values;
  const isEmpty = ({ kind }: ValueGroupView['values'][number]): boolean =>
    kind === 'empty' || kind === 'null';
  const filled = group.values.filter((value) => !isEmpty(value));
  const empty = group.values.filter(isEmpty);
  const isWhole = filled.length <= VALUES_IN_VIEW || lookOf(input.model, answer.id).expanded.has(group.title);
  const shown = isWhole ? filled : filled.slice(0, VALUES_IN_VIEW);
  return html`
    <dl class="values">${shown.map((value) => valueRow(values, value))}</dl>
    ${
      isWhole
        ? nothing
        : button({
            text: t('Show {0} more', filled.length - shown.length),
            press: () => input.act.expand(answer.id, group.title),
          })
    }
    ${
      empty.length === 0
        ? nothing
        : html`<details class="empties">
            <summary>${empty.length === 1 ? t('1 empty field') : t('{0} empty fields', empty.length)}</summary>
            <dl class="values">${empty.map((value) => valueRow(values, value))}</dl>
          </details>`
    }
  `;
}
