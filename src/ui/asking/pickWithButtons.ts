import * as vscode from 'vscode';
import { afterNext } from './afterNext.ts';

export interface PickOptions<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Item[];
  /** The line to start from; the first where it is none of them. */
  readonly active?: Item | undefined;
  /** Beside the title. */
  readonly buttons?: readonly vscode.QuickInputButton[];
  /** It stays open without the focus. */
  readonly stays?: boolean;
}

export type PickAnswer<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  /** A button at the end of a line. */
  | { readonly kind: 'onItem'; readonly item: Item; readonly button: vscode.QuickInputButton }
  /** `item` is the line that Enter would have taken. */
  | { readonly kind: 'button'; readonly item: Item | undefined; readonly button: vscode.QuickInputButton };

/** A list whose lines have buttons, which `showQuickPick` has not; undefined = Escape, or the focus went elsewhere. */
export function pickWithButtons<Item extends vscode.QuickPickItem>(
  options: PickOptions<Item>,
): Promise<PickAnswer<Item> | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = options.title;
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = options.items;
  pick.buttons = options.buttons ?? [];
  pick.ignoreFocusOut = options.stays ?? false;
  // As they are shown they may be others than the given ones; their places are the same.
  const active = options.active && pick.items[options.items.indexOf(options.active)];
  if (active !== undefined) pick.activeItems = [active];
  return new Promise((resolve) => {
    const end = (answer: PickAnswer<Item>): void => {
      resolve(answer);
      afterNext(() => pick.hide());
    };
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (item !== undefined) end({ kind: 'item', item });
    });
    pick.onDidTriggerItemButton(({ item, button }) => end({ kind: 'onItem', item, button }));
    pick.onDidTriggerButton((button) => end({ kind: 'button', item: pick.activeItems[0], button }));
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
