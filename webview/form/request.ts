import { keyed } from 'lit/directives/keyed.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isTyped } from '../draft.ts';
import { formOf } from '../model.ts';
import { button, icon, problemText } from '../parts.ts';
import { t } from '../strings.ts';
import { tabs } from '../tabs.ts';
import type { ViewInput } from '../viewInput.ts';
import { fieldsPanel } from './fields.ts';
import { jsonPanel } from './json.ts';
import { fillRow } from './magic.ts';
import { sendBar } from './sendBar.ts';

/**
 * Everything between the billing notice and the answer. A form for its `autocomplete` alone: without it Chromium writes
 * what is in the toolkit's inputs, which are form controls of their own, into its session files. It is never submitted.
 */
export function requestForm(input: ViewInput): TemplateResult {
  const { model } = input;
  const form = formOf(model.snapshot);
  return html`
    <form class="request" aria-label=${t('Request')} autocomplete="off" @submit=${(event: Event) => event.preventDefault()}>
      ${fillRow(input)}
      ${keyed(form?.emptied ?? '', requestTabs(input))}
      ${model.refusal === null ? nothing : problemText(model.refusal)}
      ${problemLine(input)} ${emptyInJson(input)} ${sendBar(input)}
    </form>
  `;
}

/** What was typed in a form that was closed may stand here again: who does not want it is a press away from an empty one. */
function problemLine({ model, act }: ViewInput): TemplateResult | typeof nothing {
  const form = formOf(model.snapshot);
  const problem = model.failure ?? form?.problem ?? null;
  if (problem === null) return nothing;
  const line = problemText(problem, model.failure === null && form?.isCaution === true);
  if (form?.canStartEmpty !== true) return line;
  // Emptied by hand: nothing of it is here.
  if (model.failure === null && !isTyped(model.draft, [])) return nothing;
  const press = (): void => void act.fillFrom('draft/startEmpty');
  return html`<div class="held-up">${line} ${button({ text: t('Start empty'), press })}</div>`;
}

/** Made anew, inputs and all, where what they held was erased: the browser's own undo would bring it back. */
function requestTabs(input: ViewInput): TemplateResult {
  return tabs(
    'draft',
    input.model.draft.tab,
    [
      { id: 'form', name: t('Form'), content: () => fieldsPanel(input) },
      { id: 'json', name: t('JSON'), content: () => jsonPanel(input) },
    ],
    (tab) => void input.act.switchTab(tab),
  );
}

/** A form says it at the field; JSON may be sent as it is, once its writer was told. */
function emptyInJson({ model, act }: ViewInput): TemplateResult | typeof nothing {
  if (model.draft.tab !== 'json' || model.empty.length === 0) return nothing;
  return html`<div class="held-up" role="alert">
    <p class="caution">${icon('warning')}<span>${t('Nothing was sent: {0} is empty, and is required.', model.empty.join(', '))}</span></p>
    <button type="button" class="plain" id="send-anyway" @click=${() => void act.submit({ anyway: true })}>
      ${t('Send anyway')}
    </button>
  </div>`;
}
