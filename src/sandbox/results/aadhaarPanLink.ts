import type { SandboxInput } from '../input.ts';
import { inventedNote, type ResultMaker } from './invent.ts';

/** The first 12 digits in the input, as UIDAI masks them. */
function maskedAadhaar(input: SandboxInput): string {
  const digits = input.strings
    .map((text) => text.replace(/[\s-]/g, ''))
    .find((text) => /^\d{12}$/.test(text));
  return digits === undefined ? '' : `XXXXXXXX${digits.slice(-4)}`;
}

/** Aadhaar PAN Link Check: result fields are not shown; all of these are invented, and the result says so. */
export const inventedAadhaarPanLink: ResultMaker = {
  bulkField: '_bulk',
  verified: (_subject, input, invent) => {
    const linked = invent.number(2) === 1;
    return {
      _note: inventedNote,
      aadhaar_number: maskedAadhaar(input),
      linked,
      link_status: linked ? 'LINKED' : 'NOT_LINKED',
    };
  },
  empty: (_subject, input) => ({
    _note: inventedNote,
    aadhaar_number: maskedAadhaar(input),
    linked: false,
    link_status: '',
  }),
};
