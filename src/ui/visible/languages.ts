import type * as vscode from 'vscode';
import { showIn } from './texts.ts';

type Languages = typeof vscode.languages;

const completionTexts = ['label', 'detail', 'documentation'];

type Provided<T> = readonly T[] | { readonly items: readonly T[] } | null | undefined;

function each<T extends object>(found: Provided<T>, show: (one: T) => unknown): void {
  if (found == null) return;
  for (const one of 'items' in found ? found.items : found) show(one);
}

/** A function of a provider, and what it gives made visible; undefined stays so. */
function after<A extends unknown[], R>(
  self: object,
  provide: ((...args: A) => vscode.ProviderResult<R>) | undefined,
  show: (found: R | null | undefined) => unknown,
): ((...args: A) => Promise<R | null | undefined>) | undefined {
  if (provide === undefined) return undefined;
  return async (...args) => {
    const found = await provide.apply(self, args);
    show(found);
    return found;
  };
}

function defined<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as T;
}

function showLens(lens: vscode.CodeLens | null | undefined): void {
  if (lens?.command !== undefined) showIn(lens.command, ['title', 'tooltip']);
}

/** Hovers, completions, lenses, quick fixes and problems with every text made visible. */
export function visibleLanguages(real: Languages): Partial<Languages> {
  const shown = {
    registerHoverProvider: (where: vscode.DocumentSelector, one: vscode.HoverProvider) =>
      real.registerHoverProvider(
        where,
        defined({
          provideHover: after(one, one.provideHover, (hover) => hover == null || showIn(hover, ['contents'])),
        }) as vscode.HoverProvider,
      ),
    registerCompletionItemProvider: (
      where: vscode.DocumentSelector,
      one: vscode.CompletionItemProvider,
      ...triggers: readonly string[]
    ) => {
      const { provideCompletionItems, resolveCompletionItem } = one;
      const show = (item: vscode.CompletionItem | null | undefined) =>
        item == null || showIn(item, completionTexts);
      const parts = {
        provideCompletionItems: after(one, provideCompletionItems, (found) => each(found, show)),
        resolveCompletionItem: after(one, resolveCompletionItem, show),
      };
      const gate = defined(parts) as vscode.CompletionItemProvider;
      return real.registerCompletionItemProvider(where, gate, ...triggers);
    },
    registerCodeLensProvider: (where: vscode.DocumentSelector, one: vscode.CodeLensProvider) => {
      const { onDidChangeCodeLenses, provideCodeLenses, resolveCodeLens } = one;
      const parts = {
        onDidChangeCodeLenses,
        provideCodeLenses: after(one, provideCodeLenses, (found) => each(found, showLens)),
        resolveCodeLens: after(one, resolveCodeLens, showLens),
      };
      return real.registerCodeLensProvider(where, defined(parts) as vscode.CodeLensProvider);
    },
    registerCodeActionsProvider: (
      where: vscode.DocumentSelector,
      one: vscode.CodeActionProvider,
      ...rest: readonly never[]
    ) => {
      const parts = {
        provideCodeActions: after(one, one.provideCodeActions, (found) =>
          each(found, (action) => showIn(action, ['title'])),
        ),
      };
      return real.registerCodeActionsProvider(where, defined(parts) as vscode.CodeActionProvider, ...rest);
    },
    createDiagnosticCollection: (name?: string) => visibleProblems(real.createDiagnosticCollection(name)),
  };
  return shown as unknown as Partial<Languages>;
}

function visibleProblems(real: vscode.DiagnosticCollection): vscode.DiagnosticCollection {
  return new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'set') return typeof value === 'function' ? value.bind(target) : value;
      return (uri: vscode.Uri, found: readonly vscode.Diagnostic[] | undefined) => {
        for (const one of found ?? []) showIn(one, ['message']);
        target.set(uri, found);
      };
    },
  });
}
