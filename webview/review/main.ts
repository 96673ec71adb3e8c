import { render } from 'lit/html.js';
import type { ReviewRequests, ReviewState } from '../../src/protocol/batchReview.ts';
import type { BatchRequests, RunState } from '../../src/protocol/batchRun.ts';
import { batchLosses } from '../afterLoss.ts';
import { createClient } from '../client.ts';
import { failureWords } from '../failureWords.ts';
import { FocusKeeper } from '../focus.ts';
import { hearBetweenPresses } from '../hearing.ts';
import { livePorts } from '../livePorts.ts';
import { isSendKey, isSendMessage, SendKey } from '../sendKey.ts';
import { useTranslations } from '../strings.ts';
import type { Editing, ReviewActions } from './input.ts';
import { runView } from './run.ts';
import { reviewView } from './view.ts';

const host = acquireVsCodeApi();
const root = document.createElement('div');
let state: ReviewState | null = null;
/** Of a batch that was started: it is not looked over any more. */
let run: RunState | null = null;
let problem: string | null = null;
let editing: Editing | null = null;
/** Values by row, of the plan that is shown. */
let revealed = new Map<number, Readonly<Record<string, string>>>();

const ports = livePorts();
const client = createClient<BatchRequests, ReviewState | RunState>(
  host,
  (message) => adopt(message.payload),
  {
    ...ports,
    losses: batchLosses,
  },
);

/** Choices that the host has not answered: what it said meanwhile may be older than they are. */
let choices = 0;
let unheard: ReviewState | null = null;

function adopt(next: ReviewState | RunState): void {
  if ('batch' in next) {
    run = run === null ? next : held(run, next);
    useTranslations(next.l10n);
    host.setState({ batch: next.batch });
    show();
    return;
  }
  if (choices > 0) {
    unheard = next;
    return;
  }
  if (state?.plan !== next.plan) {
    revealed = new Map();
    editing = null;
  }
  state = next;
  useTranslations(next.l10n);
  // A reload of the window brings the page back with this.
  host.setState({ review: next.id });
  show();
}

/** The last answers stand still under a hand and under the focus: a press would open another order than the one that was aimed at. */
function held(before: RunState, next: RunState): RunState {
  const areLast = before.shown.offset === null && next.shown.offset === null;
  const isUsed = root.querySelector('.run tbody:hover, .run tbody:focus-within') !== null;
  return areLast && isUsed ? { ...next, shown: before.shown } : next;
}

function show(): void {
  const view =
    run === null
      ? reviewView({ state, problem, editing, revealed, act })
      : runView({ state: run, problem, ask: act.forward });
  render(view, root);
  // What a box shows besides yes and no has no attribute.
  for (const box of root.querySelectorAll<HTMLInputElement>('input[data-some]')) {
    box.indeterminate = box.dataset.some === 'true';
  }
  focus.afterDrawing();
}

/** What goes wrong stands on the page until the next thing goes right. */
async function ask<T>(asked: Promise<T>): Promise<T | null> {
  try {
    const answer = await asked;
    if (problem !== null) {
      problem = null;
      show();
    }
    return answer;
  } catch (error) {
    const words = failureWords(error);
    if (words === null) return null;
    problem = words;
    show();
    return null;
  }
}

/** What was chosen stands until the host answers, whose newest state has come by then. */
async function choose(asked: Promise<unknown>): Promise<void> {
  choices += 1;
  await ask(asked);
  choices -= 1;
  if (choices > 0 || unheard === null) return;
  const next = unheard;
  unheard = null;
  adopt(next);
}

/** Where the focus goes once what had it is gone. */
function focusOn(selector: string): void {
  root.querySelector<HTMLElement>(selector)?.focus();
}

/** A row of the plan that is shown. */
function shownRow(row: number): ReviewRequests['review/reveal']['params'] {
  return { plan: state?.plan ?? 0, row };
}

/** Shows what a row holds, or covers it again. */
async function reveal(row: number): Promise<void> {
  if (revealed.delete(row)) return;
  const of = shownRow(row);
  const values = await ask(client.request('review/reveal', of));
  if (values !== null && state?.plan === of.plan) revealed.set(row, values);
}

async function edit(row: number): Promise<void> {
  const of = shownRow(row);
  const values = await ask(client.request('review/reveal', of));
  if (values === null || state?.plan !== of.plan) return;
  editing = { row, values: { ...values } };
  show();
  focusOn('.editing input');
  // As it does by Tab: what is typed takes the place of what stands there.
  root.querySelector<HTMLInputElement>('.editing input')?.select();
}

function endEdit(): void {
  const row = editing?.row;
  editing = null;
  show();
  if (row !== undefined) focusOn(`[data-edit="${row}"]`);
}

/** What is typed, on its way to the host: once, whoever asks for it. */
let keeping: Promise<boolean> | null = null;

function keep(): Promise<boolean> {
  keeping ??= keepTyped().finally(() => {
    keeping = null;
  });
  return keeping;
}

/** False where it could not be kept. */
async function keepTyped(): Promise<boolean> {
  if (editing === null) return true;
  const { row, values } = editing;
  const asked = client.request('review/correct', { ...shownRow(row), values });
  if ((await ask(asked.then(() => true))) === null) return false;
  revealed.delete(row);
  endEdit();
  return true;
}

/** A row that is being corrected must not leave as it was; what cannot be kept stays in view. */
async function startBatch(): Promise<void> {
  if (await keep()) await ask(client.request('review/start', null));
}

const act: ReviewActions = {
  forward: (method, params) => void ask(client.request(method, params)),
  choose: (method, params) => void choose(client.request(method, params)),
  reveal: (rows) => void Promise.all(rows.map(reveal)).then(show),
  edit: (row) => void edit(row),
  type: (field, value) => {
    if (editing !== null) editing = { ...editing, values: { ...editing.values, [field]: value } };
  },
  save: () => void keep(),
  cancelEdit: endEdit,
  undo: (row) => {
    revealed.delete(row);
    void ask(client.request('review/undo', shownRow(row)));
  },
  start: () => void startBatch(),
};

const sendKey = new SendKey(() => Date.now());
/** A row that was corrected goes to another group, and with the last one its table: the groups stay. */
const focus = new FocusKeeper(() => root.querySelector<HTMLElement>('button.group'));

hearBetweenPresses((event) => {
  focus.meet(event.source);
  client.receive(event.data);
  // By whatever hand: the host asks before anything leaves.
  if (isSendMessage(event.data) && sendKey.take() !== 'held') document.getElementById('start-batch')?.click();
}, ports.later);
document.addEventListener('keydown', (event) => {
  sendKey.key(event);
  // A button that has the focus must not be pressed by it, too.
  if (isSendKey(event)) event.preventDefault();
});
window.addEventListener('pagehide', () => client.dispose());

async function start(): Promise<void> {
  document.body.append(root);
  show();
  await ask(client.request('page/ready', null).then(adopt));
}

void start();
