/** What a backup came to. */
export interface BackedUp {
  readonly orders: number;
  /** Keys that are gone already: what they sealed is in the backup, and can be opened nowhere. */
  readonly lostKeys: number;
}

/** What a restore came to. */
export interface Restored {
  readonly added: number;
  /** Orders this history has, by id: left as they are, but for what the next two count. */
  readonly known: number;
  /** Of those added, how many have contents that nothing opens any more: they could not be read where they come from. */
  readonly sealed: number;
  /** Orders this history had without an answer, or open, to which one came or what was recorded of them; absent = none. */
  readonly completed?: number;
  /** Orders this history had, of which something was damaged and is whole again; absent = none. */
  readonly mended?: number;
}

/** Moves orders from one computer to another, or keeps them apart, in one file sealed with a passphrase. */
export interface Transfer {
  /**
   * Writes orders and the keys that open them. The file appears whole or not at all; one that stands there is replaced.
   * @param file path
   */
  backUp(file: string, passphrase: string): Promise<BackedUp>;
  /**
   * Adds the orders that are not here yet, sealed with this history's own key. Overwrites nothing but what is damaged here and whole there, adds the answer or recorded outcome that an order here never got, and sends nothing. Rejects with
   * LedgerRefusal, and with nothing changed, when the file is no whole backup that this version and the passphrase open.
   */
  restore(file: string, passphrase: string): Promise<Restored>;
}
