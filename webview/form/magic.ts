import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MagicInputView } from '../../src/protocol/messages.ts';
import { magicShown } from '../draft.ts';
import { formOf, type Model } from '../model.ts';
import { button, icon } from '../parts.ts';
import { inputText } from '../picks.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** What fills the form without typing: the sandbox's magic inputs, earlier inputs, and the way back. */
export function fillRow(input: ViewInput): TemplateResult {
  const { model, act } = input;
  return html`<div class="magic">
    ${magicPicker(input)} ${magicNote(input)}
    <button type="button" class="link" id="recent" aria-keyshortcuts="Alt+ArrowDown" title="Alt+↓" @click=${() => void act.fillFrom('draft/recent')}>
      ${icon('history')}${t('Recent inputs…')}
    </button>
    ${
      model.replaced === null
        ? nothing
        : button({
            text: t('Restore what was typed'),
            icon: 'discard',
            look: 'link',
            press: () => act.restoreTyped(),
          })
    }
  </div>`;
}

/** The sandbox's inputs that bring about each answer. A native select: its name and keys are the platform's. */
function magicPicker({ model, act }: ViewInput): TemplateResult | typeof nothing {
  const inputs = formOf(model.snapshot)?.magic ?? [];
  if (inputs.length === 0) return nothing;
  const chosen = chosenPlace(model);
  // Said at each option: as the list's value it would come before its options, and be of none.
  const option = ([place, { label }]: Member): TemplateResult =>
    html`<option value=${place} .selected=${live(place === chosen)}>${label}</option>`;
  const choose = (event: Event): void => {
    if (inputText(event) !== '') act.fillMagic(Number(inputText(event)));
  };
  return html`
    <label for="magic-input">${t('Magic input')}</label>
    <span class="select">
      <select id="magic-input" aria-describedby="magic-note" @change=${choose}>
        <option value="" .selected=${live(chosen === -1)}>${t('Choose a sandbox answer…')}</option>
        ${groupsOf(inputs).map(([group, members]) =>
          group === ''
            ? members.map(option)
            : html`<optgroup label=${group}>${members.map(option)}</optgroup>`,
        )}
      </select>
      ${icon('chevron-down')}
    </span>
  `;
}

/** The one that was chosen, or that stands in the request of a page that came back; -1 = none. */
function chosenPlace({ magic, draft, snapshot }: Model): number {
  return magic ?? magicShown(draft, formOf(snapshot)?.magic ?? []);
}

type Member = readonly [place: number, input: MagicInputView];

/** By group, each where its first member is. */
function groupsOf(inputs: readonly MagicInputView[]): readonly (readonly [string, readonly Member[]])[] {
  const groups = new Map<string, Member[]>();
  for (const [place, input] of inputs.entries()) {
    const group = input.group ?? '';
    groups.set(group, [...(groups.get(group) ?? []), [place, input]]);
  }
  return [...groups];
}

function magicNote({ model }: ViewInput): TemplateResult | typeof nothing {
  const inputs = formOf(model.snapshot)?.magic ?? [];
  if (inputs.length === 0) return nothing;
  const text = inputs[chosenPlace(model)]?.description ?? t('Fills the request; nothing is sent yet.');
  return html`<p id="magic-note" class="quiet">${text}</p>`;
}
