import * as vscode from 'vscode';
import { selectedRow } from '../../base/start/pressedRow.ts';
import type { OrderNode } from './ordersTree.ts';

/** Within which VS Code opens a row that was selected. */
const opensWithinMs = 1000;
/** Within which a tree that is drawn anew names its rows again; a wait as short as this is not felt where none is selected. */
const drawnWithinMs = 200;
/** The same where several are: longer than VS Code takes on a busy computer. */
const severalDrawnWithinMs = 3000;
/** The same where one must be: VS Code was told to select it. */
const surelyDrawnWithinMs = 1000;

/**
 * The rows that a key in the order history is meant for. VS Code hands a key no row and tells nobody which row has the focus, only
 * which ones are selected; arrows move the focus alone. So one row is selected first, which would open it: that is not wanted.
 */
export class FocusedRows {
  readonly #now: () => number;
  #view: Pick<vscode.TreeView<OrderNode>, 'selection'> | null = null;
  #count = 0;
  #selecting = false;
  /** An order or a batch that VS Code is still about to open. */
  #late: { readonly id: string; readonly until: number } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  of(view: Pick<vscode.TreeView<OrderNode>, 'selection'>): void {
    this.#view = view;
  }

  /** VS Code has told of a selection of so many rows; while their tree is drawn anew it knows fewer of them. It tells of none that go. */
  hasSelected(count: number): void {
    this.#count = count;
  }

  /** The selected rows; where there is one at most, that with the focus. Rows that are no orders are left out. */
  async take(): Promise<readonly OrderNode[]> {
    await this.#drawn(this.#count > 1 ? severalDrawnWithinMs : drawnWithinMs, this.#count);
    const before = this.#selected();
    // Those that are known no more are gone for good.
    this.#count = Math.min(this.#count, before.length);
    if (before.length < 2) await this.#selectFocused(before);
    return this.#selected().filter(({ kind }) => kind === 'order');
  }

  /** Whether this order or batch is opened only because its row was selected here; true once. */
  isOnlySelected(argument: unknown): boolean {
    if (this.#selecting) {
      this.#selecting = false;
      return true;
    }
    const late = this.#late;
    if (late === null || late.id !== argument) return false;
    this.#late = null;
    return this.#now() < late.until;
  }

  #selected(): readonly OrderNode[] {
    return this.#view?.selection ?? [];
  }

  async #drawn(ms: number, count = 1): Promise<void> {
    if (this.#view !== null) await selectedRow(this.#view, ms, Math.max(1, count));
  }

  async #selectFocused([before]: readonly OrderNode[]): Promise<void> {
    this.#selecting = true;
    await selectFocused();
    await this.#drawn(surelyDrawnWithinMs);
    const [after] = this.#selected();
    const id = idOf(after);
    // What was selected already is not opened again.
    if (id !== null && id !== idOf(before) && this.#selecting)
      this.#late = { id, until: this.#now() + opensWithinMs };
    this.#selecting = false;
    // A group was folded or unfolded by it.
    if (after?.kind === 'group') await selectFocused();
  }
}

/** Of a row that opens when it is selected; null for all others. */
function idOf(node: OrderNode | undefined): string | null {
  if (node?.kind === 'order') return node.order.id;
  return node?.kind === 'batch' ? node.batch.id : null;
}

/** VS Code's own command: it works on the list that has the focus. */
async function selectFocused(): Promise<void> {
  await vscode.commands.executeCommand('list.selectAndPreserveFocus');
}
