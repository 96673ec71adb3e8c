import * as vscode from 'vscode';
import { commandIds } from '../../../contributions.ts';

export type CommandName = keyof typeof commandIds;
export type Handler = (argument: unknown, selection?: unknown) => unknown;
/** Every command by its name. */
export type CommandHandlers = Readonly<Record<CommandName, Handler>>;

/** A proxy of another extension's may refuse all that is asked of it, or be gone. */
function mustBeReadable(argument: unknown): void {
  if (typeof argument !== 'object' || argument === null) return;
  try {
    Reflect.getPrototypeOf(argument);
    Reflect.ownKeys(argument);
  } catch {
    throw new Error(
      vscode.l10n.t('The command was called with an argument that cannot be read. Call it with another one.'),
    );
  }
}

/** Registers every command; what they do loads when the first one is run. */
export function registerCommands(handlers: () => Promise<CommandHandlers>): vscode.Disposable {
  const names = Object.keys(commandIds) as CommandName[];
  return vscode.Disposable.from(
    ...names.map((name) =>
      vscode.commands.registerCommand(commandIds[name], async (argument: unknown, selection?: unknown) => {
        for (const one of [argument, selection]) mustBeReadable(one);
        return (await handlers())[name](argument, selection);
      }),
    ),
  );
}
