import { type SandboxKey, sandboxKeys } from './keys.ts';

/** One line of a wallet's account; `sequence` is that of the request in the books. */
export interface Movement {
  readonly sequence: number;
  readonly kind: 'debit' | 'refund';
  readonly amountPaise: number;
  /** Balance after it. */
  readonly balancePaise: number;
}

export interface WalletBooks {
  readonly keyLabel: string;
  readonly balancePaise: number;
  /** The newest 50,000. */
  readonly movements: readonly Movement[];
}

const keep = 50_000;

/** The prepaid wallets, one for each key, in paise. */
export class Wallets {
  readonly #wallets = new Map<SandboxKey, { balancePaise: number; movements: Movement[] }>();

  #of(key: SandboxKey): { balancePaise: number; movements: Movement[] } {
    let wallet = this.#wallets.get(key);
    if (wallet === undefined) {
      wallet = { balancePaise: key.balancePaise, movements: [] };
      this.#wallets.set(key, wallet);
    }
    return wallet;
  }

  covers(key: SandboxKey, amountPaise: number): boolean {
    return this.#of(key).balancePaise >= amountPaise;
  }

  /** Takes the amount; throws if the wallet does not cover it, which the router has asked before. */
  debit(key: SandboxKey, sequence: number, amountPaise: number): void {
    if (!this.covers(key, amountPaise)) throw new Error(`The wallet of ${key.label} cannot go below zero.`);
    this.#move(key, sequence, 'debit', amountPaise);
  }

  refund(key: SandboxKey, sequence: number, amountPaise: number): void {
    this.#move(key, sequence, 'refund', amountPaise);
  }

  #move(key: SandboxKey, sequence: number, kind: Movement['kind'], amountPaise: number): void {
    const wallet = this.#of(key);
    wallet.balancePaise += kind === 'debit' ? -amountPaise : amountPaise;
    wallet.movements.push({ sequence, kind, amountPaise, balancePaise: wallet.balancePaise });
    if (wallet.movements.length >= 2 * keep) wallet.movements = wallet.movements.slice(-keep);
  }

  books(): readonly WalletBooks[] {
    return sandboxKeys.map((key) => {
      const { balancePaise, movements } = this.#of(key);
      return { keyLabel: key.label, balancePaise, movements: movements.slice(-keep) };
    });
  }

  reset(): void {
    this.#wallets.clear();
  }
}
