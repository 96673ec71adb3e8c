import type { OrdersChoice, OrdersState, OrdersWindow } from '../../src/protocol/orders.ts';
import { Windows } from './windows.ts';

/** What the page shows; the choice is the host's, the rest is the page's own. */
export interface OrdersModel {
  readonly state: OrdersState | null;
  readonly windows: Windows;
  /** The first window with new orders at its top, to be shown once the user is there; null where there are none. */
  readonly newer: OrdersWindow | null;
  readonly selected: ReadonlySet<string>;
  /** The row the keys act on, counted from the top; -1 = the row of headings. */
  readonly active: number;
  /** The cell in it; -1 = the whole row. */
  readonly cell: number;
  /** Where a stretch of rows that is selected with Shift starts. */
  readonly anchor: number;
  readonly problem: string | null;
  /** What stands in the search field, kept nowhere; null = what the host looks for. */
  readonly typed: string | null;
  /** Said to a screen reader. */
  readonly said: string;
}

export const firstOrdersModel: OrdersModel = {
  state: null,
  windows: new Windows([]),
  newer: null,
  selected: new Set(),
  active: 0,
  cell: -1,
  anchor: 0,
  problem: null,
  typed: null,
  said: '',
};

/** Whether other orders are asked for, so that what was selected may not be in view any more. */
function asksForOthers(before: OrdersState | null, next: OrdersState): boolean {
  if (before === null) return true;
  const { preset, environment } = before.choice;
  return (
    preset !== next.choice.preset || environment !== next.choice.environment || before.found !== next.found
  );
}

/**
 * @param atTop whether the first row is in view: then new orders show at once; else the list stands still under the user's
 * eyes until they are back at the top
 */
export function afterState(model: OrdersModel, next: OrdersState, atTop: boolean): OrdersModel {
  const isOther = model.state?.list !== next.list;
  if (isOther) {
    const selected = asksForOthers(model.state, next) ? new Set<string>() : model.selected;
    return {
      ...model,
      state: next,
      windows: Windows.from(next.first),
      newer: null,
      selected,
      active: 0,
      anchor: 0,
      problem: null,
      said: next.empty === '' ? next.total : next.empty,
    };
  }
  const windows = atTop ? Windows.from(next.first) : model.windows.refreshed(next.first);
  return { ...keepActive(model, windows), newer: atTop ? null : next.first, state: next, problem: null };
}

/** Back at the top: what is new shows. */
export function atTheTop(model: OrdersModel): OrdersModel {
  if (model.newer === null) return model;
  return { ...keepActive(model, Windows.from(model.newer)), newer: null };
}

/** The keys stay on the order they were on, also where others came before it. */
function keepActive(model: OrdersModel, windows: Windows): OrdersModel {
  const { active, anchor } = model;
  const moved = (index: number): number => {
    const id = model.windows.idAt(index);
    const found = id === null ? -1 : windows.indexOf(id);
    return found >= 0 ? found : Math.max(0, Math.min(index, windows.rows - 1));
  };
  return { ...model, windows, active: active < 0 ? active : moved(active), anchor: moved(anchor) };
}

export function afterWindow(model: OrdersModel, read: OrdersWindow): OrdersModel {
  return { ...model, windows: model.windows.with(read) };
}

export function afterAgain(model: OrdersModel, at: number, read: OrdersWindow): OrdersModel {
  return keepActive(model, model.windows.again(at, read));
}

/** @param extend with Shift: everything from the anchor on is selected */
export function moveTo(model: OrdersModel, index: number, extend: boolean): OrdersModel {
  const active = Math.max(extend ? 0 : -1, Math.min(index, model.windows.rows - 1));
  if (!extend) return { ...model, active };
  return { ...model, active, selected: new Set(model.windows.idsBetween(model.anchor, active)) };
}

export function toggle(model: OrdersModel, index: number): OrdersModel {
  const id = model.windows.idAt(index);
  if (id === null) return model;
  const selected = new Set(model.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...model, active: index, anchor: index, selected };
}

export function selectOnly(model: OrdersModel, index: number): OrdersModel {
  const id = model.windows.idAt(index);
  return id === null ? model : { ...model, active: index, anchor: index, selected: new Set([id]) };
}

/** The choice after a heading was pressed: the other way round where it sorts already. A group that it breaks goes. */
export function withSorting(choice: OrdersChoice, by: OrdersChoice['sort']['by']): OrdersChoice {
  const descending = choice.sort.by === by ? !choice.sort.descending : by === 'when';
  const keeps =
    (choice.group === 'day' && by === 'when') || (choice.group === 'operation' && by === 'operation');
  return { ...choice, sort: { by, descending }, group: keeps ? choice.group : 'none' };
}

/** A group needs its rows side by side. */
export function groupedBy(choice: OrdersChoice, group: OrdersChoice['group']): OrdersChoice {
  if (group === 'none') return { ...choice, group, sort: { by: 'when', descending: true } };
  if (group === 'operation') return { ...choice, group, sort: { by: 'operation', descending: false } };
  const descending = choice.sort.by === 'when' ? choice.sort.descending : true;
  return { ...choice, group, sort: { by: 'when', descending } };
}

/** Selections up to this size outlive that the tab is hidden. */
const keptIds = 500;

/** What VS Code keeps of the page in clear: our own ids and the choice, nothing typed. */
export interface KeptOrders extends OrdersChoice {
  readonly selected: readonly string[];
  /** The order the keys were on, or ''. */
  readonly activeId: string;
}

export function ordersToKeep({ state, selected, windows, active }: OrdersModel): KeptOrders | null {
  if (state === null) return null;
  const ids = selected.size > keptIds ? [] : [...selected];
  return { ...state.choice, selected: ids, activeId: windows.idAt(Math.max(0, active)) ?? '' };
}

/** The selection and the row of a page that was hidden meanwhile. */
export function withKept(model: OrdersModel, kept: unknown): OrdersModel {
  if (typeof kept !== 'object' || kept === null) return model;
  const { selected, activeId } = { selected: [], activeId: '', ...kept };
  const ids = Array.isArray(selected) ? selected.filter((id) => typeof id === 'string') : [];
  const active = Math.max(0, model.windows.indexOf(String(activeId)));
  return { ...model, selected: new Set(ids), active, anchor: active };
}
