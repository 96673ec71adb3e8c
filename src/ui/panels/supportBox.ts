import * as vscode from 'vscode';
import { isDamaged } from '../../calls/ports/damaged.ts';
import { type OrderId, orderId } from '../../calls/ports/ids.ts';
import type { SupportBoxView } from '../../protocol/messages.ts';
import type { Services } from '../base/services.ts';
import { keepSupportText, offerOutcome, removeSupportText } from '../history/support.ts';
import { PageFailure } from '../shell/inbound.ts';
import type { OrderHandlers } from './pageHandlers.ts';

type SupportMethods = 'support/write' | 'support/typed' | 'support/leave' | 'support/keep' | 'support/remove';

interface Box extends SupportBoxView {
  /** As it stands there by now. */
  readonly typed: string;
}

/**
 * The box on an order's page in which what support sent is written, or corrected. Of each order that a page of this window has shown: another
 * one may be looked up meanwhile, and the tab be closed. What stands there is in memory alone until it is kept.
 */
export class SupportBox {
  private readonly services: Services;
  private readonly changed: () => void;
  private readonly boxes = new Map<OrderId, Box>();
  private readonly keeping = new Set<OrderId>();
  private turns = 0;

  /** @param changed a box was opened or closed: its page is drawn anew */
  constructor(services: Services, changed: () => void) {
    this.services = services;
    this.changed = changed;
  }

  view(id: OrderId): SupportBoxView | null {
    const box = this.boxes.get(id);
    return box === undefined ? null : { turn: box.turn, at: box.at, text: box.text };
  }

  /** For a new text; one that is open stays as it is. */
  open(id: OrderId): void {
    if (!this.boxes.has(id)) this.put(id, null, '');
  }

  /** The page is drawn anew: what was typed is what it starts with. */
  startAgain(): void {
    for (const [id, box] of this.boxes) this.boxes.set(id, { ...box, text: box.typed });
  }

  /** Nothing is written any more about orders that are gone. @param erased nor of texts that are: the user has just erased something */
  async dropGone(erased: boolean): Promise<void> {
    for (const [id, { at }] of [...this.boxes]) {
      const ledger = await this.services.ledger();
      const isThere = (await ledger.get(id)) !== null;
      const texts = isThere && erased && at !== null ? await ledger.followUps.texts(id) : null;
      if (!isThere || texts?.every((one) => one.at !== at) === true) this.boxes.delete(id);
    }
  }

  readonly handlers: Pick<OrderHandlers, SupportMethods> = {
    'support/write': async ({ orderId: id, at }) => {
      await this.edit(orderId(id), at);
      return null;
    },
    'support/typed': async ({ orderId: id, text }) => {
      const box = this.boxes.get(orderId(id));
      if (box !== undefined) this.boxes.set(orderId(id), { ...box, typed: text });
      return null;
    },
    'support/leave': async ({ orderId: id }) => {
      this.close(orderId(id));
      return null;
    },
    'support/keep': async ({ orderId: id, text }) => {
      await this.keep(orderId(id), text.trim());
      return null;
    },
    'support/remove': async ({ orderId: id, at }) => {
      if (await removeSupportText(this.services, orderId(id), at)) this.changed();
      return null;
    },
  };

  private async edit(id: OrderId, at: number): Promise<void> {
    if (this.boxes.has(id)) return;
    const texts = await (await this.services.ledger()).followUps.texts(id);
    const body = texts.find((one) => one.at === at)?.body ?? null;
    if (body === null || isDamaged(body)) {
      throw new PageFailure('invalid', vscode.l10n.t('This text is no longer there, or cannot be read.'));
    }
    this.put(id, at, new TextDecoder().decode(body));
  }

  private async keep(id: OrderId, text: string): Promise<void> {
    const box = this.boxes.get(id);
    // Pressed twice, it is kept once.
    if (box === undefined || this.keeping.has(id)) return;
    this.keeping.add(id);
    try {
      await this.keepFrom(box, id, text);
    } finally {
      this.keeping.delete(id);
    }
  }

  private async keepFrom(box: Box, id: OrderId, text: string): Promise<void> {
    if (text === '' && box.at === null) {
      throw new PageFailure('invalid', vscode.l10n.t('Write or paste what support sent first.'));
    }
    if (text === '' && box.at !== null) {
      if (await removeSupportText(this.services, id, box.at)) this.close(id);
      return;
    }
    const at = await keepSupportText(this.services, id, { text, typed: text }, box.at);
    this.close(id);
    await offerOutcome(this.services, id, at);
  }

  private put(id: OrderId, at: number | null, text: string): void {
    this.turns += 1;
    this.boxes.set(id, { turn: this.turns, at, text, typed: text });
    this.changed();
  }

  private close(id: OrderId): void {
    this.boxes.delete(id);
    this.changed();
  }
}
