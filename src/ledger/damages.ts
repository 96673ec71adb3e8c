/** What of the file can be damaged for itself. */
type Part =
  | 'request'
  | 'answer'
  | 'note'
  | 'recorded outcome'
  | 'text of support'
  | 'kept document'
  | 'kept form'
  | 'batch'
  | 'row';

/** What is damaged, told once while the history is open; by ids of our own, without anything personal. */
export class Damages {
  readonly #tell: (what: string) => void;
  readonly #isNewer: boolean;
  readonly #told = new Set<string>();

  /** @param isNewer a newer version wrote the file: what cannot be opened may have a form of its own */
  constructor(tell: (what: string) => void, isNewer: boolean) {
    this.#tell = tell;
    this.#isNewer = isNewer;
  }

  /**
   * @param of what it belongs to: the id of an order, a page or a batch
   * @throws where nobody can say that it is damaged
   */
  met(part: Part, of: string): void {
    const what = `${part} of ${of}`;
    if (this.#isNewer)
      throw new Error(`a newer version of this extension sealed what this one cannot open: ${what}`);
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#tell(`damaged in the file, and left as it is: ${what}`);
  }
}
