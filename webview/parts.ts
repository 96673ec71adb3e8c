import { html, type TemplateResult } from 'lit/html.js';
import { t } from './strings.ts';

/** A codicon beside words that say the same. */
export function icon(name: string, extra = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${extra}" aria-hidden="true"></span>`;
}

/** Sandbox or live, by word and colour. */
export function kindBadge(kind: 'sandbox' | 'live'): TemplateResult {
  return html`<span class="kind kind-${kind}">${kind === 'live' ? t('LIVE') : t('SANDBOX')}</span>`;
}

/** Whether the badge says a name already: the built-in sandbox is called what it is. */
export function isSaidByBadge(kind: 'sandbox' | 'live', name: string): boolean {
  return name.toLowerCase() === kind;
}

export interface ButtonView {
  readonly text: string;
  readonly press: () => void;
  readonly icon?: string;
  /** The accessible name where `text` alone would be one of many. */
  readonly name?: string;
  readonly look?: 'primary' | 'plain' | 'link';
}

/** A button; `link` is for small ones within text. */
export function button({ text, press, icon: glyph, name, look = 'plain' }: ButtonView): TemplateResult {
  if (look === 'link') {
    return html`<button type="button" class="link" aria-label=${name ?? text} @click=${press}>
      ${glyph === undefined ? '' : icon(glyph)}${text}
    </button>`;
  }
  return html`<button type="button" class=${look} aria-label=${name ?? text} @click=${press}>
    ${glyph === undefined ? '' : icon(glyph)}${text}
  </button>`;
}

/** Something that went wrong, or that is to be known first, said at once to a screen reader too. */
export function problemText(problem: string, isCaution = false): TemplateResult {
  return html`<p class="problem ${isCaution ? 'calm' : ''}" role="alert">${icon(isCaution ? 'warning' : 'error')}<span>${problem}</span></p>`;
}
