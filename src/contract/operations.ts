import { assumedField } from './fields/assumedField.ts';
import { creditReportChooser, creditReportRequest, creditReportResult } from './fields/creditReport.ts';
import { rcAdvancedRequest, rcAdvancedResult } from './fields/rcAdvanced.ts';
import { type OperationId, operationIds } from './operationIds.ts';
import type { Operation, RequestField } from './shapes.ts';

const aadhaarPanRequest: readonly RequestField[] = [
  assumedField({
    name: 'aadhaar_number',
    label: 'Aadhaar number',
    type: 'string',
    required: true,
    assumed: 'plain',
    mask: 'last4',
    example: '0000 0000 0000',
    check: 'aadhaar',
  }),
  assumedField({
    name: 'pan_number',
    label: 'PAN',
    type: 'string',
    required: true,
    assumed: 'plain',
    mask: 'first2last2',
    example: 'ZZZXZ9999Z',
    check: 'pan',
  }),
];

const emailRequest: readonly RequestField[] = [
  assumedField({
    name: 'emails',
    label: 'E-mail addresses',
    type: 'string-list',
    required: true,
    assumed: 'plain',
    mask: 'email',
    example: 'someone@example.com',
    check: 'emails',
  }),
];

/** Of an operation whose response body is not shown. */
const nothingShown = { resultGroups: null, echoes: [], lookupFields: [], errorCodes: [] } as const;

type Row = Omit<Operation, 'id' | 'method' | 'assumedFields'>;

function documented<Id extends OperationId>(id: Id, row: Row): Operation & { readonly id: Id } {
  return { ...row, id, method: 'POST', assumedFields: row.requestFields };
}

/** All that is known of an operation; one that is missing does not compile. */
const byId: { readonly [Id in OperationId]: Operation & { readonly id: Id } } = {
  'rc-advanced': documented('rc-advanced', {
    title: 'RC Details Advanced',
    shortTitle: 'RC',
    category: 'Verification',
    icon: 'vm',
    path: '/api/v1/rc/advanced',
    limits: { perMinute: null, perDay: null },
    bulk: false,
    asksAadhaar: false,
    shortRateLimitBody: false,
    requestFields: rcAdvancedRequest,
    chooser: null,
    resultGroups: rcAdvancedResult,
    echoes: [{ name: 'rc_number', check: 'registration' }],
    lookupFields: ['rc_status', 'maker_model', 'insurance_upto'],
    errorCodes: ['no_record'],
  }),
  'credit-report': documented('credit-report', {
    title: 'Credit Report',
    shortTitle: 'Credit',
    category: 'Business',
    icon: 'graph',
    path: '/api/v1/credit-report/fetch',
    limits: { perMinute: null, perDay: null },
    bulk: false,
    asksAadhaar: false,
    shortRateLimitBody: false,
    requestFields: creditReportRequest,
    chooser: creditReportChooser,
    resultGroups: creditReportResult,
    echoes: [
      { name: 'number', check: null },
      { name: 'mobile', check: 'mobile' },
    ],
    lookupFields: ['credit_score', 'fetch_by'],
    errorCodes: ['verification_failed'],
  }),
  'aadhaar-pan-link': documented('aadhaar-pan-link', {
    title: 'Aadhaar PAN Link Check',
    shortTitle: 'Aadhaar-PAN',
    category: 'Verification',
    icon: 'link',
    path: '/api/v1/aadhaar/aadhaar_pan_link_check',
    limits: { perMinute: 5, perDay: 100 },
    bulk: false,
    asksAadhaar: true,
    shortRateLimitBody: true,
    requestFields: aadhaarPanRequest,
    chooser: null,
    ...nothingShown,
  }),
  'email-bulk': documented('email-bulk', {
    title: 'Bulk Email Validation',
    shortTitle: 'Email',
    category: 'Utilities',
    icon: 'mail',
    path: '/api/v1/email/validate/bulk',
    limits: { perMinute: 100, perDay: 5000 },
    bulk: true,
    asksAadhaar: false,
    shortRateLimitBody: true,
    requestFields: emailRequest,
    chooser: null,
    ...nothingShown,
  }),
};

/** The documented operations, in the order of the documents. */
export const operations: readonly Operation[] = operationIds.map((id) => byId[id]);

/** The operation of an id. */
export function operationById(id: OperationId): Operation {
  return byId[id];
}

/** A table with one entry for each operation. */
export function byOperation<T>(entry: (operation: Operation) => T): Record<OperationId, T> {
  const entries = operations.map((operation) => [operation.id, entry(operation)] as const);
  // Every id is among them: `byId` does not compile otherwise.
  return Object.fromEntries(entries) as Record<OperationId, T>;
}
