/** The bodies the service answers with, made once: a run picks from them. */
import type { Billing, Outcome } from '../../../src/contract/words.ts';
import { type Code, codes } from './codes.ts';

/** What a client may make of an answer, going by the documents alone. */
export interface Meaning {
  readonly outcomes: readonly Outcome[];
  readonly billings: readonly Billing[];
}

export interface Body {
  /** For the story. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly whole: Meaning;
  /** Up to where the body must have come for `charged` and `message_code` to stand in it whole; null = they never do. */
  readonly saidBy: number | null;
  /** Whether the wallet pays, whatever the body says; null = by lot. */
  readonly charges: boolean | null;
}

const utf8 = new TextEncoder();
export const nothingKnown: Meaning = { outcomes: ['unknown'], billings: ['unknown'] };

function body(name: string, text: string, whole: Meaning, charges: boolean | null = null): Body {
  return { name, bytes: utf8.encode(text), whole, saidBy: null, charges };
}

const order = '"order_id":"ORD-7","data":{"order_id":"ORD-7","error_code":"","result":{}}';

interface Spelling {
  readonly code: string;
  readonly http: number;
  readonly status: string;
  /** The member as it is written, with its comma; '' = left out. */
  readonly charged: string;
  readonly withOrder: boolean;
}

function envelope({ code, http, status, charged, withOrder }: Spelling): string {
  const start = `{"status":"${status}","status_code":${http},${charged}"success":${http === 200},"message":"m",`;
  return `${start}"message_code":"${code}"${withOrder ? `,${order}` : ''}}`;
}

/** As documented. */
export const documented: Readonly<Record<Code, Body>> = Object.fromEntries(
  (Object.keys(codes) as Code[]).map((code) => {
    const { charged, http, status, outcome, billing } = codes[code];
    const text = envelope({
      code,
      http,
      status,
      charged: `"charged":${charged},`,
      withOrder: charged || code === 'REQUEST_FAILED',
    });
    const whole = { outcomes: [outcome], billings: [billing] };
    const saidBy = text.indexOf(code) + code.length + 1;
    return [code, { ...body(code, text, whole, charged), saidBy }];
  }),
) as Record<Code, Body>;

function odd(name: string, code: Code, charged: string, billings: readonly Billing[]): Body {
  const { http, status, outcome, billing } = codes[code];
  const text = envelope({ code, http, status, charged, withOrder: true });
  // What is called refunded and was charged contradicts itself; how it is named is the contract's business.
  const outcomes: readonly Outcome[] = billing === 'refunded' ? ['refunded', 'unknown', 'failed'] : [outcome];
  const charges = billings.includes('unknown') ? null : codes[code].charged || billings.includes('billed');
  return body(name, text, { outcomes, billings }, charges);
}

/** Whole envelopes that contradict the documents, or do not say whether the call was charged. */
export const contradictory: readonly Body[] = [
  odd('OK that says free', 'OK', '"charged":false,', ['free']),
  odd('ACCEPTED that says free', 'ACCEPTED', '"charged":false,', ['free']),
  odd('NO_RECORD_FOUND that says free', 'NO_RECORD_FOUND', '"charged":false,', ['free']),
  odd('INVALID_INPUT that says charged', 'INVALID_INPUT', '"charged":true,', ['billed']),
  odd('INTERNAL_ERROR that says charged', 'INTERNAL_ERROR', '"charged":true,', ['billed']),
  odd('RATE_LIMITED that says charged', 'RATE_LIMITED', '"charged":true,', ['billed']),
  odd('OK without charged', 'OK', '', ['unknown']),
  odd('INVALID_INPUT without charged', 'INVALID_INPUT', '', ['unknown']),
  odd('OK with charged as a text', 'OK', '"charged":"false",', ['unknown']),
  odd('INVALID_INPUT with charged as 0', 'INVALID_INPUT', '"charged":0,', ['unknown']),
  odd('OK with charged twice', 'OK', '"charged":true,"charged":false,', ['unknown']),
  odd('OK with charged twice, once escaped', 'OK', '"charged":true,"\\u0063harged":false,', ['unknown']),
  body(
    'an unknown code that says charged',
    envelope({ code: 'NEWS', http: 200, status: 'SUCCESS', charged: '"charged":true,', withOrder: true }),
    { outcomes: ['unknown'], billings: ['billed'] },
    true,
  ),
  body(
    'an unknown code that says free',
    envelope({ code: 'NEWS', http: 200, status: 'FAILED', charged: '"charged":false,', withOrder: false }),
    { outcomes: ['unknown'], billings: ['free'] },
    false,
  ),
];

/** No envelopes at all: a gateway's page, nothing, half a thought. */
export const strange: readonly Body[] = [
  body('a gateway page', '<html><body>Bad gateway</body></html>', nothingKnown),
  body('no body', '', nothingKnown),
  body('null', 'null', nothingKnown),
  body('a list', '[{"charged":false,"message_code":"OK"}]', nothingKnown),
  body('JSON of a gateway', '{"message":"Too many requests","request_id":"x"}', nothingKnown),
  body('broken JSON', '{"message":', nothingKnown),
];

const short = '"success":false,"message":"Rate limit exceeded. Please try again later."';

/** What a 429 may hold. */
export const throttling: readonly Body[] = [
  documented.RATE_LIMITED,
  documented.RATE_LIMITED,
  body('the short 429', `{${short},"data":null}`, { outcomes: ['throttled'], billings: ['free'] }, false),
  body(
    'a short 429 with more',
    `{${short},"data":null,"trace":"x"}`,
    { outcomes: ['unknown', 'throttled'], billings: ['unknown', 'free'] },
    false,
  ),
  ...strange.map((one) => ({ ...one, charges: false })),
];
