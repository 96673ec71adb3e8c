import type { OuterField } from '../../contract/envelope.ts';
import { own } from '../../contract/own.ts';
import type { Phrase } from '../../contract/words.ts';

/** What the documents say in prose and no table of src/contract holds (docs/service.md, sections in brackets). */

/** [Response envelope] What each field means; names, types and presence are in src/contract/envelope.ts. */
const envelopeMeanings: Readonly<Record<OuterField, Phrase>> = {
  status: {
    text: 'SUCCESS: the provider ran the lookup, negative results included. PENDING: HTTP 202. FAILED: every free or refunded failure.',
  },
  status_code: { text: 'Mirrors the HTTP status.' },
  charged: { text: 'true when the call was billed.' },
  success: { text: 'false on every error shown, billed 422 results included.' },
  message: { text: 'Text for a person.' },
  message_code: { text: 'Code for a program, see the table of codes.' },
  order_id: { text: 'Identifier of the order; quote it for pending orders.' },
  data: { text: 'Holds order_id, error_code and result.' },
};

/** Null for a field that the documents do not show. */
export function envelopeMeaning(name: string): Phrase | null {
  const meanings: Readonly<Record<string, Phrase>> = envelopeMeanings;
  return own(meanings, name) ?? null;
}

/** [HTTP statuses] Status, name, meaning; what is charged is in src/contract/charges.ts. */
export const httpStatuses: readonly (readonly [number, string, Phrase])[] = [
  [200, 'OK', { text: 'A verification result came back.' }],
  [
    202,
    'Accepted',
    { text: 'Accepted, or the provider did not respond in time; message_code tells them apart.' },
  ],
  [400, 'Bad Request', { text: 'Verification failed, or the vendor sent an invalid response.' }],
  [401, 'Unauthorized', { text: 'API key missing or invalid.' }],
  [402, 'Payment Required', { text: 'Balance too low.' }],
  [403, 'Forbidden', { text: 'No access to this API.' }],
  [404, 'Not Found', { text: 'Unknown endpoint.' }],
  [
    422,
    'Unprocessable Entity',
    { text: 'Input rejected (free), or the lookup ran and the result is negative (billed).' },
  ],
  [429, 'Too Many Requests', { text: 'A limit was exceeded.' }],
  [500, 'Internal Server Error', { text: 'Unexpected error on the service side.' }],
  [503, 'Service Unavailable', { text: 'The vendor is unavailable for now.' }],
];

/** [Authentication] */
export const authentication: readonly Phrase[] = [
  { text: 'Every endpoint requires an API key with the Bearer scheme.' },
  { text: 'Keys are issued to a signed-in account and may be restricted to IP addresses.' },
  { text: 'A refused key is never charged, and its answer has no order_id.' },
];

/** [Limits] */
export const limitRules: readonly Phrase[] = [
  { text: 'Limits apply per API key and service, in a sliding window of one minute.' },
  {
    text: 'Above a limit the service answers 429 with a Retry-After header. Wait that long: trying at once extends the wait.',
  },
  {
    text: "Limits are set per merchant account; ask for a higher one through the dashboard's support channel.",
  },
];

/** Everything the documents call "not shown". */
export const notShown: readonly Phrase[] = [
  { text: 'Request payloads of all four operations: the fields of the form are assumed, and marked so.' },
  { text: 'Result fields of Aadhaar PAN Link Check and Bulk Email Validation.' },
  { text: 'Field values of a successful lookup, and types of nullable fields when they are filled.' },
  { text: 'The shape of items in credit_report, and the allowed values of fetch_by.' },
  { text: 'Values of error_code beyond no_record and verification_failed.' },
  { text: 'How, where and when the outcome of a pending order can be collected.' },
  { text: 'Transitions between the states of an order, and events or callbacks.' },
  { text: "The name of the key's header and the format of a key: only the Bearer scheme is shown." },
  { text: 'Message texts of codes other than the seven whose text is given above.' },
  { text: 'Which of the two 429 bodies an endpoint returns.' },
  { text: 'The limits of RC Details Advanced and Credit Report.' },
  { text: 'Unit and format of Retry-After.' },
  { text: 'Largest size of a request, and the number of addresses in one bulk call.' },
  { text: 'Prices.' },
  { text: 'Rules for versions and deprecation beyond the prefix /api/v1.' },
];

/** What this extension does with an answer; in the words of its README. */
export const keeping: readonly Phrase[] = [
  {
    text: 'An order is written to this computer before its call leaves, and its answer before it is shown; one that cannot be written is shown all the same, and says so.',
  },
  {
    text: 'Requests and answers are sealed with AES-256-GCM; the key is in the secret storage of VS Code, or in a file where you chose that. What can be read without it, the order_id and the masked input among it, is listed in the privacy notice.',
  },
  {
    text: 'An API key is kept in the secret storage, or in the window’s memory where that fails and you agree; it is bound to the address it was entered for, and sent nowhere else.',
  },
  { text: 'Personal data is masked on screen until you reveal it, and never written to the log.' },
  {
    text: 'Orders can be exported and erased from the order history; settings say what is kept, and how long.',
  },
];
