import type { Phrase } from '../../contract/words.ts';

export type PriceReading =
  /** Rupees in plain decimal notation, as typed but for white space and needless zeros before the point. */
  { readonly ok: true; readonly price: string } | { readonly ok: false; readonly why: Phrase };

function refuse(text: string, ...args: readonly string[]): PriceReading {
  return { ok: false, why: { text, args } };
}

/** What is quoted of a text that cannot be used. */
function shown(text: string): string {
  return text.slice(0, 30);
}

/**
 * Reads an amount of rupees as the user wrote it: `4`, `"4.00"`, `"0.125"`. A number of the settings is taken by the
 * digits it is written with. No library: this is read whenever the settings are.
 */
export function readPrice(value: unknown): PriceReading {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return refuse('An amount is written as rupees in quotes, for example "4.50".');
  }
  const text = String(value).trim();
  if (text.startsWith('-')) return refuse('An amount cannot be negative, as {0} is.', shown(text));
  if (!/^\d+(\.\d+)?$/.test(text)) {
    return refuse('{0} is not an amount: write rupees with a point, for example "4.50".', shown(text));
  }
  const [whole = '', places = ''] = text.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > 9 || places.length > 6) {
    return refuse(
      '{0} is too long: an amount has at most nine digits before the point and six after it.',
      shown(text),
    );
  }
  return { ok: true, price: places === '' ? digits : `${digits}.${places}` };
}
