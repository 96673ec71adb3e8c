import type { HandlersOf } from '../../protocol/frames.ts';
import type { FormRequests, OrderRequests } from '../../protocol/messages.ts';

/** One handler for each request of a form. */
export type FormHandlers = HandlersOf<FormRequests>;

/** One handler for each request of an order's page. */
export type OrderHandlers = HandlersOf<OrderRequests>;
