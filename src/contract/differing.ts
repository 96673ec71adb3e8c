import type { MaskAs } from './masker.ts';
import { mask } from './masking.ts';

/**
 * Two texts masked for comparing: what is masked alike at the same place of both, but differs behind the mask, says so in
 * the second one. The first has to be masked whole before the second.
 */
export class Differing {
  private readonly met = new Map<string, { readonly shown: string; readonly text: string }[]>();
  private readonly word: string;

  /** @param word what is said, such as "(differs)" */
  constructor(word: string) {
    this.word = word;
  }

  readonly first: MaskAs = (kind, text, place) => {
    const position = place.position();
    const shown = mask(kind, text);
    if (position === '') return shown;
    const here = this.met.get(position) ?? [];
    here.push({ shown, text });
    this.met.set(position, here);
    return shown;
  };

  readonly second: MaskAs = (kind, text, place) => {
    const position = place.position();
    const shown = mask(kind, text);
    // A string may hold several data.
    const other = this.met.get(position)?.shift();
    return other !== undefined && other.shown === shown && other.text !== text
      ? `${shown} ${this.word}`
      : shown;
  };
}
