import { live } from 'lit/directives/live.js';
import { html, type TemplateResult } from 'lit/html.js';
import { icon } from './parts.ts';
import { t } from './strings.ts';

/** What stands in the input or the list that an event comes from. */
export function inputText({ target }: Event): string {
  return target instanceof HTMLSelectElement || target instanceof HTMLInputElement ? target.value : '';
}

export function isChecked({ target }: Event): boolean {
  return target instanceof HTMLInputElement && target.checked;
}

interface PickView<T extends string> {
  readonly id: string;
  readonly label: unknown;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly chosen: T;
  readonly choose: (value: T) => void;
}

/** A native list in its label: its name and keys are the platform's. It goes back to what is so where a choice is refused. */
export function pick<T extends string>({ id, label, options, chosen, choose }: PickView<T>): TemplateResult {
  const change = (event: Event): void => {
    const option = options.find(([value]) => value === inputText(event));
    if (option !== undefined) choose(option[0]);
  };
  return html`<label>
    <span>${label}</span>
    <span class="pick">
      <select id=${id} @change=${change}>
        ${options.map(([value, text]) => html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`)}
      </select>
      ${icon('chevron-down')}
    </span>
  </label>`;
}

/** One environment, or null for all. */
export function pickEnvironment(
  names: readonly string[],
  chosen: string | null,
  choose: (change: { readonly environment: string | null }) => void,
): TemplateResult {
  return pick({
    id: 'environment',
    label: t('Environment'),
    options: [['', t('All environments')], ...names.map((name) => [name, name] as const)],
    chosen: chosen ?? '',
    choose: (name) => choose({ environment: name === '' ? null : name }),
  });
}

/** Small, without a border: an icon beside its words. */
export function plainButton(text: string, glyph: string, press: () => void, name = text): TemplateResult {
  return html`<button type="button" class="plain" aria-label=${name} @click=${press}>${icon(glyph)}<span>${text}</span></button>`;
}
