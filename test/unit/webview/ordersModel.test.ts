import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OrderRowView, OrdersState, OrdersWindow } from '../../../src/protocol/orders.ts';
import { fitting, longest, needsDue, notFitting } from '../../../webview/orders/columns.ts';
import {
  afterState,
  afterWindow,
  atTheTop,
  firstOrdersModel,
  groupedBy,
  moveTo,
  selectOnly,
  toggle,
  withSorting,
} from '../../../webview/orders/model.ts';
import { Windows } from '../../../webview/orders/windows.ts';

function row(id: string, group = ''): OrderRowView {
  return { id, cells: [], group, tone: 'calm', icon: 'pass', isDue: false, isSimulated: false, drift: null };
}

function read(ids: readonly string[], next: string | null, group?: (id: string) => string): OrdersWindow {
  return { rows: ids.map((id) => row(id, group?.(id))), next };
}

const choice = {
  preset: 'all',
  environment: null,
  sort: { by: 'when', descending: true },
  group: 'none',
  columns: ['came', 'input'],
} as const;

function stateOf(list: number, first: OrdersWindow, part: Partial<OrdersState> = {}): OrdersState {
  return {
    list,
    erasures: 0,
    choice,
    presets: [],
    environments: [],
    columns: [],
    first,
    total: 'all',
    found: '',
    empty: '',
    l10n: {},
    ...part,
  };
}

const shown = (windows: Windows) =>
  windows
    .show(0, 100)
    .map((line) => (line.kind === 'row' ? line.row.id : line.kind === 'head' ? `[${line.text}]` : '?'));

it('lines up windows with a heading where a group begins, also across two windows', () => {
  const group = (id: string) => id.slice(0, 1);
  const windows = Windows.from(read(['a1', 'a2', 'b1'], 'x', group)).with(read(['b2', 'c1'], null, group));
  assert.deepEqual(shown(windows), ['[a]', 'a1', 'a2', '[b]', 'b1', 'b2', '[c]', 'c1']);
  assert.equal(windows.lines, 8);
  assert.deepEqual(
    [windows.lineOf(0), windows.lineOf(2), windows.lineOf(3), windows.lineOf(4)],
    [1, 4, 5, 7],
  );
  assert.equal(windows.idAt(3), 'b2');
  assert.equal(windows.indexOf('c1'), 4);
  assert.deepEqual(windows.idsBetween(3, 1), ['a2', 'b1', 'b2']);
  assert.deepEqual(windows.between(5, 6), [1]);
  assert.equal(windows.next, null);
});

it('forgets rows far from view, keeps their places, and takes them again', () => {
  let windows = Windows.from(read(['0-a', '0-b'], '1'));
  for (let n = 1; n < 60; n += 1) windows = windows.with(read([`${n}-a`, `${n}-b`], String(n + 1)));
  const near = windows.near([50]);
  assert.equal(near.lines, 120);
  assert.deepEqual(
    near.show(0, 2).map((line) => line.kind),
    ['waiting', 'waiting'],
  );
  assert.equal(near.idAt(1), '0-b');
  assert.deepEqual(
    near.show(100, 102).map((line) => line.kind),
    ['row', 'row'],
  );
  assert.equal(near.afterOf(1), '1');
  const again = near.again(0, read(['0-a', '0-b'], '1'));
  assert.equal(again.lines, 120);
  assert.equal(again.show(0, 1)[0]?.kind, 'row');
});

it('lets go of what stands behind a window that ends elsewhere now', () => {
  const windows = Windows.from(read(['a', 'b'], '1')).with(read(['c', 'd'], null));
  const again = windows.again(0, read(['new', 'a'], '1b'));
  assert.deepEqual(shown(again), ['new', 'a']);
  assert.equal(again.next, '1b');
});

