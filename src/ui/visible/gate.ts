import type * as vscode from 'vscode';
import { completed } from './lacking.ts';
import { visibleLanguages } from './languages.ts';
import { visibleText } from './texts.ts';
import { visibleWindow } from './window.ts';

type Api = typeof vscode;

/** VS Code shows the sentence of what a command throws. */
function told(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const value = visibleText(error.message);
  // Of a platform's own, such as an abort, the message cannot be assigned.
  if (value !== error.message) {
    Object.defineProperty(error, 'message', { value, configurable: true, writable: true });
  }
  return error;
}

function visibleCommands(real: Api['commands']): Partial<Api['commands']> {
  const shown = {
    registerCommand: (id: string, run: (...args: readonly unknown[]) => unknown, self?: unknown) =>
      real.registerCommand(id, async (...args: readonly unknown[]) => {
        try {
          return await run.apply(self, [...args]);
        } catch (error) {
          throw told(error);
        }
      }),
    executeCommand: (id: string, ...args: readonly unknown[]) => {
      // The comparison's title is its third argument.
      const shown = id === 'vscode.diff' ? args.map((one, at) => (at === 2 ? visibleText(one) : one)) : args;
      return real.executeCommand(id, ...shown);
    },
  };
  return shown as unknown as Partial<Api['commands']>;
}

/** What is not named is VS Code's own, getters of what changes included. */
function over<T extends object>(real: T, shown: Partial<T>): T {
  return Object.create(real, Object.getOwnPropertyDescriptors(shown));
}

/**
 * VS Code's API as this extension sees it: whatever a person reads through it has its hidden characters made visible. The build
 * puts it in the place of `vscode`, so no view, notification, picker or hover can be forgotten. What an editor lacks is
 * made up for here as well.
 */
export function gated(given: Api): Api {
  const real = completed(given);
  const all: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(real);
  const gates = {
    window: over(real.window, visibleWindow(real.window)),
    languages: over(real.languages, visibleLanguages(real.languages)),
    commands: over(real.commands, visibleCommands(real.commands)),
  };
  for (const [name, value] of Object.entries(gates)) all[name] = { value, enumerable: true };
  return Object.create(Object.prototype, all);
}
