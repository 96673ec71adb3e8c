import type { SandboxInput } from '../input.ts';
import { echoed, inventedNote, type ResultMaker } from './invent.ts';

/** What a report was requested by; empty where the request did not say. */
function request(subject: string, input: SandboxInput) {
  return {
    number: subject,
    fetch_by: echoed(input, 'fetch_by'),
    mobile: echoed(input, 'mobile'),
    name: echoed(input, 'name'),
  };
}

/** Credit Report: the documented fields; the items of credit_report are not shown, so each says it is invented. */
export const inventedCreditReport: ResultMaker = {
  bulkField: 'credit_report',
  verified: (subject, input, invent) => ({
    ...request(subject, input),
    name: echoed(input, 'name') || 'INVENTED PERSON',
    credit_score: String(300 + invent.number(601)),
    credit_report: Array.from({ length: 1 + invent.number(3) }, (_, index) => ({
      _note: inventedNote,
      account: `INVENTED-ACCOUNT-${index + 1}`,
      lender: 'INVENTED BANK',
      balance: String(invent.number(500_000)),
    })),
    credit_report_link: invent.documentLink('credit-report'),
  }),
  empty: (subject, input) => ({
    ...request(subject, input),
    credit_score: '',
    credit_report: [],
    credit_report_link: '',
  }),
};
