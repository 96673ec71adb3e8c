import type { OrderAction } from '../src/protocol/messages.ts';
import type { Controller } from './controller.ts';
import type { Model } from './model.ts';

/** What a view needs: the state, the time for what counts seconds (ms since the epoch), and who acts on it. */
export interface ViewInput {
  readonly model: Model;
  readonly now: number;
  readonly act: Controller;
}

/** Does something with the order of the page. */
export type OrderAct = (action: OrderAction) => void;