it('keeps the keys on their order while new ones come before it', () => {
  let model = afterState(firstOrdersModel, stateOf(1, read(['a', 'b', 'c'], null)), true);
  model = selectOnly(model, 1);
  const next = afterState(model, stateOf(1, read(['new', 'a', 'b', 'c'], null)), true);
  assert.equal(next.windows.idAt(next.active), 'b');
  assert.deepEqual([...next.selected], ['b']);
  const gone = afterState(next, stateOf(1, read(['new'], null)), true);
  assert.equal(gone.active, 0);
});

it('stands still away from the top: what is gone goes, what changed is told, what is new waits', () => {
  let model = afterState(firstOrdersModel, stateOf(1, read(['a', 'b', 'c', 'd'], 'n')), true);
  model = afterWindow(model, read(['e', 'f'], null));
  const again = { rows: [row('new'), row('a'), { ...row('c'), icon: 'checklist' }], next: 'm' };
  model = afterState(model, stateOf(1, again), false);
  assert.deepEqual(shown(model.windows), ['a', 'c', 'd', 'e', 'f']);
  const changed = model.windows.show(1, 2)[0];
  assert.equal(changed?.kind === 'row' && changed.row.icon, 'checklist');
  model = atTheTop(model);
  assert.deepEqual(shown(model.windows), ['new', 'a', 'c']);
  assert.equal(model.windows.next, 'm');
  assert.equal(atTheTop(model), model);
});

it('forgets a selection where other orders are asked for, and keeps it where they are only sorted', () => {
  const first = read(['a', 'b'], null);
  const model = toggle(afterState(firstOrdersModel, stateOf(1, first), true), 1);
  const sorted = stateOf(2, first, { choice: { ...choice, sort: { by: 'input', descending: false } } });
  assert.deepEqual([...afterState(model, sorted, true).selected], ['b']);
  const others = stateOf(2, first, { choice: { ...choice, preset: 'open' } });
  assert.deepEqual([...afterState(model, others, true).selected], []);
  assert.deepEqual([...afterState(model, stateOf(2, first, { found: 'x' }), true).selected], []);
});

it('selects a stretch from the anchor on, up and down, and stays within the list', () => {
  let model = afterState(firstOrdersModel, stateOf(1, read(['a', 'b', 'c'], 'n')), true);
  model = afterWindow(model, read(['d', 'e'], null));
  model = selectOnly(model, 2);
  assert.deepEqual([...moveTo(model, 4, true).selected], ['c', 'd', 'e']);
  assert.deepEqual([...moveTo(model, 0, true).selected], ['a', 'b', 'c']);
  assert.equal(moveTo(model, 99, false).active, 4);
  assert.equal(moveTo(model, -5, false).active, -1);
  assert.deepEqual([...toggle(model, 2).selected], []);
});

it('turns a sort round, and drops a group that it would break', () => {
  const byDay = groupedBy(choice, 'day');
  assert.deepEqual(withSorting(byDay, 'when').sort, { by: 'when', descending: false });
  assert.equal(withSorting(byDay, 'when').group, 'day');
  assert.equal(withSorting(byDay, 'code').group, 'none');
  assert.deepEqual(groupedBy(choice, 'operation').sort, { by: 'operation', descending: false });
  assert.deepEqual(groupedBy(groupedBy(choice, 'operation'), 'none').sort, { by: 'when', descending: true });
});

it('leaves out the least important columns where there is no room, never the two that tell an order', () => {
  const columns = (['due', 'came', 'input', 'environment', 'time', 'when'] as const).map((id) => ({
    id,
    title: id,
    sort: null,
  }));
  assert.equal(fitting(columns, 1400, 7).shown.length, 6);
  assert.deepEqual(fitting(columns, 560, 7).shown, [0, 1, 2, 5]);
  assert.deepEqual(fitting(columns, 100, 7).shown, [1, 2]);
});

it('keeps what an order cost where an open side bar leaves little room', () => {
  const ids = ['due', 'came', 'input', 'operation', 'billing', 'code', 'orderId', 'when'] as const;
  const columns = ids.map((id) => ({ id, title: id, sort: null }));
  assert.deepEqual(fitting(columns, 924, 7).shown, [0, 1, 2, 3, 4, 5, 7]);
});

