import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FieldView, Hint } from '../../src/protocol/messages.ts';
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
    ${fields.map((field) => fieldView(input, field))}
  </div>`;
}

function fieldView({ model, act }: ViewInput, field: FieldView): TemplateResult {
  const id = `field-${field.name}`;
  const hints = model.check?.hints.filter((hint) => hint.field === field.name) ?? [];
  const typed = (event: Event): void => act.typeField(field.name, typedText(event));
  const value = live(model.draft.fields[field.name] ?? '');
  const described = `${id}-note ${id}-hints`;
  return html`
    <div class="field">
      <div class="field-head">
        <label for=${id}>${field.label}${field.required ? nothing : html` <span class="quiet">(${t('optional')})</span>`}</label>
        <span id="${id}-note" class="quiet note">
          <code>${field.name}</code> · ${field.assumed}${field.kind === 'list' ? html` · ${t('One entry per line')}` : nothing}
        </span>
      </div>
      ${
        field.kind === 'list'
          ? html`<vscode-text-area
              id=${id} rows="5" resize="vertical" placeholder=${field.placeholder}
              data-label=${field.label} data-describedby=${described} .value=${value} @input=${typed}
            ></vscode-text-area>`
          : html`<vscode-text-field
              id=${id} placeholder=${field.placeholder}
              data-label=${field.label} data-describedby=${described} .value=${value} @input=${typed}
            ></vscode-text-field>`
      }
      <div id="${id}-hints" class="hints">${hintLines(hints)}</div>
    </div>
  `;
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
