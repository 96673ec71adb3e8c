import { Big } from 'big.js';

/** Cells of a statement, as wallets write them. */

/** Plain or grouped as in India or elsewhere (1,23,456.00): the last group has three digits. A decimal comma is not guessed at. */
const amountPattern = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$|^\d+(?:\.\d+)?$|^\.\d+$/;

const currency = /^(₹|rs\.?|inr)\s*/i;

/** Rupees in plain decimal notation, or null. Brackets, a minus sign (a page's own, or behind it) or CR mean a credit. */
export function readAmount(text: string): string | null {
  const bare = text
    .trim()
    .replaceAll('−', '-')
    .replace(currency, '')
    .replace(/(₹|rs\.?|inr|\/-)$/i, '')
    .trimEnd();
  const bracketed = (/^\((.*)\)$/.exec(bare) ?? /^([\d.,]+)-$/.exec(bare))?.[1];
  const credit = /^(.*)cr\.?$/i.exec(bare)?.[1];
  const unmarked = (bracketed ?? credit ?? bare)
    .trim()
    .replace(/dr\.?$/i, '')
    .trim();
  const sign = /^[+-]?/.exec(unmarked)?.[0] ?? '';
  const digits = unmarked.slice(sign.length).trimStart().replace(currency, '');
  if (!amountPattern.test(digits)) return null;
  const value = Big(digits.replaceAll(',', ''));
  const negative = sign === '-' || bracketed !== undefined || credit !== undefined;
  return (negative ? value.neg() : value).toFixed();
}

const yes = /^(true|yes|y|1|charged|billed|debit(ed)?|dr|paid|success(ful)?)$/i;
const no =
  /^(false|no|n|0|free|(not|non|un)[ -]?(charged|billed|billable|chargeable)|refund(ed)?|refund (initiated|pending|processed)|credit(ed)?|cr|reversed|reverted|failed|failure)$/i;

export function readCharged(text: string): boolean | null {
  const trimmed = text.trim();
  if (yes.test(trimmed)) return true;
  return no.test(trimmed) ? false : null;
}

/** Words of a wallet, which writes its amounts without a sign, or with that of its balance. */
const takes = /^(debit(ed)?|dr)$/i;
export const gives = /^(credit(ed)?|cr|refund)$/i;
/** The credit of a charge that has a line of its own; else what became of the one line there is. */
export const givesBack = /^(refunded|reversed)$/i;
export const refunds = /refund|revers/i;

export function signedBy(word: string, amount: string | null): string | null {
  if (amount === null) return null;
  const size = Big(amount).abs();
  if (size.eq(0)) return '0';
  if (gives.test(word)) return size.neg().toFixed();
  return takes.test(word) ? size.toFixed() : amount;
}

/** An empty cell, as many write one. */
export const isNothing = (text: string): boolean => /^([-–—]+|n\/?a|nil)$/i.test(text);

/** What cannot be read as an amount, and takes nothing all the same. */
export function isNoCharge(text: string): boolean {
  return /\d/.test(text) && (!/[1-9]/.test(text) || /^\D*[-−(]|cr\.?$/i.test(text));
}
