import type {
  AnswerView,
  DraftInput,
  EnvironmentView,
  FieldView,
  FormState,
  MagicInputView,
  NoticeView,
  OperationView,
  OrderDetailsView,
  OrderState,
  PageState,
  ValueView,
} from '../../../src/protocol/messages.ts';

/** Snapshots as the host would send them; people and numbers are invented and cannot be real. */
export const rcOperation: OperationView = {
  id: 'rc-advanced',
  title: 'RC Details Advanced',
  category: 'Verification',
  method: 'POST',
  path: '/api/v1/rc/advanced',
  fields: [
    {
      name: 'rc_number',
      label: 'Registration number',
      kind: 'text',
      required: true,
      placeholder: 'XX00AB1234',
      assumed: 'assumed: the service documents no request fields',
      note: '',
      start: null,
      check: null,
      personal: true,
    },
  ],
};

export const emailOperation: OperationView = {
  id: 'email-bulk',
  title: 'Bulk Email Validation',
  category: 'Utilities',
  method: 'POST',
  path: '/api/v1/email/validate/bulk',
  fields: [
    {
      name: 'emails',
      label: 'E-mail addresses',
      kind: 'list',
      required: true,
      placeholder: 'someone@example.invalid',
      assumed: 'assumed: the service documents no request fields',
      note: '',
      start: null,
      check: null,
      personal: true,
    },
    {
      name: 'label',
      label: 'Label',
      kind: 'text',
      required: false,
      placeholder: '',
      assumed: 'assumed: the service documents no request fields',
      note: '',
      start: null,
      check: null,
      personal: false,
    },
  ],
};

const sandbox: EnvironmentView = {
  name: 'Sandbox',
  kind: 'sandbox',
  baseUrl: 'http://127.0.0.1:49152',
  key: 'simulated key',
  keyMissing: false,
  leavesFrom: 'this computer',
};

export const live: EnvironmentView = {
  name: 'acme-prod',
  kind: 'live',
  baseUrl: 'https://api.example.invalid',
  key: 'key …9f3a',
  keyMissing: false,
  leavesFrom: 'ssh-remote: build-host',
};

export const magic: readonly MagicInputView[] = [
  {
    label: 'NO_RECORD_FOUND',
    description: 'The lookup runs and finds nothing; billed.',
    fields: { rc_number: 'XX00NR0001' },
    json: '{\n  "rc_number": "XX00NR0001"\n}',
  },
  {
    label: 'ACCEPTED',
    description: 'Queued at the provider; billed.',
    fields: { rc_number: 'XX00AC0001' },
    json: '{\n  "rc_number": "XX00AC0001"\n}',
  },
];

export function draft(part: Partial<DraftInput> = {}): DraftInput {
  return { draftId: 'draft-1', tab: 'form', fields: {}, json: '{}', ...part };
}

export const calmNotice: NoticeView = {
  headline: 'Simulated: nothing is billed.',
  details: ['Invented price ₹4.00', '3 billed today', '2 of 5 this minute'],
  warning: null,
  obstacles: [],
};

/** What a test says of a page: of an order where it says so, else of a form. */
export type StatePart = Partial<FormState> | (Partial<OrderState> & Pick<OrderState, 'mode'>);

const nothingElse: OrderDetailsView = {
  timeline: [],
  open: null,
  note: '',
  recorded: null,
  followUp: '',
  support: [],
  writing: null,
  documents: [],
  input: null,
  unproven: '',
};

export function state(part: Partial<OrderState> & Pick<OrderState, 'mode'>): OrderState;
export function state(part?: Partial<FormState>): FormState;
export function state(part: StatePart): PageState;
export function state(part: StatePart = {}): PageState {
  const both = { operation: rcOperation, l10n: {} };
  if (part.mode === 'order') return { ...both, answer: negative, details: nothingElse, ...part };
  return {
    ...both,
    mode: 'form',
    environment: sandbox,
    notice: calmNotice,
    draft: draft(),
    magic,
    call: null,
    answer: null,
    sameAsSent: true,
    problem: null,
    ...part,
  };
}

function value(name: string, kind: ValueView['kind'], text = '', part: Partial<ValueView> = {}): ValueView {
  const base = { masked: false, sensitive: false, documented: true, link: null };
  return { name, path: `data.result.${name}`, kind, text, ...base, ...part };
}

const masked = { masked: true, sensitive: true };

