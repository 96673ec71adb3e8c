import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FieldView, Hint } from '../../src/protocol/messages.ts';
import { fieldValue } from '../draft.ts';
import { icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** The assumed fields of the operation. */
export function fieldsPanel(input: ViewInput): TemplateResult {
  const fields = input.model.snapshot?.operation.fields ?? [];
  if (fields.length === 0) {
    return html`<p class="quiet">${t('This operation has no assumed fields. Write the body under JSON.')}</p>`;
  }
  return html`<div class="fields" role="group" aria-label=${t('Request fields')}>
    ${fields.map((field, index) => fieldView(input, field, index))}
  </div>`;
}

/** Any text may be a name; one with a space in it would be two ids. */
function idOf(field: FieldView, index: number): string {
  return /^[\w.-]+$/.test(field.name) ? `field-${field.name}` : `field-no-${index}`;
}

function fieldView({ model, act }: ViewInput, field: FieldView, index: number): TemplateResult {
  const id = idOf(field, index);
  const hints = model.check?.hints.filter((hint) => hint.field === field.name) ?? [];
  const typed = (event: Event): void => act.typeField(field.name, typedText(event));
  const value = fieldValue(model.draft, field.name);
  const described = `${id}-note ${id}-hints`;
  return html`
    <div class="field">
      <div class="field-head">
        <label for=${id}>${field.label}${field.required ? nothing : html` <span class="quiet">(${t('optional')})</span>`}</label>
        <span id="${id}-note" class="quiet note">
          <code>${field.name}</code> · ${field.assumed}${field.kind === 'list' ? html` · ${t('One entry per line')}` : nothing}${field.note === '' ? nothing : html` · ${field.note}`}
        </span>
      </div>
      ${control(field, id, described, value, typed)}
      <div id="${id}-hints" class="hints">${hintLines(hints)}</div>
    </div>
  `;
}

function control(
  field: FieldView,
  id: string,
  described: string,
  value: string,
  typed: (event: Event) => void,
): TemplateResult {
  if (field.kind === 'truth') return truthSelect(field, id, described, value, typed);
  if (field.kind === 'list') {
    return html`<vscode-text-area
      id=${id} rows="5" resize="vertical" placeholder=${field.placeholder}
      data-label=${field.label} data-describedby=${described} .value=${live(value)} @input=${typed}
    ></vscode-text-area>`;
  }
  return html`<vscode-text-field
    id=${id} placeholder=${field.placeholder} data-inputmode=${field.kind === 'number' ? 'decimal' : 'text'}
    data-label=${field.label} data-describedby=${described} .value=${live(value)} @input=${typed}
  ></vscode-text-field>`;
}

/** A native select: its name and keys are the platform's. What is neither stays, and can be seen. */
function truthSelect(
  field: FieldView,
  id: string,
  described: string,
  value: string,
  typed: (event: Event) => void,
): TemplateResult {
  const other = ['', 'true', 'false'].includes(value) ? [] : [value];
  return html`<span class="select">
    <select id=${id} aria-describedby=${described} .value=${live(value)} @change=${typed}>
      <option value="">${field.required ? t('not chosen') : t('left out')}</option>
      ${['true', 'false', ...other].map((one) => html`<option value=${one} ?selected=${one === value}>${one}</option>`)}
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
