import { render } from 'lit/html.js';
import type { OrdersRequests, OrdersState } from '../../src/protocol/orders.ts';
import { ordersLosses } from '../afterLoss.ts';
import { createClient } from '../client.ts';
import { FocusKeeper } from '../focus.ts';
import { hearBetweenPresses } from '../hearing.ts';
import { livePorts } from '../livePorts.ts';
import { onMac } from '../platform.ts';
import { fitting, longest, needsDue } from './columns.ts';
import { OrdersController } from './controller.ts';
import type { GridPlace } from './input.ts';
import type { OrdersModel } from './model.ts';
import { ordersView } from './view.ts';

const host = acquireVsCodeApi();
const root = document.createElement('div');
root.className = 'root';
/** Lines drawn above and below those in view. */
const spare = 8;

const ports = livePorts();
const client = createClient<OrdersRequests, OrdersState>(
  host,
  (message) => controller.adopt(message.payload),
  { ...ports, losses: ordersLosses },
);
const controller: OrdersController = new OrdersController({
  client,
  keep: (kept) => host.setState(kept),
  kept: () => host.getState(),
  changed: show,
  place: currentPlace,
  scrollTo: (top) => gridElement()?.scrollTo({ top }),
  later: ports.later,
});

/** Starts on the table, so that its keys work at once; a dialog's end gives the focus back, and so does a button that goes with its orders. */
const focus = new FocusKeeper(gridElement);

function gridElement(): HTMLElement | null {
  return root.querySelector<HTMLElement>('#grid');
}

/** px of a line: the text's own height and some air; follows the size of text. */
function lineHeight(): number {
  return Math.ceil(Number.parseFloat(getComputedStyle(document.body).lineHeight)) + 6;
}

function currentPlace(): GridPlace & { readonly top: number; readonly height: number } {
  const grid = gridElement();
  const high = lineHeight();
  const top = grid?.scrollTop ?? 0;
  // Before the first render the whole window is taken for the table.
  const height = (grid?.clientHeight ?? window.innerHeight) - high;
  const from = Math.max(0, Math.floor(top / high) - spare);
  return { from, to: Math.ceil((top + height) / high) + spare, lineHeight: high, top, height };
}

function isFindKey({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'KeyF' && !altKey && !shiftKey && (onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

function show(model: OrdersModel): void {
  const style = getComputedStyle(document.body);
  const width = (gridElement()?.clientWidth ?? window.innerWidth) - 16;
  const { state } = model;
  const character = Number.parseFloat(style.fontSize) * 0.54;
  const fit =
    state === null
      ? fitting([], width, character)
      : fitting(state.columns, width, character, needsDue(state), longest(state));
  document.documentElement.style.setProperty('--line-height', `${lineHeight()}px`);
  document.documentElement.style.setProperty('--columns', fit.template);
  render(ordersView({ model, fit, place: currentPlace(), act: controller }), root);
  focus.start(gridElement());
  focus.afterDrawing();
}

hearBetweenPresses((event) => {
  focus.meet(event.source);
  client.receive(event.data);
}, ports.later);
document.addEventListener('keydown', (event) => {
  if (!isFindKey(event)) return;
  // A browser would search the few rows that exist.
  event.preventDefault();
  root.querySelector<HTMLInputElement>('#find')?.select();
});
window.addEventListener('resize', () => controller.look());
window.addEventListener('pagehide', () => client.dispose());
// VS Code changes the size of text here.
new MutationObserver(() => show(controller.model)).observe(document.documentElement, {
  attributeFilter: ['class'],
});

document.body.append(root);
show(controller.model);
void controller.start();
