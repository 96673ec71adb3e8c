import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FieldView, Hint } from '../../src/protocol/messages.ts';
import { fieldValue, magicShown } from '../draft.ts';
import { formOf, type Model } from '../model.ts';
import { button, icon } from '../parts.ts';
import { inputText } from '../picks.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** The assumed fields of the operation. */
export function fieldsPanel(input: ViewInput): TemplateResult {
  const fields = input.model.snapshot?.operation.fields ?? [];
  if (fields.length === 0) {
    return html`<p class="quiet">${t('This operation has no assumed fields. Write the body under JSON.')}</p>`;
  }
  return html`${assumedOnce(fields)}
  <div class="fields" role="group" aria-label=${t('Request fields')}>
    ${fields.map((field, index) => fieldView(input, field, index))}
  </div>
  ${besidesList(input)}`;
}

/** What is assumed is said once, in few words; the rest on demand. */
function assumedOnce(fields: readonly FieldView[]): TemplateResult | typeof nothing {
  // Also of what worked: the service may pass over a name it does not know, and nobody has stated this one.
  const assumed = fields.filter(({ isAssumed }) => isAssumed !== false);
  if (assumed.length === 0) return nothing;
  const names = assumed.map(({ name }) => name).join(', ');
  return html`<details class="assumed quiet">
    <summary>${assumed.length === fields.length ? t('Assumed field names') : t('Assumed field names: {0}', names)}</summary>
    <p>${t('The service documents no request fields: these names are assumed and may be wrong. Use JSON to send any.')}</p>
    <ul>
      ${assumed.map((field) => html`<li>${field.assumed}</li>`)}
    </ul>
  </details>`;
}

/** Any text may be a name; one with a space in it would be two ids. */
export function fieldId(field: FieldView, index: number): string {
  return /^[\w.-]+$/.test(field.name) ? `field-${field.name}` : `field-no-${index}`;
}

function fieldView(input: ViewInput, field: FieldView, index: number): TemplateResult {
  const { model, act } = input;
  const id = fieldId(field, index);
  const hints = hintsOf(model).filter((hint) => hint.field === field.name);
  const isEmpty = model.empty.includes(field.name);
  const typed = (event: Event): void => act.typeField(field.name, typedText(event));
  const value = fieldValue(model.draft, field.name);
  const described = `${id}-note ${id}-hints`;
  return html`
    <div class="field">
      <div class="field-head">
        <label for=${id}>${field.label}${field.required ? nothing : html` <span class="quiet">(${t('optional')})</span>`}</label>
        <span id="${id}-note" class="quiet note">
          <code>${field.name}</code>${field.kind === 'list' ? html` · ${howParted(field)}` : nothing}${field.note === '' ? nothing : html` · ${field.note}`}${learnedNote(field)}
        </span>
        ${confirmButton(input, field)}
      </div>
      ${withChoices(field, control(field, id, described, value, isEmpty, typed), (chosen) => act.typeField(field.name, chosen))}
      <div id="${id}-hints" class="hints">
        ${isEmpty ? hintLines([{ field: field.name, kind: 'warning', text: t('Required. Nothing was sent.') }]) : nothing}
        ${hintLines(hints)} ${sentLine(input, field, value)}
      </div>
    </div>
  `;
}

/** What calls showed of it, in a few words. */
function learnedNote({ learned }: FieldView): TemplateResult | typeof nothing {
  if (learned === undefined) return nothing;
  return html` · <span class="learned-${learned.tone}">${icon(learned.tone === 'rejected' ? 'warning' : 'check')} ${learned.text}</span>`;
}

/** One press makes what worked a field that the user states. */
function confirmButton(
  { act }: ViewInput,
  { name, label, learned }: FieldView,
): TemplateResult | typeof nothing {
  if (learned?.canConfirm !== true) return nothing;
  return button({
    text: t('Confirm'),
    name: t('Confirm {0} as a request field', label),
    look: 'link',
    press: () => act.forward('field/confirm', { name }),
  });
}

/** What was sent as JSON and worked, and the way to have it in the form. */
function besidesList({ model, act }: ViewInput): TemplateResult | typeof nothing {
  const besides = model.snapshot?.operation.besides ?? [];
  if (besides.length === 0) return nothing;
  return html`<div class="besides quiet">
    <p>${t('Also worked, but not in this form:')}</p>
    <ul>
      ${besides.map(
        (name) =>
          html`<li><code>${name}</code> ${button({
            text: t('Add'),
            name: t('Add {0} to the form', name),
            look: 'link',
            press: () => act.forward('field/confirm', { name }),
          })}</li>`,
      )}
    </ul>
  </div>`;
}

