import type { OrderPreset } from '../calls/orders/orderPresets.ts';
import type { OrderSort } from '../calls/ports/listPorts.ts';
import type { DriftView } from './answer.ts';

/** What crosses between the host and the orders page; the same rules as in messages.ts. Rows come in windows, never all. */
export interface OrdersRequests {
  /** First message of the page, and again after each time it was hidden. */
  'page/ready': { params: null; result: OrdersState };
  /** Another list; a snapshot with its first window follows. */
  'orders/choose': { params: OrdersChoice; result: null };
  /** An exact input, an order_id, a code or a word of a note; '' = all again. Kept nowhere. A snapshot follows. */
  'orders/find': { params: { readonly text: string }; result: null };
  /** The window after a place of the list `list`; refused when the list shown is another one by now. */
  'orders/rows': { params: { readonly list: number; readonly after: string | null }; result: OrdersWindow };
  /** Our ids of everything in the list, up to a limit. */
  'orders/all': { params: { readonly list: number }; result: OrdersAll };
  'orders/open': { params: { readonly id: string }; result: null };
  /** On all of these; the host asks in its own dialogs. */
  'orders/act': {
    params: { readonly action: OrdersAction; readonly ids: readonly string[] };
    /** Those of them that are not in the history any more. */
    result: { readonly gone: readonly string[] };
  };
  /** Those of these orders that are not in the history any more. */
  'orders/gone': {
    params: { readonly ids: readonly string[] };
    result: { readonly gone: readonly string[] };
  };
  /** The host asks which columns to show; a snapshot follows. */
  'orders/columns': { params: null; result: null };
}

export type OrdersAction =
  | 'copyQuote'
  | 'note'
  | 'recordOutcome'
  | 'followUp'
  | 'compare'
  | 'copyOrderId'
  | 'export'
  | 'erase';

export type OrderColumnId =
  | 'due'
  | 'came'
  | 'input'
  | 'operation'
  | 'environment'
  | 'billing'
  | 'cost'
  | 'code'
  | 'orderId'
  | 'http'
  | 'time'
  | 'note'
  | 'when';

export type OrdersGrouping = 'none' | 'day' | 'operation';

/** What the page shows of the history; kept with the page, so nothing typed is in it. */
export interface OrdersChoice {
  readonly preset: OrderPreset;
  /** Null = all. */
  readonly environment: string | null;
  readonly sort: OrderSort;
  readonly group: OrdersGrouping;
  readonly columns: readonly OrderColumnId[];
}

export interface OrdersColumnView {
  readonly id: OrderColumnId;
  readonly title: string;
  /** By what it sorts, or null. */
  readonly sort: OrderSort['by'] | null;
}

export interface OrderRowView {
  /** Our id. */
  readonly id: string;
  /** By column, already masked and translated; in the order of the state's columns. */
  readonly cells: readonly string[];
  /** The heading it stands under, or ''. */
  readonly group: string;
  readonly tone: 'good' | 'bad' | 'caution' | 'calm' | 'quiet';
  /** Name of a codicon that says what came of it. */
  readonly icon: string;
  readonly isDue: boolean;
  /** Of a sandbox: to be told from a live one also where no column of the page says so. */
  readonly isSimulated: boolean;
  /** That its answer departs from what was learned, and how gravely, also in words; null = it does not. */
  readonly drift: { readonly grade: DriftView['grade']; readonly words: string } | null;
}

export interface OrdersWindow {
  readonly rows: readonly OrderRowView[];
  /** Where the next window starts, or null at the end. */
  readonly next: string | null;
}

interface OrdersAll {
  readonly ids: readonly string[];
  /** True when there are more than the host hands out. */
  readonly more: boolean;
}

export interface OrdersState {
  /** Counts up when another list is shown; rows of an earlier one are refused. */
  readonly list: number;
  /** How often orders were erased, in whatever window: one that is selected may be among them. */
  readonly erasures: number;
  readonly choice: OrdersChoice;
  readonly presets: readonly { readonly id: OrderPreset; readonly title: string; readonly count: string }[];
  readonly environments: readonly string[];
  readonly columns: readonly OrdersColumnView[];
  readonly first: OrdersWindow;
  /** How many the list holds, in words: "1,000+ orders". */
  readonly total: string;
  /** What is looked for, or ''. */
  readonly found: string;
  /** What stands in place of rows, or ''. */
  readonly empty: string;
  readonly l10n: Readonly<Record<string, string>>;
}
