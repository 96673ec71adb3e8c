import type * as vscode from 'vscode';
import { visibleProvider } from './providers.ts';
import { showIn, showWhenSet } from './texts.ts';

type Languages = typeof vscode.languages;

const registering = [
  'registerHoverProvider',
  'registerCompletionItemProvider',
  'registerCodeLensProvider',
  'registerCodeActionsProvider',
] as const;

const statusTexts = ['name', 'text', 'detail', 'accessibilityInformation'];

/** Hovers, completions, lenses, quick fixes and problems with every text made visible. */
export function visibleLanguages(real: Languages): Partial<Languages> {
  const gates = registering.map((name) => {
    const register = (where: vscode.DocumentSelector, one: object, ...rest: readonly unknown[]) =>
      Reflect.apply(real[name], real, [where, visibleProvider(one), ...rest]);
    return [name, register] as const;
  });
  return {
    ...Object.fromEntries(gates),
    createLanguageStatusItem: (id: string, selector: vscode.DocumentSelector) =>
      showWhenSet(real.createLanguageStatusItem(id, selector), statusTexts),
    createDiagnosticCollection: (name?: string) => visibleProblems(real.createDiagnosticCollection(name)),
  };
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
