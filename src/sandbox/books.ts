import { createHmac } from 'node:crypto';
import type { OperationId } from '../contract/words.ts';
import type { FaultId } from './magicRow.ts';
import type { WalletBooks } from './wallet.ts';

/** One POST as it was received. No body, no personal value: the input is kept as a keyed hash. */
export interface BookEntry {
  /** 1, 2, 3 … in the order of arrival. */
  readonly sequence: number;
  /** By the injected clock. */
  readonly at: number;
  /** null = no known endpoint. */
  readonly operation: OperationId | null;
  /** null = no key, or one the sandbox does not know. */
  readonly keyLabel: string | null;
  readonly orderId: string | null;
  /** What the sandbox decided, whatever of it reached the client; null = refused by the sandbox itself, or not read yet. */
  readonly messageCode: string | null;
  readonly fault: FaultId | null;
  readonly charged: boolean;
  /** What the wallet paid in the end: 0 after a refund. Paise. */
  readonly amountPaise: number;
  /** Equal for equal bodies within one run of the sandbox; empty until the body has been read. */
  readonly inputHash: string;
}

/** The sandbox's own account of what happened, for tests and for the curious. */
export interface SandboxBooks {
  readonly entries: readonly BookEntry[];
  /** Entries dropped because only the newest 50,000 are kept. */
  readonly forgotten: number;
  readonly wallets: readonly WalletBooks[];
}

const keep = 50_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
/** An entry that is still being written; only the books hand it out and take it back. */
export type OpenEntry = Mutable<BookEntry>;
export type Ruled = Omit<BookEntry, 'sequence' | 'at' | 'inputHash'>;

/** Keeps every POST from its first byte on, so that one whose sender went away is not forgotten. */
export class Books {
  readonly #salt: string;
  #entries: OpenEntry[] = [];
  #received = 0;

  constructor(salt: string) {
    this.#salt = salt;
  }

  receive(at: number): OpenEntry {
    this.#received += 1;
    const entry: OpenEntry = {
      sequence: this.#received,
      at,
      operation: null,
      keyLabel: null,
      orderId: null,
      messageCode: null,
      fault: null,
      charged: false,
      amountPaise: 0,
      inputHash: '',
    };
    this.#entries.push(entry);
    if (this.#entries.length >= 2 * keep) this.#entries = this.#entries.slice(-keep);
    return entry;
  }

  rule(entry: OpenEntry, ruled: Ruled, body: Uint8Array): void {
    Object.assign(entry, ruled, { inputHash: createHmac('sha256', this.#salt).update(body).digest('hex') });
  }

  read(wallets: readonly WalletBooks[]): SandboxBooks {
    const entries = this.#entries.slice(-keep).map((entry) => ({ ...entry }));
    return { entries, forgotten: this.#received - entries.length, wallets };
  }

  reset(): void {
    this.#entries = [];
    this.#received = 0;
  }
}