it('gives the words on money the room they need, and no column a place for it', () => {
  const ids = ['came', 'billing', 'code'] as const;
  const columns = ids.map((id) => ({ id, title: id, sort: null }));
  const of = (...words: readonly string[]) => {
    const rows = words.map((word) => ({ ...read(['a'], null).rows[0], cells: ['', word, ''] }));
    const lengths = longest(stateOf(1, { rows, next: null } as OrdersWindow, { columns }));
    return fitting(columns, 924, 7, true, lengths);
  };
  const shares = (fit: ReturnType<typeof of>) => fit.template.match(/\d+(?=fr)/g)?.map(Number);
  assert.deepEqual(shares(of()), [20, 17, 22]);
  assert.deepEqual(shares(of('free', 'billed, simulated')), [20, 17, 22]);
  const long = of('बिल किया गया, सिम्युलेटेड', 'free');
  assert.deepEqual(shares(long), [20, 25, 22]);
  assert.deepEqual(shares(of('x'.repeat(80))), [20, 26, 22]);
  assert.deepEqual([long.shown, long.left], [of('free').shown, 0]);
  assert.deepEqual(longest(stateOf(1, read(['a'], null), { columns })), [0, 0, 0]);
});

it('shows more columns where their words are short, and none at the cost of words that stand in another', () => {
  const ids = ['came', 'input', 'operation', 'billing', 'code', 'when'] as const;
  const columns = ids.map((id) => ({ id, title: id, sort: null }));
  const shown = (code: number, input: number, width: number) =>
    fitting(columns, width, 7, true, [9, input, 3, 6, code, 6]).shown;
  const room = 700;
  assert.deepEqual(fitting(columns, room, 7).shown, [0, 1, 2, 3, 5]);
  assert.deepEqual(shown(2, 10, room), [0, 1, 2, 3, 4, 5]);
  // A code of full length needs its place, and a long input what it has.
  assert.deepEqual(shown(22, 10, room), [0, 1, 2, 3, 5]);
  assert.deepEqual(shown(2, 26, room), [0, 1, 2, 3, 5]);
  // Words however long leave as many columns as there were.
  for (const width of [300, 560, room, 924, 1400]) {
    assert.deepEqual(shown(90, 90, width), fitting(columns, width, 7).shown);
  }
  const shares = fitting(columns, room, 7, true, [9, 10, 3, 6, 2, 6]).template.match(/[\d.]+(?=fr)/g) ?? [];
  const least = [20, 12.8, 11.4, 17, 6, 13];
  for (const [at, wanted] of least.entries())
    assert.ok(Number(shares[at]) >= wanted, `${ids[at]}: ${shares[at]}`);
});

it('gives the order_id the room of the column Due while no order has a day, and does not say that one does not fit', () => {
  const ids = ['due', 'came', 'input', 'operation', 'billing', 'code', 'orderId', 'when'] as const;
  const columns = ids.map((id) => ({ id, title: id, sort: null }));
  const state = { ...stateOf(1, read(['a'], null)), columns };
  assert.equal(needsDue(state), false);
  const fit = fitting(columns, 908, 7.02, false);
  assert.deepEqual(fit, { ...fit, shown: [1, 2, 3, 4, 5, 6, 7], left: 0 });
  const due = { ...state.first, rows: state.first.rows.map((one) => ({ ...one, cells: ['due today'] })) };
  assert.equal(needsDue({ ...state, first: due }), true);
  assert.deepEqual([fitting(columns, 908, 7.02).left, fitting(columns, 1400, 7).left], [1, 0]);
  // By its heading alone it is sorted the other way; and a table has some column.
  assert.equal(needsDue({ ...state, choice: { ...choice, sort: { by: 'due', descending: false } } }), true);
  assert.equal(needsDue({ ...state, columns: columns.slice(0, 1) }), true);
});

it('columns that do not fit are counted in words', () => {
  assert.deepEqual([0, 1, 2].map(notFitting), ['', '1 column does not fit', '2 columns do not fit']);
});
