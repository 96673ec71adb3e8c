import { live } from 'lit/directives/live.js';
import { html, type TemplateResult } from 'lit/html.js';

export interface TabView<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** The panel's content; asked for only while the tab is open. */
  readonly content: () => unknown;
}

/** The toolkit's tabs; `choose` decides whether the open tab changes. Element ids are `<prefix>-tab-<id>`. */
export function tabs<Id extends string>(
  prefix: string,
  open: Id,
  views: readonly TabView<Id>[],
  choose: (id: Id) => void,
): TemplateResult {
  const idOf = (id: string): string => `${prefix}-tab-${id}`;
  const change = (event: Event): void => {
    // Events of tabs and fields inside a panel bubble through here.
    if (event.target !== event.currentTarget) return;
    const panels = event.currentTarget as HTMLElement & { activeid: string };
    const wanted = views.find((view) => idOf(view.id) === panels.activeid);
    // The page is the owner of the open tab: back to it until the owner says otherwise.
    panels.activeid = idOf(open);
    if (wanted !== undefined) choose(wanted.id);
  };
  return html`
    <vscode-panels class="tabs" .activeindicator=${false} .activeid=${live(idOf(open))} @change=${change}>
      ${views.map((view) => html`<vscode-panel-tab id=${idOf(view.id)}>${view.name}</vscode-panel-tab>`)}
      ${views.map(
        (view) => html`
          <vscode-panel-view id="${prefix}-view-${view.id}">
            ${view.id === open ? html`<div class="panel">${view.content()}</div>` : ''}
          </vscode-panel-view>
        `,
      )}
    </vscode-panels>
  `;
}
