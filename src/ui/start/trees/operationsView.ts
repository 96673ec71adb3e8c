import * as vscode from 'vscode';
import type { Ledger } from '../../../calls/ports/ports.ts';
import { viewIds } from '../../../contributions.ts';
import { Coalesced } from '../../base/both/coalesced.ts';
import type { EnvironmentState } from '../../base/start/environmentState.ts';
import { hearPresses } from '../../base/start/pressedRow.ts';
import { type ObservedRow, type OperationsTree, pressOfOperation } from './operationsTree.ts';

const quietMs = 1000;

interface Parts {
  readonly tree: OperationsTree;
  readonly environments: Pick<EnvironmentState, 'onDidChange'>;
  /** Read in the runtime, which loads for it. */
  readonly observed: () => Promise<readonly ObservedRow[]>;
  readonly warn: (error: unknown) => void;
}

export interface OperationsView extends vscode.Disposable {
  /** The history is open: what it learned can be shown from now on. Nothing opens it for this. */
  attend(ledger: Pick<Ledger, 'onDidChange'>): void;
}

/** The operations' view. What was learned is read once the history is open, and while somebody looks. */
export function showOperationsView({ tree, environments, observed, warn }: Parts): OperationsView {
  const view = vscode.window.createTreeView(viewIds.operations, { treeDataProvider: tree });
  let stop: (() => void) | null = null;
  let looks = 0;
  const look = async (): Promise<void> => {
    if (stop === null || !view.visible) return;
    looks += 1;
    const mine = looks;
    const found = await observed();
    // Of two looks the later one knows more.
    if (mine === looks) tree.learned(found);
  };
  const lookNow = (): void => {
    look().catch(warn);
  };
  const changes = new Coalesced(quietMs, lookNow);
  const parts = vscode.Disposable.from(
    view,
    tree,
    changes,
    hearPresses(viewIds.operations, view, pressOfOperation),
    view.onDidChangeVisibility(lookNow),
    environments.onDidChange(lookNow),
  );
  return {
    attend: (ledger) => {
      stop ??= ledger.onDidChange(changes.ask);
      lookNow();
    },
    dispose: () => {
      stop?.();
      parts.dispose();
    },
  };
}
