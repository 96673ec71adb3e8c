import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { button, icon } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';
import { typedText } from './fields.ts';

/** The body as text: it may be anything, and is sent as typed. */
export function jsonPanel({ model, act }: ViewInput): TemplateResult {
  const { json } = model.draft;
  const rows = Math.min(Math.max(json.split('\n').length + 1, 6), 24);
  const broken = model.refusal === null ? (model.check?.broken ?? null) : null;
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
        ${
          broken === null
            ? nothing
            : html`<p class="hint hint-warning">
                ${icon('warning')}<span>${broken}</span>
              </p>`
        }
      </div>
    </div>
  `;
}
