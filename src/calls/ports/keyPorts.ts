/** The key that seals orders, as far as anybody but the ledger has to do with it. */
export interface LedgerKeys {
  /**
   * Whether the place where it is kept has outlived a window: another one found it there. Until then nobody knows whether
   * what is sealed now can be read after a restart.
   */
  survived(): Promise<boolean>;
  /** Fetches it into this window's store, if the history has one yet. Rejects when it cannot be had. */
  fetch(): Promise<void>;
  /** Keeps it in a file of the owner's, beside the orders; the user asked for that. */
  keepInFile(): Promise<void>;
}
