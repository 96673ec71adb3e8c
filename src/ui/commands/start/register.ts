import * as vscode from 'vscode';
import { commandIds, rowCommands } from '../../../contributions.ts';
import { isFault, tellFailure } from '../../base/both/tellFailure.ts';
import { drawnAnew } from '../../base/start/pressedRow.ts';

export type CommandName = keyof typeof commandIds;
export type Handler = (argument: unknown, selection?: unknown) => unknown;
/** Every command by its name, but the one that shows the log. */
export type CommandHandlers = Readonly<Record<Exclude<CommandName, 'showLog'>, Handler>>;

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

/**
 * A row's menu hands over the row and, where several are selected, all of them; VS Code has forgotten them from the moment it begins to draw a tree anew
 * until that is done, and hands over undefined in their place.
 */
function isForgotten(given: readonly unknown[]): boolean {
  const [row, selection] = given;
  return (
    given.length > 1 && (row === undefined || (Array.isArray(selection) && selection.includes(undefined)))
  );
}

/** Rather than work on another row, or ask for one: what is chosen in a menu is meant for the row it was opened on. */
function mustBeKnown(name: CommandName, given: readonly unknown[]): void {
  if (!isForgotten(given) || !rowCommands.some((one) => one === name)) return;
  throw new Error(drawnAnew());
}

/** How calls come into the extension host: from the workbench by the first, from an extension in this host by the second. */
const entrances = /\$executeContributedCommand|\bexecuteCommand\b/;

/** The frames of an error; '' where another extension has made its stack unreadable. */
export function framesOf(error: Error): string {
  try {
    const { stack } = error as { readonly stack?: unknown };
    const head = `${error.name}: ${error.message}`;
    return typeof stack === 'string' && stack.startsWith(head) ? stack.slice(head.length) : '';
  } catch {
    return '';
  }
}

/**
 * Palette, keys, menus, rows and links: the workbench asks, and the nearest entrance on the stack is its own. What it would make of an
 * error is a box named after the command; see docs/decisions.md.
 * @param called made before the command waits for anything
 */
function isFromWorkbench(called: Error): boolean {
  return entrances.exec(framesOf(called))?.[0] === '$executeContributedCommand';
}

/** Registers every command; what they do loads when the first one is run. Where it cannot, the log still opens: it says why. */
export function registerCommands(
  handlers: () => Promise<CommandHandlers>,
  log: Pick<vscode.LogOutputChannel, 'error' | 'show'>,
): vscode.Disposable {
  const names = Object.keys(commandIds) as CommandName[];
  const run = async (name: CommandName, called: Error, given: readonly unknown[]) => {
    try {
      const [argument, selection] = given;
      for (const one of [argument, selection]) mustBeReadable(one);
      if (name === 'showLog') return log.show();
      mustBeKnown(name, given);
      return await (await handlers())[name](argument, selection);
    } catch (error) {
      // A message may quote what it could not read: where it happened is enough.
      if (isFault(error)) log.error(name, error instanceof Error ? error.name + framesOf(error) : '');
      if (!isFromWorkbench(called)) throw error;
      tellFailure(error);
      return undefined;
    }
  };
  return vscode.Disposable.from(
    ...names.map((name) =>
      vscode.commands.registerCommand(commandIds[name], (...given: readonly unknown[]) =>
        run(name, new Error('called'), given),
      ),
    ),
  );
}