const groups: AnswerView['groups'] = [
  {
    title: 'Identity and registration',
    allEmpty: null,
    values: [
      value('rc_number', 'text', 'XX••••••34', masked),
      value('registration_date', 'empty'),
      value('rc_status', 'missing'),
      value('permit_issue_date', 'null'),
      value('financed', 'boolean', 'false'),
      value('serial', 'number', '12345678901234567890.10', { documented: false }),
    ],
  },
  {
    title: 'Owner',
    allEmpty: '5 fields, all empty',
    values: ['owner_name', 'father_name', 'present_address', 'permanent_address', 'mobile_number'].map(
      (name) => value(name, 'empty'),
    ),
  },
  {
    title: 'Flags and other',
    allEmpty: null,
    values: [
      value('pdf_url', 'text', 'https://files.example.invalid/rc/0042.pdf', {
        link: 'https://files.example.invalid/rc/0042.pdf',
        canKeep: true,
      }),
      value('noc_details', 'text', 'javascript:alert(1)', { link: 'javascript:alert(1)' }),
      value('challan_details', 'structure', '[\n  { "id": 1, "html": "<img src=x onerror=alert(1)>" }\n]'),
    ],
  },
];

export const negative: AnswerView = {
  id: 'order-1',
  outcome: 'negative',
  billing: 'billed',
  evidence: 'stated',
  messageCode: 'NO_RECORD_FOUND',
  orderId: 'ORD-20261121-0042',
  contradictsCharge: false,
  fromPart: false,
  whole: true,
  headline: 'No record found',
  signs: {
    transport: { label: 'Transport', value: 'answered, 422, 812 ms', tone: 'good' },
    lookup: { label: 'Lookup', value: 'negative', tone: 'neutral' },
    money: { label: 'Money', value: 'BILLED (stated)', tone: 'caution' },
  },
  meaning: 'The lookup ran and found no matching record.',
  advice: 'Final: the same input would be billed again.',
  message: 'No record found for the given registration number.',
  saidCovered: false,
  wordsCovered: false,
  deviations: [
    { kind: 'fault', text: 'data.order_id is missing.' },
    { kind: 'finding', text: 'Result field "serial" is not documented.' },
  ],
  groups,
  resultNote: '',
  raw: {
    text: '{\n  "status": "SUCCESS",\n  "charged": true,\n  "data": { "serial": 12345678901234567890.10, "rc_number": "XX••••••34" }\n}',
    shownBytes: 120,
    totalBytes: 120,
    masked: true,
  },
  headers: [
    ['content-type', 'application/json'],
    ['x-request-id', 'f'.repeat(90)],
  ],
  timing: [
    ['Wait for the connection', '12 ms'],
    ['Time to first byte', '640 ms'],
    ['Total', '812 ms'],
  ],
  environment: 'Sandbox',
  kind: 'sandbox',
  input: 'XX••••••34',
  at: Date.UTC(2026, 10, 21, 9, 26, 12),
  otherIdentifier: null,
  retryAfter: '',
  about: [
    ['Sent', '21 Nov 2026, 09:26:12'],
    ['Environment', 'acme-prod'],
    ['Key', '…9f3a'],
    ['Computer', 'build-host'],
  ],
  warning: null,
};

export function answer(
  part: Partial<AnswerView>,
  signs: readonly [string, string, string],
  tones: readonly AnswerView['signs']['money']['tone'][],
): AnswerView {
  const sign = (label: string, index: number) => ({
    label,
    value: signs[index] ?? '',
    tone: tones[index] ?? 'neutral',
  });
  return {
    ...negative,
    deviations: [],
    signs: { transport: sign('Transport', 0), lookup: sign('Lookup', 1), money: sign('Money', 2) },
    ...part,
  };
}

export const verified = answer(
  {
    id: 'order-2',
    outcome: 'verified',
    messageCode: 'OK',
    orderId: 'ORD-20261121-0043',
    headline: 'Verified',
    meaning: 'The provider ran the lookup and returned a result.',
    advice: 'Use the result.',
    message: '',
    resultNote: 'The values of a successful lookup are not documented.',
  },
  ['answered, 200, 640 ms', 'positive', 'BILLED (stated)'],
  ['good', 'good', 'caution'],
);

export const cut = answer(
  {
    id: 'order-3',
    outcome: 'unknown',
    billing: 'unknown',
    evidence: 'not-known',
    messageCode: '',
    orderId: '',
    whole: false,
    headline: 'Unknown: may have been billed',
    meaning: 'The connection was cut after the request had left.',
    advice: 'Do not send again before you have looked at your wallet.',
    message: '',
    groups: [],
    raw: { text: '', shownBytes: 0, totalBytes: 0, masked: false },
    headers: [],
    timing: [],
    warning: 'The body could not be kept.',
  },
  ['cut after 3.1 s: ECONNRESET', 'not known', 'may have been billed (not known)'],
  ['bad', 'neutral', 'caution'],
);

