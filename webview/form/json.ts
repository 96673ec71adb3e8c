import { live } from 'lit/directives/live.js';
import { html, type TemplateResult } from 'lit/html.js';
import type { Hint } from '../../src/protocol/messages.ts';
import type { Model } from '../model.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';
import { hintLines, hintsOf, typedText } from './fields.ts';

/** The body as text: it may be anything, and is sent as typed. */
export function jsonPanel({ model, act }: ViewInput): TemplateResult {
  const { json } = model.draft;
  const rows = Math.min(Math.max(json.split('\n').length + 1, 6), 24);
  const broken = model.refusal === null ? (model.check?.broken ?? null) : null;
  const hints =
    broken === null ? oddFields(model) : [{ field: null, kind: 'warning', text: broken } as const];
  return html`
    <div class="field">
      <div class="field-head">
        <label for="json-body">${t('JSON body')}</label>
        <span id="json-note" class="quiet note">${t('Everything typed here is sent as it is, also when it is not JSON.')}</span>
      </div>
      <vscode-text-area
        id="json-body" class="mono" rows=${rows} resize="vertical"
        data-label=${t('JSON body')} data-describedby="json-note json-hints"
        .value=${live(json)} @input=${(event: Event) => act.typeJson(typedText(event))}
      ></vscode-text-area>
      ${button({ text: t('Edit in Editor'), icon: 'go-to-file', look: 'link', press: () => act.editJson() })}
      <div id="json-hints" class="hints">
        ${hintLines(hints)}
      </div>
    </div>
  `;
}

/** What looks wrong in it; of several fields it is said of which. */
function oddFields(model: Model): readonly Hint[] {
  const isOne = (model.snapshot?.operation.fields ?? []).length === 1;
  return hintsOf(model)
    .filter(({ kind }) => kind === 'warning')
    .map((hint) => (isOne || hint.field === null ? hint : { ...hint, text: `${hint.field}: ${hint.text}` }));
}
