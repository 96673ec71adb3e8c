import { render } from 'lit/html.js';
import { pageLosses } from './afterLoss.ts';
import { createClient } from './client.ts';
import { Controller } from './controller.ts';
import { shortDrafts } from './draftLength.ts';
import { FocusKeeper, firstField } from './focus.ts';
import { fieldId } from './form/fields.ts';
import { mendInputs } from './form/inputs.ts';
import { hearBetweenPresses } from './hearing.ts';
import { livePorts } from './livePorts.ts';
import {
  callOf,
  formOf,
  isUnderWay,
  keptFocus,
  keptScroll,
  keptTab,
  type Model,
  nextWaitEnd,
  toKeep,
} from './model.ts';
import { focusNewBox, keepWritten } from './order/support.ts';
import { pageView } from './page.ts';
import { readingPlace, scrollAnswerTo, scrolled, showAnswer } from './places.ts';
import { onMac } from './platform.ts';
import { isSendKey, isSendMessage, SendKey } from './sendKey.ts';

const host = acquireVsCodeApi();
const kept = host.getState();
const root = document.createElement('div');
const focus = new FocusKeeper();
const sendKey = new SendKey(() => Date.now());
let isStarted = false;
let ticking: number | null = null;
let waitEnd: number | null = null;

const ports = livePorts();
const client = createClient(host, (message) => controller.adopt(message.payload), {
  ...ports,
  losses: pageLosses,
});
const controller: Controller = new Controller({
  client: shortDrafts(client),
  now: () => Date.now(),
  later: ports.later,
  changed: show,
  focusEmpty,
  focusFirst: () => firstField()?.focus(),
});

function show(model: Model): void {
  notePlace(model);
  render(pageView({ model, now: Date.now(), act: controller }), root);
  mendInputs(root);
  focusNewBox();
  focus.afterDrawing();
  tickWhileOut(model);
  keepPlace();
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
  const isOut = isUnderWay(model.snapshot) || waitEnd !== null;
  if (isOut && ticking === null) ticking = window.setInterval(() => show(controller.model), 1000);
  if (!isOut && ticking !== null) {
    clearInterval(ticking);
    ticking = null;
  }
}

function keepPlace(): void {
  if (!isStarted) return;
  const place = toKeep(controller.model, scrolled(), focus.id());
  if (place !== null) host.setState(place);
}

/** Where the answer was read that steps aside for a call. */
let place: number | null = null;
let isOut = false;
function notePlace({ snapshot }: Model): void {
  const leaves = !isOut && callOf(snapshot) !== null;
  isOut = callOf(snapshot) !== null;
  if (leaves) place = readingPlace();
}

/** A new answer is brought into view; nothing on an order's page was asked for a moment ago, so that one is read where it is. */
let lastAnnounced = '';
function showNews(): void {
  const { announcement, snapshot } = controller.model;
  if (announcement === lastAnnounced) return;
  lastAnnounced = announcement;
  const form = formOf(snapshot);
  if (form === null || form.call !== null || form.answer === null || announcement === '') return;
  showAnswer(place);
}

function isFocusMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'focus';
}

/** The command that VS Code has a key for was run while this page is the active one. */
function sendAsTold(): void {
  const from = sendKey.take();
  if (from === 'held') return;
  if (formOf(controller.model.snapshot) === null) keepWritten();
  else void controller.submit(from === 'command' ? { commanded: true } : {});
}

hearBetweenPresses((event) => {
  focus.meet(event.source);
  client.receive(event.data);
  if (isFocusMessage(event.data)) focus.takeBack();
  if (isSendMessage(event.data)) sendAsTold();
  showNews();
}, ports.later);
document.addEventListener('keydown', (event) => {
  // A key of VS Code's may start what works with the draft, before the pause in which it is saved.
  if (event.ctrlKey || event.metaKey || event.altKey) controller.saveNow();
  if (isRecentKey(event)) {
    event.preventDefault();
    void controller.fillFrom('draft/recent');
    return;
  }
  sendKey.key(event);
  // What VS Code hears of a key is not undone by this. A button must not be pressed by Ctrl+Enter, nor a browser take the
  // keys of our chords for its own (its address bar, find next).
  if (isSendKey(event) || isChordKey(event)) event.preventDefault();
});

function isChordKey({ code, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  // On a Mac Ctrl+K is the text field's own.
  const isOurs = code === 'KeyK' ? !shiftKey : code === 'KeyG';
  return isOurs && !altKey && (onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

/** Within the form; a select opens by it. */
function isRecentKey({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isOurs = key === 'ArrowDown' && altKey && !ctrlKey && !metaKey && target instanceof Element;
  return isOurs && target.closest('.request') !== null && !(target instanceof HTMLSelectElement);
}

document.addEventListener('focusout', () => controller.saveNow());
document.addEventListener('focusin', keepPlace);
document.addEventListener('visibilitychange', () => controller.saveNow());
window.addEventListener('blur', () => controller.saveNow());
// Of the window and of what scrolls within it.
document.addEventListener('scrollend', keepPlace, true);
window.addEventListener('pagehide', () => {
  controller.saveNow();
  client.dispose();
});

async function start(): Promise<void> {
  document.body.append(root);
  show(controller.model);
  await controller.start();
  const { model } = controller;
  const tab = keptTab(kept, model);
  if (tab !== null) controller.startOnTab(tab);
  scrollAnswerTo(keptScroll(kept, model));
  const before = document.getElementById(keptFocus(kept, model));
  if (model.snapshot?.mode === 'form') focus.start(before ?? firstField());
  isStarted = true;
  keepPlace();
}

void start();
