/** Quick lookups. */
export type LookupCommand = 'quickLookup' | 'lookUpSelection' | 'lookUpClipboard' | 'repeatLastLookup';

/** Lookups without a form; live in the runtime. */
export interface LookupWork {
  /** What came of it, for other extensions; undefined when the user gave up. Nothing personal in it. */
  run(command: LookupCommand, argument: unknown): Promise<unknown>;
}
