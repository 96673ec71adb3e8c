import type * as vscode from 'vscode';
import type { Ledger } from '../../calls/ports/ports.ts';

interface ErasureMeans {
  ledger(): Promise<Pick<Ledger, 'erasures' | 'onDidChange'>>;
  readonly log: Pick<vscode.LogOutputChannel, 'warn'>;
}

/** What of this window remembers inputs outside of the ledger, and forgets them when the user erases something anywhere. */
export class ErasureWatch {
  private readonly services: ErasureMeans;
  private readonly forget: readonly (() => void | Promise<void>)[];
  private begun: Promise<void> | null = null;
  private seen = 0;
  private stop: (() => void) | null = null;
  private ended = false;

  constructor(services: ErasureMeans, forget: readonly (() => void | Promise<void>)[]) {
    this.services = services;
    this.forget = forget;
  }

  /** From the first thing on that is remembered: what was erased before is none of it. */
  start(): Promise<void> {
    this.begun ??= this.watch().catch((error: unknown) => {
      this.begun = null;
      throw error;
    });
    return this.begun;
  }

  private async watch(): Promise<void> {
    const ledger = await this.services.ledger();
    this.seen = await ledger.erasures();
    if (this.ended) return;
    this.stop = ledger.onDidChange(() => {
      this.look().catch(this.failed);
    });
  }

  private readonly failed = (error: unknown): void => this.services.log.warn('erasures', String(error));

  private async look(): Promise<void> {
    const erasures = await (await this.services.ledger()).erasures();
    if (erasures === this.seen) return;
    this.seen = erasures;
    // What cannot be forgotten, as where VS Code does not close a tab, keeps nothing else from being forgotten.
    for (const one of this.forget) {
      try {
        await one();
      } catch (error) {
        this.failed(error);
      }
    }
  }

  dispose(): void {
    this.ended = true;
    this.stop?.();
  }
}