/** The service says "not charged" of what the documents call billed. */
export const contradicted = answer(
  {
    id: 'order-7',
    outcome: 'verified',
    billing: 'free',
    messageCode: 'OK',
    contradictsCharge: true,
    headline: 'Verified',
    deviations: [{ kind: 'fault', text: 'OK is documented with charged true, not false.' }],
  },
  ['answered, 200, 640 ms', 'verified', 'Stated free, against the documents'],
  ['good', 'good', 'caution'],
);

/** Code, order_id and charged came, the rest did not. */
export const brokenOff = answer(
  {
    id: 'order-8',
    outcome: 'unknown',
    messageCode: 'ACCEPTED',
    orderId: 'ORD-20261121-0048',
    fromPart: true,
    whole: false,
    headline: 'Incomplete answer',
    groups: [],
  },
  ['HTTP 202, incomplete answer, 812 ms', 'unknown', 'BILLED (stated), from the part that came'],
  ['bad', 'caution', 'caution'],
);

export const refused = answer(
  {
    id: 'order-4',
    outcome: 'refused',
    billing: 'free',
    messageCode: 'INVALID_API_KEY',
    orderId: '',
    headline: 'Key refused',
    meaning: 'The key is invalid or expired, or this computer’s address is not allowed.',
    advice: 'Set or replace the key.',
    message: 'Invalid, expired, or IP-restricted API key.',
    groups: [],
  },
  ['answered, 401, 80 ms', 'not run', 'FREE (stated)'],
  ['good', 'bad', 'neutral'],
);

const bulk = Array.from({ length: 5000 }, (_, index) =>
  value(`emails[${index}]`, 'text', `p•••${index}@example.invalid`, masked),
);

export const huge = answer(
  {
    id: 'order-5',
    outcome: 'verified',
    messageCode: 'OK',
    orderId: `ORD-${'0'.repeat(200)}`,
    headline: 'Verified',
    groups: [{ title: 'Result', allEmpty: null, values: bulk }],
    raw: {
      text: `${'x'.repeat(2000)}\n`.repeat(100),
      shownBytes: 200_100,
      totalBytes: 10_400_000,
      masked: true,
    },
    deviations: Array.from({ length: 40 }, (_, index) => ({
      kind: 'fault' as const,
      text: `Field ${index} ${'y'.repeat(120)} is missing.`,
    })),
  },
  ['answered, 200, 2 640 ms', 'positive', 'BILLED (stated)'],
  ['good', 'good', 'caution'],
);

/** Departs from what was learned in each of the three grades, and from the documents. */
export const drifting: AnswerView = {
  ...negative,
  id: 'order-9',
  drift: {
    sign: { label: 'Learned', value: 'departs: breaking', tone: 'caution' },
    spoken: 'departs from what was learned: breaking',
    departures: [
      {
        grade: 'breaking',
        word: 'breaking',
        where: 'data.result.response_metadata.masked_engine',
        text: 'missing',
        evidence: 'always there in 23 inputs',
      },
      {
        grade: 'notable',
        word: 'notable',
        where: 'data.result.permit_issue_date',
        text: 'null, previously only text',
        evidence: 'otherwise in 23 inputs',
      },
      {
        grade: 'new',
        word: 'new',
        where: `data.result.${'very_long_'.repeat(12)}name[]["a key"]`,
        text: 'a field never seen: whole number, null',
        evidence: 'not in 23 inputs',
      },
    ],
  },
};

/** Fields of which calls showed something. */
export const learnedOperation: OperationView = {
  ...rcOperation,
  besides: ['vehicle.consent', 'purpose'],
  fields: [
    ...rcOperation.fields.map((field) => ({
      ...field,
      learned: { tone: 'worked' as const, text: 'worked for 12 inputs', canConfirm: true },
    })),
    ...emailOperation.fields.map((field) => ({
      ...field,
      learned: { tone: 'rejected' as const, text: 'rejected 3 times', canConfirm: false },
    })),
    {
      ...(rcOperation.fields[0] as FieldView),
      ...{ name: 'consent', label: 'Consent' },
      learned: { tone: 'simulated', text: 'worked for 1 input, simulated', canConfirm: false },
    },
  ],
};
