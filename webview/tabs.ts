import { keyed } from 'lit/directives/keyed.js';
import { html, type TemplateResult } from 'lit/html.js';

export interface TabView<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** The panel's content; asked for only while the tab is open. */
  readonly content: () => unknown;
}

/** Which tab a key leads to, from the one that has the focus. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Tabs as the ARIA practices have them; `choose` decides whether the open tab changes. Element ids are `<prefix>-tab-<id>`.
 * Not the toolkit's: an order's page would need nothing else of it.
 */
export function tabs<Id extends string>(
  prefix: string,
  open: Id,
  views: readonly TabView<Id>[],
  choose: (id: Id) => void,
): TemplateResult {
  const idOf = (id: string): string => `${prefix}-tab-${id}`;
  const key = (event: KeyboardEvent, at: number): void => {
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    const next = step === undefined ? undefined : views[step(at, views.length)];
    if (next === undefined) return;
    event.preventDefault();
    document.getElementById(idOf(next.id))?.focus();
    choose(next.id);
  };
  return html`
    <div class="tabs">
      <div class="tab-list" role="tablist">
        ${views.map(
          ({ id, name }, at) => html`<button
            type="button"
            role="tab"
            id=${idOf(id)}
            aria-selected=${id === open ? 'true' : 'false'}
            aria-controls="${prefix}-view"
            tabindex=${id === open ? 0 : -1}
            @click=${() => choose(id)}
            @keydown=${(event: KeyboardEvent) => key(event, at)}
          >${name}</button>`,
        )}
      </div>
      <div class="panel" role="tabpanel" id="${prefix}-view" aria-labelledby=${idOf(open)}>
        ${keyed(
          open,
          views.filter(({ id }) => id === open).map(({ content }) => content()),
        )}
      </div>
    </div>
  `;
}
