import type {
  OrderRowView,
  OrdersChoice,
  OrdersColumnView,
  OrdersState,
  OrdersWindow,
} from '../../../src/protocol/orders.ts';

/** Snapshots of the orders page as the host makes them; all invented. */

const columns: readonly OrdersColumnView[] = [
  { id: 'due', title: 'Due', sort: 'due' },
  { id: 'came', title: 'What came of it', sort: 'outcome' },
  { id: 'input', title: 'Input', sort: 'input' },
  { id: 'operation', title: 'Operation', sort: 'operation' },
  { id: 'billing', title: 'Billing', sort: 'billing' },
  { id: 'code', title: 'Code', sort: 'code' },
  { id: 'orderId', title: 'order_id', sort: null },
  { id: 'when', title: 'When', sort: 'when' },
];

export const firstChoice: OrdersChoice = {
  preset: 'all',
  environment: null,
  sort: { by: 'when', descending: true },
  group: 'none',
  columns: columns.map(({ id }) => id),
};

const kinds = [
  ['no response', 'billed', 'PROVIDER_NO_RESPONSE', 'watch', 'caution'],
  ['unknown: connection reset', 'may be billed', 'connection reset', 'question', 'caution'],
  ['verified', 'billed', 'OK', 'pass', 'good'],
  ['no record', 'billed', 'NO_RECORD_FOUND', 'circle-slash', 'calm'],
  ['rejected', 'free', 'INVALID_INPUT', 'edit', 'quiet'],
] as const;

export function row(n: number, group = ''): OrderRowView {
  const [came, billing, code, icon, tone] = kinds[n % kinds.length] ?? kinds[0];
  const due = n % 10 === 0 ? 'due today' : '';
  const tail = String(n % 100).padStart(2, '0');
  const orderId = billing === 'billed' ? `ORD-2026-${String(n).padStart(6, '0')}` : '';
  return {
    id: `order-${n}`,
    cells: [due, came, `XX••••••${tail}`, 'RC', billing, code, orderId, `${n + 1} min`],
    group,
    tone,
    icon,
    isDue: due !== '',
    isSimulated: false,
    drift: n % 7 === 3 ? { grade: 'notable', words: 'departs from what was learned: notable' } : null,
  };
}

/** Windows of so many orders, the newest first; each starts after the number in its place. */
export function windowOf(count: number, after: string | null, group?: (n: number) => string): OrdersWindow {
  const start = after === null ? 0 : Number(after);
  const end = Math.min(count, start + 200);
  const rows = Array.from({ length: end - start }, (_, at) => row(start + at, group?.(start + at)));
  return { rows, next: end < count ? String(end) : null };
}

export function orders(count: number, part: Partial<OrdersState> = {}): OrdersState {
  const shown = count > 1000 ? '1,000+' : String(count);
  const counts = {
    all: shown,
    open: '20',
    unknown: '2',
    attention: '22',
    today: '41',
    negatives: shown,
    repeats: '0',
  };
  const titles = {
    ...{ all: 'All', open: 'Open', unknown: 'Unknown', attention: 'Needs attention', today: 'Today' },
    ...{ negatives: 'Billed negatives', repeats: 'Repeats' },
  };
  return {
    list: 1,
    erasures: 0,
    choice: firstChoice,
    presets: (Object.keys(titles) as (keyof typeof titles)[]).map((id) => ({
      id,
      title: titles[id],
      count: counts[id],
    })),
    environments: ['Sandbox', 'acme-prod'],
    columns,
    first: windowOf(count, null),
    total: `Orders shown: ${shown}`,
    found: '',
    empty:
      count === 0 ? 'No orders yet. Each call you send is kept here, with its answer and what it cost.' : '',
    l10n: {},
    ...part,
  };
}
