import { hasVerhoeffCheckDigit } from '../contract/hints.ts';
import { normalIdentifier } from '../contract/identifiers.ts';
import type { FieldCheck } from '../contract/shapes.ts';
import type { OperationId } from '../contract/words.ts';

/** What a selected text may be looked up as, likeliest first. */
export interface Recognised {
  readonly operation: OperationId;
  /** Values of the operation's assumed fields that the text gives; the others are asked for. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A selection longer than this is no input but a document. */
const maxChars = 100_000;

/** Looked for from the start of a word alone: from each of its characters would take time squared. */
const email = /(?<![^\s@<>"',;:()[\]{}])[^\s@<>"',;:()[\]{}]+@[^\s@<>"',;:()[\]{}]+\.[A-Za-z]{2,}/g;
const pan = /\b[A-Z]{5}[ -]?[0-9]{4}[ -]?[A-Z]\b/i;
const aadhaar = /(?<![0-9])[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}(?![0-9])/;
const plate =
  /\b(?:[A-Z]{2}[ -]?[0-9]{1,2}[ -]?[A-Z]{0,3}[ -]?[0-9]{4}|[0-9]{2}[ -]?BH[ -]?[0-9]{4}[ -]?[A-Z]{1,2})\b/i;
/** As the mobile check of a field reads it, in the groupings people write. */
const mobile = /(?<![0-9])(?:\+91[ -]?|0)?[6-9][0-9]{4}[ -]?[0-9]{5}(?![0-9])/;

function found(text: string, pattern: RegExp, kind: FieldCheck): string | null {
  const match = pattern.exec(text)?.[0];
  return match === undefined ? null : normalIdentifier(kind, match);
}

/** Reads a selection: addresses, a PAN, an Aadhaar number, a registration number, a mobile number. Empty when it looks like none. */
export function recognise(text: string): readonly Recognised[] {
  if (text.length > maxChars) return [];
  const options: Recognised[] = [];
  const addresses = [...new Set((text.match(email) ?? []).map((one) => normalIdentifier('emails', one)))];
  if (addresses.length > 0)
    options.push({ operation: 'email-bulk', fields: { emails: addresses.join('\n') } });
  const panFound = found(text, pan, 'pan');
  const aadhaarFound = found(text, aadhaar, 'aadhaar');
  if (panFound !== null || aadhaarFound !== null) {
    options.push({
      operation: 'aadhaar-pan-link',
      fields: {
        ...(aadhaarFound === null ? {} : { aadhaar_number: aadhaarFound }),
        ...(panFound === null ? {} : { pan_number: panFound }),
      },
    });
  }
  const plateFound = found(text, plate, 'registration');
  if (plateFound !== null) options.push({ operation: 'rc-advanced', fields: { rc_number: plateFound } });
  if (panFound !== null)
    options.push({ operation: 'credit-report', fields: { number: panFound, fetch_by: 'pan' } });
  const mobileFound = found(text, mobile, 'mobile');
  if (mobileFound !== null && panFound === null)
    options.push({ operation: 'credit-report', fields: { number: mobileFound, fetch_by: 'mobile' } });
  // A number with a right check digit is more likely an Aadhaar number than a part of something else.
  const sure = aadhaarFound !== null && hasVerhoeffCheckDigit(aadhaarFound);
  return sure
    ? options.toSorted(
        (a, b) => Number(b.operation === 'aadhaar-pan-link') - Number(a.operation === 'aadhaar-pan-link'),
      )
    : options;
}
