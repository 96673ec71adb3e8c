import * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import { keptOrder } from '../answers/shownOrder.ts';
import { Coalesced } from '../base/both/coalesced.ts';
import type { Services } from '../base/services.ts';
import { AnswerCopies } from './answerCopies.ts';
import { answerCodes, answerHover } from './answerWords.ts';
import { readDocumentUri, showOrderDocument } from './both/orderDocuments.ts';
import { documentText } from './documentText.ts';
import type { DocumentWork } from './documentWork.ts';

/** Documents without an answer are looked at anew once in this time. */
const quietMs = 500;

/** Answers of this window's editors: to be read, and to be changed in a copy. */
export class AnswerDocuments implements DocumentWork, vscode.Disposable {
  readonly hover = answerHover;
  readonly codes = answerCodes;
  private readonly services: Services;
  private readonly remembers: () => Promise<void>;
  private readonly copies = new AnswerCopies();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  /** Of calls that are out, say: their answers come. */
  private readonly unanswered = new Map<string, vscode.Uri>();
  private readonly looks = new Coalesced(quietMs, () => {
    for (const uri of [...this.unanswered.values()]) this.changed.fire(uri);
  });
  private stop: (() => void) | null = null;

  readonly onDidChange = this.changed.event;

  /** @param remembers an answer is shown from now on: what the user erases is to be taken out of view */
  constructor(services: Services, remembers: () => Promise<void>) {
    this.services = services;
    this.remembers = remembers;
  }

  async open(id: OrderId): Promise<void> {
    const { order } = await keptOrder(this.services, id);
    await showOrderDocument(order, true);
  }

  async text(uri: vscode.Uri): Promise<string> {
    await this.remembers();
    const { services } = this;
    const ledger = await services.ledger();
    this.stop ??= ledger.onDidChange(this.looks.ask);
    this.unanswered.delete(uri.toString());
    return documentText(readDocumentUri(uri), {
      load: async (id) => {
        const shown = await keptOrder(services, id);
        if (shown.answer === null) this.unanswered.set(uri.toString(), uri);
        return shown;
      },
      operation: (id) => services.operation(id),
      now: services.now,
    });
  }

  editCopy(): Promise<void> {
    return this.copies.open();
  }

  dispose(): void {
    this.stop?.();
    vscode.Disposable.from(this.copies, this.looks, this.changed).dispose();
  }
}
