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
  readonly #told = new Set<string>();

  constructor(tell: (what: string) => void) {
    this.#tell = tell;
  }

  /** @param of what it belongs to: the id of an order, a page or a batch */
  met(part: Part, of: string): void {
    const what = `${part} of ${of}`;
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#tell(`damaged in the file, and left as it is: ${what}`);
  }
}
