import type { Method, Requests } from '../src/protocol/messages.ts';

/** What the user asks of the host that changes nothing in the page by itself. */
export abstract class Asks {
  /** Sends it, and says so in the page if it fails. */
  protected abstract forward<M extends Method>(method: M, params: Requests[M]['params']): void;

  copyOrderId(id: string): void {
    this.forward('answer/copyOrderId', { orderId: id });
  }

  openRaw(id: string, masked: boolean): void {
    this.forward('answer/openRaw', { orderId: id, masked });
  }

  openLink(url: string): void {
    this.forward('answer/openLink', { url });
  }

  keepDocument(orderId: string, path: string): void {
    this.forward('answer/keepDocument', { orderId, path });
  }

  saveDocument(orderId: string, document: number): void {
    this.forward('order/saveDocument', { orderId, document });
  }

  openTwin(orderId: string): void {
    this.forward('notice/openOrder', { orderId });
  }

  switchEnvironment(): void {
    this.forward('environment/switch', null);
  }

  editPrices(): void {
    this.forward('environment/editPrices', null);
  }

  quickLookup(): void {
    this.forward('lookup/quick', null);
  }

  setKey(): void {
    this.forward('environment/setKey', null);
  }

  sendAgain(id: string): void {
    this.forward('order/sendAgain', { orderId: id });
  }
}
