/** A line of a text as it is shown. */
export interface TextLine {
  /** Its place in the whole text, from 0. */
  readonly line: number;
  /** Cut where it is longer than a line can be shown, see `cut`. */
  readonly text: string;
  readonly cut: boolean;
  /** How many lines it opens, the closing one not counted; 0 = cannot be folded. */
  readonly opens: number;
  readonly folded: boolean;
}

export interface TextLines {
  /** Lines shown in all, those folded away not counted. */
  readonly total: number;
  /** Lines of the whole text. */
  readonly lines: number;
  readonly from: number;
  readonly shown: readonly TextLine[];
}

/** Longer lines are cut: a body that is no JSON may be one line of many megabytes. */
const longestLine = 5000;

/**
 * A pretty-printed text by lines. Objects and lists that stand on several lines fold. Finding its lines takes time linear
 * in the text, asking for some of them time linear in the folds.
 */
export class FoldedText {
  private readonly text: string;
  /** Where each line begins, and behind the last one the end of the text and one. */
  private readonly starts: Uint32Array;
  /** By line how many lines it opens. */
  private readonly opens: Uint32Array;

  /** @param json whether the text is JSON as `prettyJson` lays it out; any other is not folded */
  constructor(text: string, json: boolean) {
    this.text = text;
    this.starts = lineStarts(text);
    this.opens = json ? this.folds() : new Uint32Array(this.lines);
  }

  get lines(): number {
    return this.starts.length - 1;
  }

  private folds(): Uint32Array {
    const opens = new Uint32Array(this.lines);
    const open: number[] = [];
    for (let line = 0; line < this.lines; line += 1) {
      const end = this.end(line);
      let first = this.starts[line] ?? 0;
      while (this.text.charCodeAt(first) === space) first += 1;
      if (closes.has(this.text.charCodeAt(first))) {
        const start = open.pop();
        if (start !== undefined) opens[start] = line - start - 1;
      }
      // No string ends with a bracket: its quote stands behind it.
      if (opening.has(this.text.charCodeAt(end - 1))) open.push(line);
    }
    return opens;
  }

  private opensAt(line: number): number {
    return this.opens[line] ?? 0;
  }

  private end(line: number): number {
    return (this.starts[line + 1] ?? 1) - 1;
  }

  /**
   * @param folded lines whose inside is left out; what does not fold is passed over
   * @param from the first line wanted, counted in lines that are shown
   */
  part(folded: readonly number[], from: number, count: number): TextLines {
    const folds = this.outermost(folded);
    const isFolded = new Set(folded);
    const hidden = folds.reduce((sum, line) => sum + this.opensAt(line), 0);
    const shown: TextLine[] = [];
    let line = this.lineAt(from, folds);
    while (shown.length < count && line < this.lines) {
      const opens = this.opensAt(line);
      const isShut = opens > 0 && isFolded.has(line);
      const start = this.starts[line] ?? 0;
      const end = this.end(line);
      const cut = end - start > longestLine;
      const text = this.text.slice(start, cut ? start + longestLine : end);
      shown.push({ line, text, cut, opens, folded: isShut });
      line += 1 + (isShut ? opens : 0);
    }
    return { total: this.lines - hidden, lines: this.lines, from, shown };
  }

  /** Folds that are not inside of another one, by line. */
  private outermost(folded: readonly number[]): number[] {
    const sorted = [...new Set(folded)].sort((a, b) => a - b);
    let shutUntil = 0;
    return sorted.filter((line) => {
      const isOutside = line >= shutUntil;
      // The last line inside opens nothing.
      if (isOutside) shutUntil = line + this.opensAt(line);
      return isOutside;
    });
  }

  private lineAt(shown: number, folds: readonly number[]): number {
    let line = shown;
    for (const fold of folds) {
      if (fold >= line) break;
      line += this.opensAt(fold);
    }
    return line;
  }

  /** Every line that folds and stands in no other than the first: "fold all" leaves the outermost object open. */
  foldable(most: number): readonly number[] {
    const found: number[] = [];
    for (let line = 1; line < this.lines && found.length < most; line += 1) {
      const opens = this.opensAt(line);
      if (opens === 0) continue;
      found.push(line);
      line += opens;
    }
    return found;
  }
}

const space = 0x20;
const opening = new Set([0x7b, 0x5b]);
const closes = new Set([0x7d, 0x5d]);

function lineStarts(text: string): Uint32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return Uint32Array.from(starts);
}
