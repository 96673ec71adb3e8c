import type { OrdersAction, OrdersChoice } from '../../src/protocol/orders.ts';
import type { Fitting } from './columns.ts';
import type { OrdersModel } from './model.ts';

interface GridActions {
  readonly sort: (by: OrdersChoice['sort']['by']) => void;
  readonly selectAll: () => void;
  readonly key: (event: KeyboardEvent) => void;
  readonly press: (event: MouseEvent) => void;
  readonly open: (event: MouseEvent) => void;
  readonly scrolled: () => void;
}

/** Which lines are in view, and how high each is. */
export interface GridPlace {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** px */
  readonly lineHeight: number;
}

/** What the page can ask for. */
export interface OrdersActions extends GridActions {
  readonly choose: (change: Partial<OrdersChoice>) => void;
  readonly group: (group: OrdersChoice['group']) => void;
  readonly type: (text: string) => void;
  readonly find: (text: string) => void;
  readonly columns: () => void;
  readonly onSelected: (action: OrdersAction) => void;
  readonly openSelected: () => void;
  readonly clearSelection: () => void;
}

export interface OrdersInput {
  readonly model: OrdersModel;
  readonly fit: Fitting;
  readonly place: GridPlace;
  readonly act: OrdersActions;
}
