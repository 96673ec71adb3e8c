import type { FieldCheck } from '../../contract/fieldKinds.ts';
import { hasVerhoeffCheckDigit } from '../../contract/hints.ts';
import {
  selectedAadhaar,
  selectedAddress,
  selectedMobile,
  selectedPan,
  selectedPlate,
} from '../../contract/identifierPatterns.ts';
import { normalIdentifier } from '../../contract/identifiers.ts';
import { type OperationId, operationIdOf } from '../../contract/operationIds.ts';
import { operationById } from '../../contract/operations.ts';

/** What a selected text may be looked up as, likeliest first. */
export interface Recognised {
  readonly operation: OperationId;
  /** Values of the operation's assumed fields that the text gives; the others are asked for. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A selection longer than this is no input but a document. */
export const maxChars = 100_000;

function found(text: string, pattern: RegExp, kind: FieldCheck): string | null {
  const match = pattern.exec(text)?.[0];
  return match === undefined ? null : normalIdentifier(kind, match);
}

/** The first of each kind of identifier in a text, in its one form; of addresses all, each once. */
export interface Identifiers {
  readonly addresses: readonly string[];
  readonly pan: string | null;
  readonly aadhaar: string | null;
  /** A right check digit: more likely an Aadhaar number than a part of something else. */
  readonly sureAadhaar: boolean;
  readonly plate: string | null;
  readonly mobile: string | null;
}

const none: Identifiers = {
  addresses: [],
  pan: null,
  aadhaar: null,
  sureAadhaar: false,
  plate: null,
  mobile: null,
};

/** The identifiers in a selection; none in one that is a document. */
export function identifiersIn(text: string): Identifiers {
  if (text.length > maxChars) return none;
  // Pages and PDFs part groups by spaces that do not break, and by dashes.
  const grouped = text.replace(/\p{Zs}/gu, ' ').replace(/\p{Pd}/gu, '-');
  const aadhaarFound = found(grouped, selectedAadhaar, 'aadhaar');
  return {
    addresses: [
      ...new Set((text.match(selectedAddress) ?? []).map((one) => normalIdentifier('emails', one))),
    ],
    pan: found(grouped, selectedPan, 'pan'),
    aadhaar: aadhaarFound,
    sureAadhaar: aadhaarFound !== null && hasVerhoeffCheckDigit(aadhaarFound),
    plate: found(grouped, selectedPlate, 'registration'),
    mobile: found(grouped, selectedMobile, 'mobile'),
  };
}

/** What each operation can be asked with what was found, likeliest first; null = not by this. */
const offers: Readonly<Record<OperationId, (found: Identifiers) => Recognised['fields'] | null>> = {
  'email-bulk': ({ addresses }) => (addresses.length === 0 ? null : { emails: addresses.join('\n') }),
  'aadhaar-pan-link': ({ aadhaar: number, pan: holder }) =>
    number === null && holder === null
      ? null
      : {
          ...(number === null ? {} : { aadhaar_number: number }),
          ...(holder === null ? {} : { pan_number: holder }),
        },
  'rc-advanced': ({ plate: registration }) => (registration === null ? null : { rc_number: registration }),
  'credit-report': ({ pan: holder, mobile: number }) => {
    if (holder !== null) return { number: holder, fetch_by: 'pan' };
    return number === null ? null : { number, fetch_by: 'mobile' };
  },
};

/** Reads a selection: addresses, a PAN, an Aadhaar number, a registration number, a mobile number. Empty when it looks like none. */
export function recognise(text: string): readonly Recognised[] {
  const identifiers = identifiersIn(text);
  const options = Object.entries(offers).flatMap(([name, fieldsOf]) => {
    const operation = operationIdOf(name);
    const fields = fieldsOf(identifiers);
    return operation === undefined || fields === null ? [] : [{ operation, fields }];
  });
  if (!identifiers.sureAadhaar) return options;
  const asks = ({ operation }: Recognised): number => Number(operationById(operation).asksAadhaar);
  return options.toSorted((a, b) => asks(b) - asks(a));
}
