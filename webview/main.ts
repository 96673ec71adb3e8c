import { render } from 'lit/html.js';
import { createClient } from './client.ts';
import { Controller } from './controller.ts';
import { mendInputs, registerControls } from './controls.ts';
import { fieldId } from './form/fields.ts';
import { keptScroll, type Model, nextWaitEnd, toKeep } from './model.ts';
import { pageView } from './page.ts';

const host = acquireVsCodeApi();
const kept = host.getState();
const root = document.createElement('div');
let isScrollKept = false;
let ticking: number | null = null;
let waitEnd: number | null = null;

const client = createClient(host, (message) => controller.adopt(message.payload));
const controller: Controller = new Controller({
  client,
  now: () => Date.now(),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  changed: show,
  focusEmpty,
});

function show(model: Model): void {
  const focused = document.activeElement?.id ?? '';
  render(pageView({ model, now: Date.now(), act: controller }), root);
  mendInputs(root);
  keepFocus(focused);
  tickWhileOut(model);
  keepPlace();
}

/** Send and Cancel take each other's place: the focus goes with them. */
function keepFocus(focused: string): void {
  if (focused !== 'send' && focused !== 'cancel') return;
  const isBody = document.activeElement === document.body || document.activeElement === null;
  if (isBody) document.querySelector<HTMLElement>('#send, #cancel')?.focus();
}

function focusEmpty(names: readonly string[]): void {
  const { snapshot, draft } = controller.model;
  const fields = snapshot?.operation.fields ?? [];
  const first = fields.findIndex(({ name }) => names.includes(name));
  const field = fields[first];
  const id = draft.tab === 'form' && field !== undefined ? fieldId(field, first) : 'send-anyway';
  document.getElementById(id)?.focus();
}

/** Seconds are counted while a call is out, and down while something is waited for. */
function tickWhileOut(model: Model): void {
  const now = Date.now();
  if (waitEnd !== null && waitEnd <= now) controller.lookAgain();
  waitEnd = nextWaitEnd(model, now);
  const isOut = (model.snapshot?.call ?? null) !== null || waitEnd !== null;
  if (isOut && ticking === null) ticking = window.setInterval(() => show(controller.model), 1000);
  if (!isOut && ticking !== null) {
    clearInterval(ticking);
    ticking = null;
  }
}

function keepPlace(): void {
  if (!isScrollKept) return;
  const place = toKeep(controller.model, Math.round(window.scrollY));
  if (place !== null) host.setState(place);
}

/** A new answer that lies below the window's edge is brought into view. */
let lastAnnounced = '';
function showNews(): void {
  const { announcement, snapshot } = controller.model;
  if (announcement === lastAnnounced) return;
  lastAnnounced = announcement;
  // An order's page is read where it is: nothing on it was asked for a moment ago.
  if (
    snapshot?.mode === 'form' &&
    snapshot.call === null &&
    snapshot.answer !== null &&
    announcement !== ''
  ) {
    // As much of the reading as fits, its beginning in any case.
    for (const part of ['.answer .order', '#headline']) {
      document.querySelector(part)?.scrollIntoView({ block: 'nearest' });
    }
  }
}

window.addEventListener('message', (event) => {
  client.receive(event.data);
  showNews();
});
document.addEventListener('keydown', (event) => {
  // A key of VS Code's may start what works with the draft, before the pause in which it is saved.
  if (event.ctrlKey || event.metaKey || event.altKey) controller.saveNow();
  if (isRecentKey(event)) {
    event.preventDefault();
    void controller.recent();
    return;
  }
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  void controller.submit();
});
/** Within the form; a select opens by it. */
function isRecentKey({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isOurs = key === 'ArrowDown' && altKey && !ctrlKey && !metaKey && target instanceof Element;
  return isOurs && target.closest('.request') !== null && !(target instanceof HTMLSelectElement);
}

document.addEventListener('focusout', () => controller.saveNow());
document.addEventListener('visibilitychange', () => controller.saveNow());
window.addEventListener('blur', () => controller.saveNow());
window.addEventListener('scrollend', keepPlace);
window.addEventListener('pagehide', () => {
  controller.saveNow();
  client.dispose();
});

async function start(): Promise<void> {
  registerControls();
  document.body.append(root);
  show(controller.model);
  await controller.start();
  window.scrollTo(0, keptScroll(kept, controller.model));
  isScrollKept = true;
  keepPlace();
}

void start();
