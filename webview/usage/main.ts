import { render } from 'lit/html.js';
import type { UsageChoice, UsageRequests, UsageState } from '../../src/protocol/usage.ts';
import { usageLosses } from '../afterLoss.ts';
import { createClient } from '../client.ts';
import { failureWords } from '../failureWords.ts';
import { FocusKeeper } from '../focus.ts';
import { hearBetweenPresses } from '../hearing.ts';
import { LastChoice } from '../lastChoice.ts';
import { livePorts } from '../livePorts.ts';
import { useTranslations } from '../strings.ts';
import { Charts } from './charts.ts';
import { type UsageActions, usageView } from './view.ts';

const host = acquireVsCodeApi();
const root = document.createElement('div');
let state: UsageState | null = null;
let problem: string | null = null;
const last = new LastChoice<UsageChoice>();

const ports = livePorts();
const client = createClient<UsageRequests, UsageState>(host, (message) => adopt(message.payload), {
  ...ports,
  losses: usageLosses,
});
const charts = new Charts((filter) => act.showOrders(filter));

function adopt(next: UsageState): void {
  state = { ...next, choice: last.over(next.choice) };
  problem = null;
  useTranslations(next.l10n);
  // A reload of the window brings the page back with these.
  host.setState(state.choice);
  show();
}

function show(): void {
  render(usageView({ state, problem, act }), root);
  charts.draw(root, state?.charts ?? []);
}

/** What goes wrong stands on the page until the next thing goes right. */
async function ask(asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
    // What was chosen stays as it is until the host says what has become of it, which may come after the reply.
    if (problem === null) return;
    problem = null;
  } catch (error) {
    const words = failureWords(error);
    if (words === null) return;
    problem = words;
  }
  show();
}

const act: UsageActions = {
  choose: (change: Partial<UsageChoice>) => {
    if (state === null) return;
    const choice = { ...last.over(state.choice), ...change };
    void ask(last.ask(choice, (chosen) => client.request('usage/choose', chosen)));
  },
  showOrders: (filter) => void ask(client.request('usage/showOrders', { filter })),
  reconcile: () => void ask(client.request('usage/reconcile', null)),
  exportCsv: () => void ask(client.request('usage/exportCsv', null)),
};

const focus = new FocusKeeper();

hearBetweenPresses((event) => {
  focus.meet(event.source);
  client.receive(event.data);
}, ports.later);
window.addEventListener('pagehide', () => client.dispose());
// VS Code changes these two when the theme does.
new MutationObserver(() => charts.restyle()).observe(document.body, { attributeFilter: ['class'] });
new MutationObserver(() => charts.restyle()).observe(document.documentElement, {
  attributeFilter: ['style'],
});

async function start(): Promise<void> {
  document.body.append(root);
  show();
  await ask(client.request('page/ready', null).then(adopt));
}

void start();
