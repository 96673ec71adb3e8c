import { documentedCodes, type MessageCode } from '../contract/documentedCodes.ts';
import type { MagicRow } from './magicRow.ts';

/** The sandbox's words for a code, beside its row of the documented table. All descriptions are of the sandbox only. */
interface SandboxCode extends Pick<MagicRow, 'letters' | 'aadhaar' | 'label' | 'description' | 'group'> {
  /** The text of a `message` that the documents do not show. */
  readonly invented?: string;
}

/** Every code; one that is missing does not compile. */
export const sandboxCodes: Readonly<Record<MessageCode, SandboxCode>> = {
  OK: {
    letters: 'OK',
    aadhaar: '001000002004',
    label: 'Verified',
    description: 'The lookup runs and finds a result: billed.',
    group: 'result',
    invented: 'Lookup completed.',
  },
  ACCEPTED: {
    letters: 'AC',
    aadhaar: '002000002029',
    label: 'Accepted, pending',
    description: 'The lookup is queued at the provider: billed, pending.',
    group: 'pending',
    invented: 'Queued at the provider.',
  },
  PROVIDER_NO_RESPONSE: {
    letters: 'PN',
    aadhaar: '003000002028',
    label: 'Provider does not respond',
    description: 'The provider does not respond in time: billed, held for manual review.',
    group: 'pending',
    invented: 'The provider did not respond in time.',
  },
  VERIFICATION_FAILED: {
    letters: 'VF',
    aadhaar: '004000004227',
    label: 'Does not verify',
    description: 'The lookup runs and the details do not verify: 422, billed.',
    group: 'negative',
    invented: 'The details did not verify.',
  },
  NO_RECORD_FOUND: {
    letters: 'NR',
    aadhaar: '005000004220',
    label: 'No record found',
    description: 'The lookup runs and finds no record: 422, billed.',
    group: 'negative',
    invented: 'No matching record.',
  },
  SOURCE_UNAVAILABLE: {
    letters: 'SU',
    aadhaar: '006000004226',
    label: 'Record source down',
    description: 'The lookup runs while the record source is down: 422, billed.',
    group: 'negative',
    invented: 'The record source is down.',
  },
  INVALID_INPUT: {
    letters: 'IN',
    aadhaar: '007000004229',
    label: 'Input rejected',
    description: 'The parameters are rejected before any call is placed: 422, free.',
    group: 'refused',
  },
  REQUEST_FAILED: {
    letters: 'RF',
    aadhaar: '008000004002',
    label: 'Failed and refunded',
    description: 'The call is placed and fails: the wallet is debited, then refunded.',
    group: 'failed',
    invented: 'The call failed and was refunded.',
  },
  MISSING_API_KEY: {
    letters: 'MK',
    aadhaar: '009000004013',
    label: 'No API key',
    description: 'Answered as if the request carried no key: free.',
    group: 'refused',
  },
  INVALID_API_KEY: {
    letters: 'IK',
    aadhaar: '010000004013',
    label: 'Invalid API key',
    description: 'Answered as if the key were invalid, expired or used from elsewhere: free.',
    group: 'refused',
  },
  INSUFFICIENT_BALANCE: {
    letters: 'IB',
    aadhaar: '011000004028',
    label: 'Wallet too low',
    description: 'Answered as if the wallet did not cover the call: free.',
    group: 'refused',
  },
  NO_API_ACCESS: {
    letters: 'NA',
    aadhaar: '012000004039',
    label: 'Not subscribed',
    description: 'Answered as if the account were not subscribed to this API: free.',
    group: 'refused',
  },
  NOT_FOUND: {
    letters: 'NF',
    aadhaar: '013000004040',
    label: 'Unknown endpoint',
    description: 'Answered as if the endpoint did not exist: free.',
    group: 'refused',
    invented: 'No such endpoint.',
  },
  RATE_LIMITED: {
    letters: 'RL',
    aadhaar: '014000004293',
    label: 'Rate limit, full body',
    description: 'Answered 429 with the full body and Retry-After: 30 (seconds): free.',
    group: 'limit',
  },
  INTERNAL_ERROR: {
    letters: 'IE',
    aadhaar: '015000005002',
    label: 'Internal error',
    description: 'The service has an unexpected error: free.',
    group: 'failed',
    invented: 'An unexpected error.',
  },
  PROVIDER_UNAVAILABLE: {
    letters: 'PU',
    aadhaar: '016000005031',
    label: 'Provider unreachable',
    description: 'The provider cannot be reached: free.',
    group: 'failed',
  },
};

/** The documented message codes, one magic input each. */
export const magicCodes: readonly MagicRow[] = documentedCodes.map(({ code, http }) => {
  const { invented, ...words } = sandboxCodes[code];
  const id = code.toLowerCase().replaceAll('_', '-');
  return { ...words, id, digits: String(http).padStart(4, '0'), messageCode: code, fault: null };
});
