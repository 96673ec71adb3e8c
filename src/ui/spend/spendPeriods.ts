import * as vscode from 'vscode';
import type { Environment } from '../../calls/environments/environments.ts';
import type { OrderFilter } from '../../calls/ports/ports.ts';
import type { UsageRow } from '../../calls/ports/usagePorts.ts';
import { leftBeforePrice, rowsByOperation, tally } from '../../calls/usage/usageTotals.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Billing } from '../../contract/words.ts';
import { billingWord } from '../words/both/orderWords.ts';
import { shortTitle } from '../words/both/outcomeLooks.ts';
import { leftBeforeWords, moneyWords, tallyWords } from '../words/moneyWords.ts';
import { node } from './spendRows.ts';
import type { SpendNode } from './start/spendTree.ts';

interface Period {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly UsageRow[];
  readonly filter: OrderFilter;
  readonly open: boolean;
  readonly simulated: boolean;
  readonly prices: Environment['prices'];
}

/** As in the order history: what costs, what may cost, what does not. */
const billings: readonly (readonly [billing: Billing, icon: string, color: string])[] = [
  ['billed', 'credit-card', ''],
  ['unknown', 'question', 'list.warningForeground'],
  ['refunded', 'discard', ''],
  ['free', 'circle-outline', ''],
];

function billingNodes(id: string, rows: readonly UsageRow[], filter: OrderFilter): SpendNode[] {
  const all = tally(rows);
  return billings
    .filter(([billing]) => all[billing] > 0)
    .map(([billing, icon, color]) => {
      const money =
        billing === 'billed' ? moneyWords(all.spent) : billing === 'unknown' ? moneyWords(all.maybe) : '';
      const words = [String(all[billing]), money];
      return node({
        id: `${id}/${billing}`,
        label: billingWord(billing),
        description: words.filter((word) => word !== '').join(' · '),
        icon,
        color,
        filter: { ...filter, billings: [billing] },
      });
    });
}

/** Where no money is said although a price is set, also why: it would read as if the price were not taken. */
function wordsOf(rows: readonly UsageRow[], { prices }: Period): string {
  const words = tallyWords(tally(rows));
  return leftBeforePrice(rows, ({ operation }) => prices?.[operation])
    ? `${words} · ${leftBeforeWords()}`
    : words;
}

function operationNode({ id, title, icon }: Operation, period: Period, rows: readonly UsageRow[]): SpendNode {
  const filter: OrderFilter = { ...period.filter, operations: [id] };
  const words = wordsOf(rows, period);
  const said = `${title}, ${words.replaceAll(' · ', ', ')}`;
  return node({
    id: `${period.id}/${id}`,
    label: shortTitle(id),
    description: words,
    spoken: said,
    tooltip: said,
    icon,
    children: billingNodes(`${period.id}/${id}`, rows, filter),
    filter,
  });
}

/** Calls of a period by operation, and each operation's by what they did to the wallet. */
export function periodNode(period: Period): SpendNode {
  const groups = rowsByOperation(period.rows);
  const children = operations.flatMap((operation) => {
    const rows = groups.get(operation.id);
    return rows === undefined ? [] : [operationNode(operation, period, rows)];
  });
  const all = tally(period.rows);
  const words = wordsOf(period.rows, period);
  const said = period.simulated && all.calls > 0 ? vscode.l10n.t('{0} · simulated', words) : words;
  return node({
    id: period.id,
    label: period.title,
    description: said,
    tooltip: `${period.title}: ${said}`,
    icon: 'calendar',
    open: period.open,
    children,
    filter: all.calls === 0 ? null : period.filter,
  });
}
