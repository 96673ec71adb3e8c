import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { button, icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** The sandbox's inputs that bring about each answer. A native select: its name and keys are the platform's. */
export function magicPicker({ model, act }: ViewInput): TemplateResult | typeof nothing {
  const inputs = model.snapshot?.magic ?? [];
  if (inputs.length === 0) return nothing;
  const chosen = model.magic === null ? undefined : inputs[model.magic];
  const choose = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement && event.target.value !== '')
      act.fillMagic(Number(event.target.value));
  };
  return html`
    <div class="magic">
      <label for="magic-input">${t('Magic input')}</label>
      <span class="select">
        <select id="magic-input" aria-describedby="magic-note" .value=${live(model.magic === null ? '' : String(model.magic))} @change=${choose}>
          <option value="">${t('Choose a sandbox answer…')}</option>
          ${inputs.map((input, index) => html`<option value=${index}>${input.label}</option>`)}
        </select>
        ${icon('chevron-down')}
      </span>
      ${restoreButton(model.replaced !== null, () => act.restoreTyped())}
      <p id="magic-note" class="quiet">${chosen?.description ?? t('Choosing one fills the request; nothing is sent yet.')}</p>
    </div>
  `;
}

function restoreButton(possible: boolean, press: () => void): TemplateResult | typeof nothing {
  return possible
    ? button({ text: t('Restore what was typed'), icon: 'discard', look: 'link', press })
    : nothing;
}
