import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icon } from '../parts.ts';
import { inputText } from '../picks.ts';
import { t } from '../strings.ts';

export function iconButton(
  text: string,
  glyph: string,
  press: () => void,
  off = false,
  edit: number | typeof nothing = nothing,
): TemplateResult {
  return html`<button type="button" class="icon" title=${text} aria-label=${text} ?disabled=${off} data-edit=${edit} @click=${press}>${icon(glyph)}</button>`;
}

/** Nothing where all rows fit on one page. @param rows how many there are in all */
export function pager(
  { offset, size }: { readonly offset: number; readonly size: number },
  rows: number,
  show: (offset: number) => void,
): TemplateResult | typeof nothing {
  if (rows <= size) return nothing;
  const last = Math.floor((rows - 1) / size) * size;
  const step = (text: string, glyph: string, to: number, off: boolean): TemplateResult =>
    iconButton(text, glyph, () => show(to), off);
  const jump = (event: Event): void => {
    const page = Math.floor(Number(inputText(event)));
    const count = last / size + 1;
    show((Math.min(count, Math.max(1, Number.isFinite(page) ? page : 1)) - 1) * size);
  };
  return html`<nav class="pager" aria-label=${t('Pages')}>
    ${step(t('First page'), 'chevron-left', 0, offset === 0)}
    ${step(t('Previous page'), 'arrow-left', Math.max(0, offset - size), offset === 0)}
    <label>${t('Page')} <input class="text page-number" inputmode="numeric" .value=${String(offset / size + 1)} @change=${jump}></label>
    <span class="quiet">${t('of {0}', last / size + 1)}</span>
    ${step(t('Next page'), 'arrow-right', offset + size, offset >= last)}
    ${step(t('Last page'), 'chevron-right', last, offset >= last)}
  </nav>`;
}
