import type { Chooser, RequestField, ResultGroup } from '../shapes.ts';
import { assumedField } from './assumedField.ts';

/** fetch_by "names the kind of identifier in `number`"; allowed values are not shown. */
export const creditReportChooser: Chooser = {
  by: 'fetch_by',
  of: 'number',
  kinds: new Map([
    ['mobile', 'mobile'],
    ['pan', 'pan'],
  ]),
};

/** Credit Report: assumed request. All four names are echoed by the response; allowed values of fetch_by are not shown. */
export const creditReportRequest: readonly RequestField[] = [
  assumedField({
    name: 'number',
    label: 'Identifier',
    type: 'string',
    required: true,
    assumed: 'echoed',
    mask: 'last4',
    example: '0000000000',
  }),
  assumedField({
    name: 'fetch_by',
    label: 'Kind of identifier',
    type: 'string',
    required: false,
    assumed: 'echoed',
    mask: null,
    example: 'mobile',
  }),
  assumedField({
    name: 'mobile',
    label: 'Mobile number',
    type: 'string',
    required: false,
    assumed: 'echoed',
    mask: 'last4',
    example: '0000000000',
    check: 'mobile',
  }),
  assumedField({
    name: 'name',
    label: 'Name',
    type: 'string',
    required: false,
    assumed: 'echoed',
    mask: 'all',
    example: 'Invented Person',
  }),
];

/** Credit Report: `data.result` (docs/service.md, "Credit Report data.result"). Shape of items in credit_report: not shown. */
export const creditReportResult: readonly ResultGroup[] = [
  {
    title: 'Request',
    fields: [
      { name: 'number', seen: 'string', mask: 'last4' },
      { name: 'fetch_by', seen: 'string', mask: null },
      { name: 'mobile', seen: 'string', mask: 'last4' },
      { name: 'name', seen: 'string', mask: 'all' },
    ],
  },
  {
    title: 'Credit report',
    fields: [
      { name: 'credit_score', seen: 'string', mask: 'all' },
      { name: 'credit_report', seen: 'array', mask: 'all' },
      { name: 'credit_report_link', seen: 'string', mask: 'all' },
    ],
  },
];
