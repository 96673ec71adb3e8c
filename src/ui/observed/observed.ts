import * as vscode from 'vscode';
import { Coalesced } from '../base/both/coalesced.ts';
import type { Services } from '../base/services.ts';
import type { ObservedRow } from '../start/trees/operationsTree.ts';
import { observedUri, readObservedUri } from './address.ts';
import { compareObserved } from './compareObserved.ts';
import { observedText } from './documentText.ts';
import { exportObserved } from './exportObserved.ts';
import { chosenPlace, knownCodes, placeName } from './known.ts';
import { forgetLearned, learnFromHistory } from './learnAndForget.ts';
import { observedRows } from './observedRows.ts';
import type { ObservedCommand, ObservedWork } from './observedWork.ts';
import { chooseCode } from './pickCode.ts';

/** Open documents follow once in this time. */
const quietMs = 2000;

/** What was learned, in the tree, in documents and in files. */
export class ObservedShapes implements ObservedWork, vscode.Disposable {
  private readonly services: Services;
  private readonly changed = new vscode.EventEmitter<void>();
  private stop: (() => void) | null = null;
  private readonly changes = new Coalesced(quietMs, () => this.changed.fire());
  readonly onDidChange = this.changed.event;

  constructor(services: Services) {
    this.services = services;
  }

  run(command: ObservedCommand, argument: unknown): Promise<void> {
    const { services } = this;
    const all: Readonly<Record<ObservedCommand, () => Promise<void>>> = {
      openObserved: () => this.open(argument),
      compareObserved: () => compareObserved(services, argument),
      exportObserved: () => exportObserved(services, argument),
      learnFromHistory: () => learnFromHistory(services),
      forgetLearned: () => forgetLearned(services, argument),
    };
    return all[command]();
  }

  private async open(argument: unknown): Promise<void> {
    const known = await chooseCode(this.services, argument, vscode.l10n.t('Open Observed Shape'));
    if (known === undefined) return;
    const { operation, place, code } = known;
    const uri = observedUri({ operation, place, code, asOf: null, counts: true });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  async rows(): Promise<readonly ObservedRow[]> {
    const { services } = this;
    const place = chosenPlace(services);
    const { learning } = await services.ledger();
    return observedRows(knownCodes(await learning.heads({ place })), placeName(services, place));
  }

  async text(uri: vscode.Uri): Promise<string> {
    await this.follow();
    return observedText(this.services, readObservedUri(uri));
  }

  private async follow(): Promise<void> {
    const ledger = await this.services.ledger();
    this.stop ??= ledger.onDidChange(this.changes.ask);
  }

  dispose(): void {
    this.stop?.();
    this.changes.dispose();
    this.changed.dispose();
  }
}
