import type { MaskAs } from './masker.ts';
import { mask } from './masking.ts';

/**
 * Two texts masked for comparing: what is masked alike at the same place of both, but differs behind the mask, says so in
 * the second one. The first has to be masked whole before the second.
 */
export class Differing {
  private readonly met = new Map<string, { readonly shown: string; readonly text: string }[]>();
  /** By position how many data of the second text were compared. */
  private readonly compared = new Map<string, number>();
  private reading: object | null = null;
  private readonly word: string;

  /** @param word what is said, such as "(differs)" */
  constructor(word: string) {
    this.word = word;
  }

  readonly first: MaskAs = (kind, text, place) => {
    const position = place.position();
    const shown = mask(kind, text);
    if (position === '') return shown;
    this.begin(place.reading, this.met);
    const here = this.met.get(position);
    if (here === undefined) this.met.set(position, [{ shown, text }]);
    else here.push({ shown, text });
    return shown;
  };

  readonly second: MaskAs = (kind, text, place) => {
    const position = place.position();
    const shown = mask(kind, text);
    if (position === '') return shown;
    this.begin(place.reading, this.compared);
    // A string may hold several data, and text that is no JSON may have several values at a place.
    const index = this.compared.get(position) ?? 0;
    this.compared.set(position, index + 1);
    const other = this.met.get(position)?.[index];
    return other !== undefined && other.shown === shown && other.text !== text
      ? `${shown} ${this.word}`
      : shown;
  };

  /** What was read in vain, as JSON, is met a second time. */
  private begin(reading: object, counted: Map<string, unknown>): void {
    if (reading !== this.reading) counted.clear();
    this.reading = reading;
  }
}
