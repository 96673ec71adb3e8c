import { assumedField } from './fields/assumedField.ts';
import { creditReportRequest, creditReportResult } from './fields/creditReport.ts';
import { rcAdvancedRequest, rcAdvancedResult } from './fields/rcAdvanced.ts';
import type { Operation, RequestField } from './shapes.ts';
import type { OperationId } from './words.ts';

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

const byId: Readonly<Record<OperationId, Operation>> = {
  'rc-advanced': {
    id: 'rc-advanced',
    title: 'RC Details Advanced',
    category: 'Verification',
    method: 'POST',
    path: '/api/v1/rc/advanced',
    limits: { perMinute: null, perDay: null },
    shortRateLimitBody: false,
    requestFields: rcAdvancedRequest,
    resultGroups: rcAdvancedResult,
    errorCodes: ['no_record'],
  },
  'credit-report': {
    id: 'credit-report',
    title: 'Credit Report',
    category: 'Business',
    method: 'POST',
    path: '/api/v1/credit-report/fetch',
    limits: { perMinute: null, perDay: null },
    shortRateLimitBody: false,
    requestFields: creditReportRequest,
    resultGroups: creditReportResult,
    errorCodes: ['verification_failed'],
  },
  'aadhaar-pan-link': {
    id: 'aadhaar-pan-link',
    title: 'Aadhaar PAN Link Check',
    category: 'Verification',
    method: 'POST',
    path: '/api/v1/aadhaar/aadhaar_pan_link_check',
    limits: { perMinute: 5, perDay: 100 },
    shortRateLimitBody: true,
    requestFields: aadhaarPanRequest,
    resultGroups: null,
    errorCodes: [],
  },
  'email-bulk': {
    id: 'email-bulk',
    title: 'Bulk Email Validation',
    category: 'Utilities',
    method: 'POST',
    path: '/api/v1/email/validate/bulk',
    limits: { perMinute: 100, perDay: 5000 },
    shortRateLimitBody: true,
    requestFields: emailRequest,
    resultGroups: null,
    errorCodes: [],
  },
};

/** The four documented operations, in the order of the documents. */
export const operations: readonly Operation[] = Object.values(byId);

/** The operation of an id. */
export function operationById(id: OperationId): Operation {
  return byId[id];
}
