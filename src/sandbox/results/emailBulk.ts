import type { SandboxInput } from '../input.ts';
import { Invention, inventedNote, type ResultMaker } from './invent.ts';

/** No address is looked up: one with an @ between two words counts as well formed. Whatever stands beside it, it is judged the same. */
function judge(email: string) {
  const invent = new Invention(email.toLowerCase(), '');
  return {
    email,
    well_formed: /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email),
    deliverable: invent.pick(['yes', 'no', 'unknown']),
  };
}

function addresses(input: SandboxInput): readonly string[] {
  const lines = input.strings.flatMap((text) => text.split(/[\n,;]/));
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Bulk Email Validation: result fields are not shown; all of these are invented, and the result says so. */
export const inventedEmailBulk: ResultMaker = {
  bulkField: '_bulk',
  verified: (_subject, input) => {
    const results = addresses(input).map(judge);
    return { _note: inventedNote, total: results.length, results };
  },
  empty: () => ({ _note: inventedNote, total: 0, results: [] }),
};
