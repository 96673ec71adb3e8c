import type { OrdersChoice, OrdersState, OrdersWindow } from '../../src/protocol/orders.ts';
import { Windows } from './windows.ts';

/** What the page shows; the choice is the host's, the rest is the page's own. */
export interface OrdersModel {
  readonly state: OrdersState | null;
  readonly windows: Windows;
  readonly selected: ReadonlySet<string>;
  /** The row the keys act on, counted from the top; -1 = the row of headings. */
  readonly active: number;
  /** The cell in it; -1 = the whole row. */
  readonly cell: number;
  /** Where a stretch of rows that is selected with Shift starts. */
  readonly anchor: number;
  readonly problem: string | null;
  /** Said to a screen reader. */
  readonly said: string;
}

export const firstOrdersModel: OrdersModel = {
  state: null,
  windows: new Windows([]),
  selected: new Set(),
  active: 0,
  cell: -1,
  anchor: 0,
  problem: null,
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
 * eyes, and only its first window is exchanged
 */
export function afterState(model: OrdersModel, next: OrdersState, atTop: boolean): OrdersModel {
  const isOther = model.state?.list !== next.list;
  if (isOther) {
    const selected = asksForOthers(model.state, next) ? new Set<string>() : model.selected;
    return {
      ...model,
      state: next,
      windows: Windows.from(next.first),
      selected,
      active: 0,
      anchor: 0,
      problem: null,
      said: next.empty === '' ? next.total : next.empty,
    };
  }
  const windows = atTop ? Windows.from(next.first) : model.windows.again(0, next.first);
  return { ...keepActive(model, windows), state: next, problem: null };
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
export function sortedBy(choice: OrdersChoice, by: OrdersChoice['sort']['by']): OrdersChoice {
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
