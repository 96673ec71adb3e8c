import { textsIn } from '../bodyTexts.ts';
import type { FieldCheck } from '../fieldKinds.ts';
import { hasVerhoeffCheckDigit } from '../hints.ts';
import { aadhaarGivenOut, namesAadhaar } from '../identifierPatterns.ts';
import { identifierIn } from '../identifiers.ts';
import { operationById } from '../operations.ts';
import { readingsOf } from '../readings.ts';
import type { Operation, RequestField } from '../shapes.ts';

/** Whether requests of this operation are known to hold an Aadhaar number. */
export function asksByAadhaar({ asksAadhaar, requestFields }: Operation): boolean {
  return asksAadhaar || requestFields.some(({ check }) => check === 'aadhaar');
}

/** Twelve digits that belong together; UIDAI gives out no number that begins with 0 or 1. At most three characters part two digits. */
const within = /(?<!\d)[2-9](?:[^\p{L}\p{N}"{}[\]:,]{0,3}\d){11}(?!\d)/gu;
/** Longer texts are no single number, whatever parts their digits; nor is one in which more than this parts two of them. */
const longestValue = 100;
const apart = /[^\p{L}\p{N}"{}[\]:,]{9}/u;

/** One in 450 holds twelve digits whose check digit fits: request ids would be taken for somebody's number. */
const uuid = /(?<![\p{L}\p{N}])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\p{L}\p{N}])/giu;

/** The digits of a number as JSON and tables may also write it, `2.34567890124e11` or `9876543210.0`; what is no such number as it is. */
export function plainDigits(text: string): string {
  if (/^[\d.]+e\+?\d{1,2}$/i.test(text)) return String(Number(text));
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** A number without what parts its digits, whatever that is: nobody groups them by letters or the signs of JSON. */
export function withoutParts(text: string): string {
  return text.replace(/[^\p{L}\p{N}"{}[\]:,]+/gu, '');
}

/** What looks like an Aadhaar number in a text, digits alone, its check digit right or not. */
export function candidates(text: string): readonly string[] {
  // A form's way of writing a space.
  const bare = text.replaceAll('%20', ' ').replace(uuid, ':').trim();
  const isSingle = text.length <= longestValue && !apart.test(bare);
  const digits = !isSingle ? '' : withoutParts(plainDigits(bare));
  if (aadhaarGivenOut.test(digits)) return [digits];
  return [...bare.matchAll(within)].map(([one]) => one.replace(/\D+/g, ''));
}

/** By the path of a field: those of the user first, for they may have put one in the place of an assumed one. */
function fieldsByPath(operation: Operation): ReadonlyMap<string, RequestField> {
  const both = [...operationById(operation.id).requestFields, ...operation.requestFields];
  return new Map(both.map((field) => [JSON.stringify(field.path), field] as const));
}

/**
 * The full Aadhaar numbers in a request, their digits alone, none twice. What stands in a field for one is taken for one,
 * its check digit right or not, and so is what stands under such a name, and all that looks like one in an operation
 * that asks by it. Elsewhere twelve digits count where the check digit fits, unless the field is for something else.
 * Other lengths are no Aadhaar number.
 */
export function aadhaarNumbersIn(operation: Operation, body: string): readonly string[] {
  // Most requests end here: no twelve digits, however they are written.
  if (!/(?:\d\D{0,16}){12}|\\u003/.test(body) && !/\d[eE]/.test(body)) return [];
  // Where a key is there twice, it may be one with either of its values.
  return [...new Set([body, ...readingsOf(body)].flatMap((one) => [...numbersIn(operation, one)]))];
}

function numbersIn(operation: Operation, body: string): ReadonlySet<string> {
  const { found, rest } = textsIn(body);
  const fields = fieldsByPath(operation);
  const textAt = (path: readonly string[]): string => {
    const wanted = JSON.stringify(path);
    return found.find((one) => !one.isKey && JSON.stringify(one.path) === wanted)?.text ?? '';
  };
  const kindOf = (field: RequestField | undefined): FieldCheck | null =>
    field === undefined ? null : identifierIn(operation, field, textAt);
  const asked = operation.asksAadhaar;
  const numbers = new Set<string>();
  const add = (text: string, all: boolean): void => {
    for (const one of candidates(text)) if (all || hasVerhoeffCheckDigit(one)) numbers.add(one);
  };
  for (const { path, text } of found) {
    if (!/\d/.test(text)) continue;
    const kind = kindOf(fields.get(JSON.stringify(path)));
    if (kind === null || kind === 'aadhaar') {
      add(text, asked || kind === 'aadhaar' || namesAadhaar.test(path.at(-1) ?? ''));
    }
  }
  add(rest, asked);
  return numbers;
}
