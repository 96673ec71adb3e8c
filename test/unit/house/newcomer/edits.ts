/** What somebody writes who adds a fifth operation and a seventeenth code, invented both. */

export interface Edit {
  /** Below `src`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** The names alone: from here on the compiler says what else there is to do. */
export const names: readonly Edit[] = [
  {
    file: 'contract/operationIds.ts',
    find: "'email-bulk'] as const",
    replace: "'email-bulk', 'gst-lookup'] as const",
  },
  {
    file: 'contract/documentedCodes.ts',
    find: '\n] as const satisfies',
    replace: `
  {
    code: 'PARTIAL_MATCH',
    charged: true,
    http: 422,
    status: 'SUCCESS',
    outcome: 'negative',
    billing: 'billed',
    order: 'present',
    message: null,
  },
] as const satisfies`,
  },
];

/** What the compiler asks for, by the thing it is asked for. */
export const operationRows: readonly Edit[] = [
  {
    file: 'contract/operations.ts',
    find: "  'email-bulk': documented(",
    replace: `  'gst-lookup': documented('gst-lookup', {
    title: 'GST Lookup',
    shortTitle: 'GST',
    category: 'Business',
    icon: 'organization',
    path: '/api/v1/gst/lookup',
    limits: { perMinute: null, perDay: null },
    bulk: false,
    asksAadhaar: false,
    shortRateLimitBody: false,
    requestFields: [
      assumedField({
        name: 'pan',
        label: 'PAN',
        type: 'string',
        required: true,
        assumed: 'plain',
        mask: 'first2last2',
        example: 'ZZZXZ9999Z',
        check: 'pan',
      }),
    ],
    chooser: null,
    ...nothingShown,
  }),
  'email-bulk': documented(`,
  },
  {
    file: 'sandbox/emulation.ts',
    find: "  'email-bulk': {",
    replace: `  'gst-lookup': {
    pricePaise: 100,
    result: inventedAadhaarPanLink,
    magicBody: ({ pan }) => ({ pan }),
    errorCodes: {},
    subject: null,
  },
  'email-bulk': {`,
  },
  {
    file: 'calls/inputs/recognise.ts',
    find: "  'rc-advanced': ({ plate",
    replace: `  'gst-lookup': ({ pan: holder }) => (holder === null ? null : { pan: holder }),
  'rc-advanced': ({ plate`,
  },
];

export const codeRows: readonly Edit[] = [
  {
    file: 'contract/messageCodes.ts',
    find: '  REQUEST_FAILED: {',
    replace: `  PARTIAL_MATCH: {
    headline: { text: 'Matches in part' },
    meaning: { text: 'The lookup ran, and only some details match.' },
    advice: { text: 'This is a final answer, not a failure.' },
    refusal: null,
  },
  REQUEST_FAILED: {`,
  },
  {
    file: 'sandbox/magicCodes.ts',
    find: '  REQUEST_FAILED: {',
    replace: `  PARTIAL_MATCH: {
    letters: 'PM',
    aadhaar: '099000004226',
    label: 'Matches in part',
    description: 'The lookup runs and some details match: 422, billed.',
    group: 'negative',
    invented: 'Some details match.',
  },
  REQUEST_FAILED: {`,
  },
  {
    file: 'ui/orderGlance.ts',
    find: '  NO_RECORD_FOUND: () =>',
    replace: "  PARTIAL_MATCH: () => vscode.l10n.t('in part'),\n  NO_RECORD_FOUND: () =>",
  },
];
