import { Big } from 'big.js';

/** Cells of a statement, as wallets write them. */

/** Plain or grouped as in India or elsewhere (1,23,456.00): the last group has three digits. A decimal comma is not guessed at. */
const amountPattern = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$|^\d+(?:\.\d+)?$|^\.\d+$/;

const currency = /^(₹|rs\.?|inr)\s*/i;

/** Rupees in plain decimal notation, or null. Below zero with brackets, a minus sign (a page's own, or behind it) or CR. */
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

/** What a word says of its line. */
export type Saying =
  /** Money left the wallet, or came into it, whatever sign its amount has. */
  | 'takes'
  | 'gives'
  /** Charged, also where it took nothing. */
  | 'charged'
  /** That it was done, not which way. */
  | 'done'
  /** Nothing was taken. */
  | 'free'
  /** Given back: the credit of a charge that has a line of its own, else what became of the one line there is. */
  | 'undone';

/** Money that its owner put into the wallet; what is sold under such a name (Mobile Recharge, Recharge Plans) says more, or something else first. */
const cameIn =
  /^((wallet|account|balance)[ -])?(recharged?|top[ -]?up)($| ?[-:(]| (success|completed|done|via|by|through|of|from|received))|^(money|funds?|balance) (added|loaded|received)/i;

/** The first that fits holds; null = what can be read either way: a refund in part, one that failed, or is none. */
const sayings: readonly (readonly [Saying | null, RegExp])[] = [
  ['takes', /^(debit(ed)?|dr)$/i],
  ['gives', /^(credit(ed)?|cr|refund|reversal|deposit(ed)?)$/i],
  ['gives', cameIn],
  ['charged', /^(true|yes|y|1|charged|billed)$/i],
  ['done', /^(paid|success(ful)?)$/i],
  ['free', /^(false|no|n|0|free|(not|non|un)[ -]?(charged|billed|billable|chargeable)|failed|failure)$/i],
  [null, /\b(no|not|non)[ -]?(refund|rever[st])|\bpart(ial|ially)?\b/i],
  [null, /(refund|refunded|reversal|reversed|reverted)( not?\b|able\b)/i],
  [null, /\b(failed|unsuccessful|rejected|declined|denied|cancell?ed|closed|n\/?a)$/i],
  [
    'free',
    /^(auto |wallet )?(refund|reversal) (initiated|requested|pending|processing|in process|in progress)$/i,
  ],
  ['gives', /^(refund|reversal) (for|of) /i],
  ['undone', /refund|revers(al|ed)|revert/i],
];

export function readSaying(text: string): Saying | null {
  const words = text.replaceAll('_', ' ').trim();
  return sayings.find(([, said]) => said.test(words))?.[0] ?? null;
}

/** Which way money went, of a cell that says nothing else. */
export function readDirection(text: string): Saying | null {
  const words = text.replaceAll('_', ' ').trim();
  const said = /^(debit|credit|[dc]r$)/i.test(words) || cameIn.test(words) ? readSaying(words) : null;
  return said === 'takes' || said === 'gives' ? said : null;
}

/** Its word speaks of a refund, not of money that came into the wallet. */
export const refunds = /refund|rever[st]/i;

/** What was in the wallet is no charge, in whatever column its word stands. */
export const isBalance = (text: string): boolean => /^(opening|closing) balance:?$/i.test(text.trim());

/** An empty cell, as many write one. */
export const isNothing = (text: string): boolean => /^([-–—]+|n\/?a|nil)$/i.test(text);

/** What cannot be read as an amount, and takes nothing all the same. */
export function isNoCharge(text: string): boolean {
  return /\d/.test(text) && (!/[1-9]/.test(text) || /^\D*[-−(]|cr\.?$/i.test(text));
}

/** A currency that is no rupee, in a cell of its own; of those that are no word of anything else the ones that wallets have. */
export const isForeign = (text: string): boolean =>
  /^(US\$|USD|EUR|GBP|AED|SGD|AUD|CAD|CHF|JPY|CNY|HKD|MYR|SAR|NPR|BDT|LKR)$/i.test(text.trim());

/**
 * An order_id as the service gave it: an apostrophe before it keeps a spreadsheet from making a number of it. What one has made a number
 * of, 2.02611E+19, is that of nobody: its last digits are gone.
 */
export function readOrderId(text: string): string | null {
  const id = text.replace(/^['’](?=\S)/, '');
  return id === '' || /^\d(?:[.,]\d+)?E\+\d+$/i.test(id) ? null : id;
}
