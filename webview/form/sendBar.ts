import { keyed } from 'lit/directives/keyed.js';
import { html, type TemplateResult } from 'lit/html.js';
import { secondsBetween } from '../format.ts';
import { button } from '../parts.ts';
import { t } from '../strings.ts';
import type { ViewInput } from '../viewInput.ts';

const onMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Send, which turns into Cancel while a call is out. Busy buttons stay focusable: the focus must not fall off the page. */
export function sendBar(input: ViewInput): TemplateResult {
  const { model, act } = input;
  const call = model.snapshot?.call ?? null;
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
            ${button({ text: t('Copy as…'), icon: 'code', press: () => act.copyAs() })}
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
