import type { GroupView, ReviewRowView, ReviewState } from '../../../src/protocol/batchReview.ts';

/** Snapshots of the review of a batch as the host makes them; all invented. */

type Group = GroupView['id'];

const titles: Readonly<Record<Group, readonly [title: string, note: string]>> = {
  wrong: [
    'Look wrong',
    'Left out unless you choose them. Free only if the service refuses them with INVALID_INPUT.',
  ],
  repeat: ['Repeats', 'Not sent: they repeat another row.'],
  paid: ['Paid before', 'Left out unless you choose them: they would be billed again.'],
  open: ['Open order exists', 'Left for your decision: an order for the same input is open.'],
  ready: ['Ready', 'Sent unless you leave them out.'],
};

const reasons: Readonly<Record<Group, readonly string[]>> = {
  wrong: ['rc_number: Does not look like a registration number, such as MH12AB0000 or 22BH0000AA.'],
  repeat: ['Repeats line 2.'],
  paid: ['The same input was paid for before, or may have been.'],
  open: ['An order for the same input is open.'],
  ready: [],
};

function aGroup(id: Group, rows: number, sent = id === 'ready' ? rows : 0): GroupView {
  const [title, note] = titles[id];
  return { id, title, note, rows, sent, mayBeSent: id !== 'repeat' };
}

export function aRow(group: Group, row: number, more: Partial<ReviewRowView> = {}): ReviewRowView {
  return {
    row,
    line: row + 2,
    masked: `XX••••••${String(row % 100).padStart(2, '0')}`,
    reasons: reasons[group],
    sentAs: '',
    sent: group === 'ready',
    mayBeSent: group !== 'repeat',
    corrected: false,
    hasOrder: group === 'paid' || group === 'open',
    ...more,
  };
}

export function aReview(
  groups: readonly GroupView[],
  shown: Group,
  rows: readonly ReviewRowView[],
  more: Partial<ReviewState> = {},
): ReviewState {
  const all = groups.reduce((sum, one) => sum + one.rows, 0);
  const sent = groups.reduce((sum, one) => sum + one.sent, 0);
  return {
    plan: 1,
    id: 'page-1',
    source: 'cars.csv',
    earlier: '',
    problem: '',
    problemLine: null,
    notice: '',
    reading: null,
    operation: 'rc-advanced',
    operations: [
      { id: 'rc-advanced', title: 'RC Details Advanced' },
      { id: 'credit-report', title: 'Credit Report' },
      { id: 'email-bulk', title: 'Bulk Email Validation' },
    ],
    environment: { name: 'acme-prod', kind: 'live', where: 'https://api.example.invalid' },
    header: true,
    columns: ['Reg. No.', 'Customer', 'Note'],
    fields: [
      {
        name: 'rc_number',
        label: 'Registration number',
        required: true,
        source: { kind: 'column', column: 0 },
      },
    ],
    summary: {
      rows: `${sent} of ${all} rows`,
      calls: `${sent} calls`,
      cost: '₹184.00 (estimated)',
      unpriced: false,
      normalised: '',
      time: 'At least 9 min (5 a minute, documented)',
      budget: '₹316.00 today · 40 calls this month',
      warnings: [],
    },
    groups,
    shown: { group: shown, offset: 0, size: 100, rows },
    results: { choice: 'csv-masked', file: '/work/cars-results.csv' },
    canStart: sent > 0,
    l10n: {},
    ...more,
  };
}

export const threeRows = aReview(
  [aGroup('ready', 3)],
  'ready',
  [0, 1, 2].map((row) => aRow('ready', row)),
  {
    environment: { name: 'Sandbox', kind: 'sandbox', where: '' },
  },
);

export const troubled = aReview(
  [aGroup('wrong', 4, 1), aGroup('repeat', 3), aGroup('paid', 2), aGroup('open', 1), aGroup('ready', 10)],
  'wrong',
  [
    aRow('wrong', 3, { sent: true, corrected: true, sentAs: 'XX••••••03' }),
    aRow('wrong', 7, { reasons: ['rc_number: It is empty.'] }),
    aRow('wrong', 9, { masked: '', reasons: ['4 cells instead of 3.'], mayBeSent: false }),
    aRow('wrong', 12, { hasOrder: true }),
  ],
  {
    notice: 'The environment is acme-prod now; the rows were looked at again.',
    summary: {
      rows: '11 of 20 rows',
      calls: '11 calls',
      cost: 'No price set',
      unpriced: true,
      normalised: '2 rows: lines 5, 14',
      time: 'Not known: the size of the limit per minute is not documented',
      budget: '',
      warnings: ['The budget of acme-prod for today is used up.'],
    },
  },
);

export const hugeReview = aReview(
  [aGroup('wrong', 812), aGroup('repeat', 4031), aGroup('ready', 95_157)],
  'ready',
  Array.from({ length: 100 }, (_, row) => aRow('ready', row)),
);

export const unmappedReview = aReview([], 'ready', [], {
  source: 'a file with a very long name that somebody exported from somewhere 2026-11-21 final (2).csv',
  operation: 'credit-report',
  summary: null,
  canStart: false,
  fields: ['number', 'fetch_by', 'mobile', 'name'].map((name, index) => ({
    name,
    label: name === 'number' ? 'Number of the document' : name,
    required: name !== 'name',
    source:
      index === 0
        ? ({ kind: 'none' } as const)
        : index === 1
          ? ({ kind: 'value', value: 'pan' } as const)
          : ({ kind: 'column', column: index - 1 } as const),
  })),
});

export const unreadable = aReview([], 'ready', [], {
  problem: 'cars.csv: the quotation mark opened in or before line 3 is never closed.',
  summary: null,
  columns: [],
  header: null,
  canStart: false,
});
