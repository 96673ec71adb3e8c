import type { Services } from '../base/services.ts';
import type { KeyScanWork } from './keyScanWork.ts';
import { KeyWatch } from './keyWatch.ts';

/** The window's watch for keys in the clear, from when it is first asked for. */
export class KeyScan implements KeyScanWork {
  private readonly services: Services;
  private watching: KeyWatch | null = null;

  constructor(services: Services) {
    this.services = services;
  }

  watch(): void {
    this.watching ??= new KeyWatch(this.services);
  }

  dispose(): void {
    this.watching?.dispose();
  }
}
