import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { EnvironmentView, PageState } from '../../src/protocol/messages.ts';
import { button, icon, isSaidByBadge, kindBadge } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** What is called, and on a form where it goes: title, method and path, environment. */
export function pageHeader(input: ViewInput, snapshot: PageState): TemplateResult {
  const { operation } = snapshot;
  return html`
    <header class="head">
      <h1>${operation.title}</h1>
      <p class="endpoint"><code>${operation.method} ${operation.path}</code></p>
      ${snapshot.mode === 'form' ? environmentLine(input, snapshot.environment) : nothing}
    </header>
  `;
}

/** Where it goes, with which key, from which machine. */
function environmentLine({ act }: ViewInput, environment: EnvironmentView): TemplateResult {
  const { kind, name, baseUrl, key, keyMissing, leavesFrom } = environment;
  const facts = [
    ...(isSaidByBadge(kind, name) ? [] : [html`<strong>${name}</strong>`]),
    baseUrl === '' ? t('starts with the first call') : html`<code>${baseUrl}</code>`,
    html`<span class=${keyMissing ? 'key-missing' : ''}>${keyMissing ? icon('warning') : nothing}${key}</span>`,
    t('leaves from: {0}', leavesFrom),
  ];
  return html`
    <div class="environment" data-kind=${kind}>
      ${kindBadge(kind)}
      <ul class="facts">
        ${facts.map((fact) => html`<li>${fact}</li>`)}
      </ul>
      <span class="environment-buttons">
        ${keyMissing ? button({ text: t('Set key'), icon: 'key', look: 'primary', press: () => act.forward('environment/setKey', null) }) : nothing}
        ${button({ text: t('Switch'), name: t('Switch environment'), look: 'link', press: () => act.forward('environment/switch', null) })}
      </span>
    </div>
  `;
}
