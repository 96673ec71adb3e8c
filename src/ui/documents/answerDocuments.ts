import type * as vscode from 'vscode';
import type { OrderId } from '../../calls/ports/ids.ts';
import { keptOrder } from '../answers/shownOrder.ts';
import type { Services } from '../base/services.ts';
import { AnswerCopies } from './answerCopies.ts';
import { answerCodes, answerHover } from './answerWords.ts';
import { type DocumentAddress, showOrderDocument } from './both/orderDocuments.ts';
import { documentText } from './documentText.ts';
import type { DocumentWork } from './documentWork.ts';

/** Answers of this window's editors: to be read, and to be changed in a copy. */
export class AnswerDocuments implements DocumentWork, vscode.Disposable {
  readonly hover = answerHover;
  readonly codes = answerCodes;
  private readonly services: Services;
  private readonly remembers: () => Promise<void>;
  private readonly copies = new AnswerCopies();

  /** @param remembers an answer is shown from now on: what the user erases is to be taken out of view */
  constructor(services: Services, remembers: () => Promise<void>) {
    this.services = services;
    this.remembers = remembers;
  }

  async open(id: OrderId): Promise<void> {
    await keptOrder(this.services, id);
    await showOrderDocument(id, true);
  }

  async text(address: DocumentAddress): Promise<string> {
    await this.remembers();
    const { services } = this;
    return documentText(address, {
      load: (id) => keptOrder(services, id),
      operation: (id) => services.operation(id),
      now: services.now,
    });
  }

  editCopy(): Promise<void> {
    return this.copies.open();
  }

  dispose(): void {
    this.copies.dispose();
  }
}
