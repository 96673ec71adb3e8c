import type * as vscode from 'vscode';

type Api = typeof vscode;

/** Nothing is registered, nothing is ever told. */
const unheard = () => ({ dispose: (): void => undefined });

/** English, for an editor that translates nothing. */
function english(text: string, ...args: readonly (string | number | boolean)[]): string {
  return text.replace(/\{(\d+)\}/g, (hole, at: string) => String(args[Number(at)] ?? hole));
}

/**
 * What is used as a window opens and an editor made from VS Code, or one that only runs its extensions, may lack, with what
 * stands in: marks, hovers, lenses and restored pages are then missing, and all else works. What is not named is the least
 * that an extension with views and commands can live on.
 */
const standIns = {
  window: {
    registerFileDecorationProvider: unheard,
    registerWebviewPanelSerializer: unheard,
    onDidChangeVisibleTextEditors: unheard,
    visibleTextEditors: [],
  },
  workspace: { onDidGrantWorkspaceTrust: unheard, registerFileSystemProvider: unheard },
  languages: {
    registerHoverProvider: unheard,
    registerCompletionItemProvider: unheard,
    registerCodeLensProvider: unheard,
    registerCodeActionsProvider: unheard,
    createLanguageStatusItem: unheard,
  },
  LanguageStatusSeverity: { Information: 0, Warning: 1, Error: 2 },
  l10n: { t: english },
} as const;

/**
 * VS Code's API with something harmless in the place of what is not there. Its property `lacked` has the names of that, as in
 * `window.registerFileDecorationProvider`: ui/start/lackedHere.ts reads it.
 */
export function completed(real: Api): Api {
  const filled: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(real);
  const lacked: string[] = [];
  for (const [space, members] of Object.entries(standIns)) {
    const there: object = Reflect.get(real, space) ?? {};
    const missing = Object.entries(members).filter(([name]) => Reflect.get(there, name) === undefined);
    if (missing.length === 0) continue;
    lacked.push(...missing.map(([name]) => `${space}.${name}`));
    const added = Object.fromEntries(missing.map(([name, value]) => [name, { value, enumerable: true }]));
    filled[space] = { value: Object.create(there, added), enumerable: true };
  }
  filled.lacked = { value: lacked };
  return Object.create(Object.prototype, filled);
}
