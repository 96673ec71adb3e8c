import { keyed } from 'lit/directives/keyed.js';
import { html, type TemplateResult } from 'lit/html.js';
import { secondsBetween } from '../format.ts';
import { callOf, formOf } from '../model.ts';
import { button, icon } from '../parts.ts';
import { onMac } from '../platform.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

/** Copies in any form, and in the one that was copied last without a question. */
function copyButtons({ model, act }: ViewInput): TemplateResult {
  const again = formOf(model.snapshot)?.copyAgain;
  const askFirst = button({ text: t('Copy as…'), icon: 'code', press: () => act.copyAs() });
  if (again === undefined) return askFirst;
  return html`<span class="split" role="group" aria-label=${t('Copy')}>
    <button type="button" class="plain" id="copy-again" title=${onMac ? '⌘K ⌘Y' : 'Ctrl+K Ctrl+Y'} @click=${() => act.copyAgain()}>
      ${icon('code')}${t('Copy as {0}', again)}
    </button>
    <button type="button" class="plain" aria-label=${t('Copy as…')} title=${t('Copy as…')} @click=${() => act.copyAs()}>
      ${icon('chevron-down')}
    </button>
  </span>`;
}

/** Send, which turns into Cancel while a call is out. Busy buttons stay focusable: the focus must not fall off the page. */
export function sendBar(input: ViewInput): TemplateResult {
  const { model, act } = input;
  const call = callOf(model.snapshot);
  return html`<div class="send-bar">
    ${
      call === null
        ? keyed(
            'send',
            html`
            <vscode-button id="send" appearance="primary" class=${model.submitting ? 'busy' : ''} .ariaDisabled=${String(model.submitting)} @click=${() => void act.submit()}>
              <span slot="start" class="codicon codicon-send" aria-hidden="true"></span>${t('Send')}
            </vscode-button>
            <kbd class="quiet">${onMac ? t('Cmd+Enter') : t('Ctrl+Enter')}</kbd>
            ${copyButtons(input)}
            ${button({ text: t('Save as request file…'), icon: 'save', press: () => act.saveAs() })}
          `,
          )
        : keyed(
            'cancel',
            html`
            <vscode-button id="cancel" appearance="secondary" class=${call.cancelling ? 'busy' : ''} .ariaDisabled=${String(call.cancelling)} @click=${() => act.cancel()}>
              <span slot="start" class="codicon codicon-debug-stop" aria-hidden="true"></span>${t('Cancel')}
            </vscode-button>
            <span class="elapsed" role="timer">${t('{0} s', secondsBetween(model.callSince, input.now))}</span>
            <span class="caution-text">
              ${call.cancelling ? t('Cancelling… The call may still be billed.') : t('Cancel stops the waiting. The call may still be billed.')}
            </span>
          `,
          )
    }
  </div>`;
}
