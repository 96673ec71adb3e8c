import type { MessageCode } from '../contract/documentedCodes.ts';
import type { FieldCheck } from '../contract/fieldKinds.ts';
import { isPlate } from '../contract/identifierPatterns.ts';
import type { OperationId } from '../contract/words.ts';
import type { MagicTokens } from './magicRow.ts';
import { inventedAadhaarPanLink } from './results/aadhaarPanLink.ts';
import { inventedCreditReport } from './results/creditReport.ts';
import { inventedEmailBulk } from './results/emailBulk.ts';
import type { ResultMaker } from './results/invent.ts';
import { inventedRcAdvanced } from './results/rcAdvanced.ts';

/** How the sandbox emulates one operation. All of it is invented but the shapes and `errorCodes` that are shown. */
export interface Emulation {
  /** Of one call; the service documents no prices. */
  readonly pricePaise: number;
  readonly result: ResultMaker;
  /** A whole request body in the assumed fields that asks for a magic answer. */
  magicBody(tokens: MagicTokens): Record<string, unknown>;
  /** `data.error_code` by code, as seen; '' elsewhere, for its values are not shown. */
  readonly errorCodes: Readonly<Partial<Record<MessageCode, string>>>;
  /** What the subject of a lookup must look like, and which field it is expected in wherever the user put it; null = anything. */
  readonly subject: {
    readonly check: FieldCheck;
    /** Asked with the subject without spaces and hyphens, in capitals. */
    isOne(subject: string): boolean;
    readonly refusal: string;
  } | null;
}

/** Every operation; one that is missing does not compile. */
export const emulations: Readonly<Record<OperationId, Emulation>> = {
  'rc-advanced': {
    pricePaise: 400,
    result: inventedRcAdvanced,
    magicBody: ({ registration }) => ({ rc_number: registration }),
    errorCodes: { NO_RECORD_FOUND: 'no_record' },
    subject: {
      check: 'registration',
      // Any state's code passes.
      isOne: isPlate,
      refusal: 'the registration number does not look like one',
    },
  },
  'credit-report': {
    pricePaise: 2500,
    result: inventedCreditReport,
    magicBody: ({ pan }) => ({ number: pan, fetch_by: 'pan', mobile: '0000000000', name: 'INVENTED PERSON' }),
    errorCodes: { VERIFICATION_FAILED: 'verification_failed' },
    subject: null,
  },
  'aadhaar-pan-link': {
    pricePaise: 150,
    result: inventedAadhaarPanLink,
    magicBody: ({ aadhaar, pan }) => ({ aadhaar_number: aadhaar, pan_number: pan }),
    errorCodes: {},
    subject: null,
  },
  'email-bulk': {
    pricePaise: 50,
    result: inventedEmailBulk,
    magicBody: ({ email }) => ({ emails: [email] }),
    errorCodes: {},
    subject: null,
  },
};
