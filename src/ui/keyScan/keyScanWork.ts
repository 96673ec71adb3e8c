/** The search for live keys in documents; lives in the runtime. */
export interface KeyScanWork {
  /** From now on documents are searched; once is enough. */
  watch(): void;
}