/** Hints worth a line: a magic input is odd on purpose, and nothing that looks wrong in it needs to be said. */
export function hintsOf({ snapshot, draft, check, saysLacking }: Model): readonly Hint[] {
  const isMagic = magicShown(draft, formOf(snapshot)?.magic ?? []) !== -1;
  return (check?.hints ?? []).filter(
    ({ kind, early }) => kind === 'ok' || !(isMagic || (early === true && !saysLacking)),
  );
}

function howParted({ check }: FieldView): string {
  return check === 'emails'
    ? t('Separate with lines, commas, semicolons or spaces')
    : t('One entry per line');
}

/** How the text leaves, where that is not how it is typed, and the way to have it otherwise. */
function sentLine(
  { model, act }: ViewInput,
  field: FieldView,
  value: string,
): TemplateResult | typeof nothing {
  const { check } = model;
  const sent = check?.sent?.find((one) => one.field === field.name);
  // What was told of an earlier text says nothing of this one.
  if (check === null || sent === undefined || fieldValue(check, field.name) !== value) return nothing;
  const { asTyped, normal } = sent;
  return html`<p class="hint sent">
    ${icon('arrow-right')}<span>${asTyped ? t('sent as typed') : t('sent as {0}', normal)}</span>
    ${button({
      text: asTyped ? t('Send as {0}', normal) : t('Send as typed'),
      name: asTyped ? t('{0}: send as {1}', field.label, normal) : t('{0}: send as typed', field.label),
      look: 'link',
      press: () => act.toggleAsTyped(field.name),
    })}
  </p>`;
}

/**
 * Beside a text that may be anything, a native list of the values that are assumed. No datalist: VS Code's own window
 * places its list wrongly in webviews, and its entries cannot be reached by keys.
 */
function withChoices(
  { choices = [], kind, label }: FieldView,
  own: TemplateResult,
  choose: (value: string) => void,
): TemplateResult {
  if (choices.length === 0 || kind === 'choice') return own;
  const chosen = (event: Event): void => {
    if (inputText(event) !== '') choose(inputText(event));
  };
  return html`<div class="with-choices">
    ${own}
    <span class="select">
      <select aria-label=${t('{0}: assumed values', label)} .value=${live('')} @change=${chosen}>
        <option value="">${t('Choose…')}</option>
        ${choices.map((one) => html`<option value=${one}>${t('{0} (assumed)', one)}</option>`)}
      </select>
      ${icon('chevron-down')}
    </span>
  </div>`;
}

function control(
  field: FieldView,
  id: string,
  described: string,
  value: string,
  isEmpty: boolean,
  typed: (event: Event) => void,
): TemplateResult {
  if (field.kind === 'boolean' || field.kind === 'choice') {
    return choiceSelect(field, id, described, value, isEmpty, typed);
  }
  if (field.kind === 'list') {
    return html`<vscode-text-area
      id=${id} rows="5" resize="vertical" placeholder=${field.placeholder}
      data-label=${field.label} data-describedby=${described} data-invalid=${isEmpty} .value=${live(value)} @input=${typed}
    ></vscode-text-area>`;
  }
  return html`<vscode-text-field
    id=${id} placeholder=${field.placeholder} data-inputmode=${field.kind === 'number' ? 'decimal' : 'text'}
    data-label=${field.label} data-describedby=${described} data-invalid=${isEmpty} .value=${live(value)} @input=${typed}
  ></vscode-text-field>`;
}

/** A native select: its name and keys are the platform's. What is none of the choices stays, and can be seen. */
function choiceSelect(
  field: FieldView,
  id: string,
  described: string,
  value: string,
  isEmpty: boolean,
  typed: (event: Event) => void,
): TemplateResult {
  const { choices = ['true', 'false'] } = field;
  const other = value === '' || choices.includes(value) ? [] : [value];
  return html`<span class="select">
    <select id=${id} aria-describedby=${described} aria-invalid=${isEmpty} .value=${live(value)} @change=${typed}>
      <option value="">${field.required ? t('not chosen') : t('left out')}</option>
      ${[...choices, ...other].map((one) => html`<option value=${one} ?selected=${one === value}>${one}</option>`)}
    </select>
    ${icon('chevron-down')}
  </span>`;
}

export function hintLines(hints: readonly Hint[]): readonly TemplateResult[] {
  return hints.map(
    ({ kind, text }) => html`
      <p class="hint hint-${kind}">${icon(kind === 'ok' ? 'check' : 'warning')}<span>${text}</span></p>
    `,
  );
}

/** The text of a toolkit input that fired the event. */
export function typedText(event: Event): string {
  const { target } = event;
  return target !== null && 'value' in target ? String(target.value) : '';
}
