import * as vscode from 'vscode';
import { commandIds } from '../../../contributions.ts';

export type CommandName = keyof typeof commandIds;
export type Handler = (argument: unknown, selection?: unknown) => unknown;
/** Every command by its name. */
export type CommandHandlers = Readonly<Record<CommandName, Handler>>;

/** Registers every command; what they do loads when the first one is run. */
export function registerCommands(handlers: () => Promise<CommandHandlers>): vscode.Disposable {
  const names = Object.keys(commandIds) as CommandName[];
  return vscode.Disposable.from(
    ...names.map((name) =>
      vscode.commands.registerCommand(commandIds[name], async (argument: unknown, selection?: unknown) =>
        (await handlers())[name](argument, selection),
      ),
    ),
  );
}
