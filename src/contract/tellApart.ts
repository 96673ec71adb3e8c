import { bullets, mask } from './masking.ts';
import type { MaskKind } from './shapes.ts';

/**
 * Masks the values of one answer so that they stay tellable apart: the same value is masked alike wherever it stands, and
 * one that would be masked like another gets a number, in the order in which they are first met. A number tells nothing
 * but that. Masks without a character of the value are numbered within their field: that an owner is not an address
 * needs no saying.
 */
export class TellApart {
  /** By mask (and field) the values met, each with its number. */
  private readonly met = new Map<string, Map<string, number>>();

  /** @param field the keys that lead to the value, without array positions */
  mask(kind: MaskKind, text: string, field: string): string {
    const shown = mask(kind, text);
    if (shown === '') return '';
    const scope = shown === bullets ? `${field}\n${shown}` : shown;
    const numbers = this.met.get(scope) ?? new Map<string, number>();
    this.met.set(scope, numbers);
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return number === 1 ? shown : `${shown} ·${number}`;
  }
}
