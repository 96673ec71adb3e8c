import * as vscode from 'vscode';
import type { OrderFilter } from '../../calls/ports/ports.ts';
import { operations } from '../../contract/operations.ts';
import { billings, outcomes } from '../../contract/words.ts';
import { driftGrades } from '../../shapes/model.ts';
import { codeWord, filterSpan } from '../words/both/filterWords.ts';
import { billingWord, outcomeWord } from '../words/both/orderWords.ts';

type Span = Pick<OrderFilter, 'from' | 'to'>;

interface FilterItem extends vscode.QuickPickItem {
  /** The filter with this choice added. */
  readonly add?: (filter: OrderFilter) => OrderFilter;
  /** Of several chosen the widest counts. */
  readonly span?: Span;
  /** Of the environments chosen, whose orders alone; see countedTo. */
  readonly identities?: readonly string[];
}

/** What the history holds to choose from; see Ledger.distinct. */
interface Known {
  readonly environments: readonly string[];
  readonly messageCodes: readonly string[];
}

/** The midnight that begins the day so many days ago: not all days have as many hours. */
function daysAgo(now: number, days: number): number {
  const day = new Date(now);
  day.setDate(day.getDate() - days);
  return day.setHours(0, 0, 0, 0);
}

function heading(label: string): FilterItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Also what is in force and not in the history: an order may come that has it. */
function withInForce(known: readonly string[], inForce: readonly string[] = []): readonly string[] {
  return [...new Set([...known, ...inForce])];
}

function dateItems(inForce: Span, now: number): FilterItem[] {
  const spans: readonly (readonly [string, number])[] = [
    [vscode.l10n.t('Today'), daysAgo(now, 0)],
    [vscode.l10n.t('Last 7 days'), daysAgo(now, 6)],
    [vscode.l10n.t('Last 30 days'), daysAgo(now, 29)],
    [vscode.l10n.t('Last 365 days'), daysAgo(now, 364)],
  ];
  const { from, to } = inForce;
  const items = spans.map(
    ([label, start]): FilterItem => ({
      label,
      span: { from: start },
      picked: from === start && to === undefined,
    }),
  );
  const words = filterSpan(inForce, now);
  if (words === '' || items.some(({ picked }) => picked)) return items;
  const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return [{ label: words, span, picked: true }, ...items];
}

function identityItems({ identities }: OrderFilter): FilterItem[] {
  if (identities === undefined) return [];
  const label = vscode.l10n.t('Without other environments of the same name');
  return [{ label, identities, picked: true }];
}

function items(known: Known, inForce: OrderFilter, now: number): FilterItem[] {
  return [
    heading(vscode.l10n.t('Environment')),
    ...withInForce(known.environments, inForce.environments).map(
      (name): FilterItem => ({
        label: name,
        add: (f) => ({ ...f, environments: [...(f.environments ?? []), name] }),
      }),
    ),
    ...identityItems(inForce),
    heading(vscode.l10n.t('Operation')),
    ...operations.map(
      (one): FilterItem => ({
        label: one.title,
        add: (f) => ({ ...f, operations: [...(f.operations ?? []), one.id] }),
      }),
    ),
    heading(vscode.l10n.t('Outcome')),
    ...outcomes.map(
      (one): FilterItem => ({
        label: outcomeWord(one),
        add: (f) => ({ ...f, outcomes: [...(f.outcomes ?? []), one] }),
      }),
    ),
    heading(vscode.l10n.t('message_code')),
    ...withInForce(known.messageCodes, inForce.messageCodes).map(
      (one): FilterItem => ({
        label: codeWord(one),
        add: (f) => ({ ...f, messageCodes: [...(f.messageCodes ?? []), one] }),
      }),
    ),
    heading(vscode.l10n.t('Billing')),
    ...billings.map(
      (one): FilterItem => ({
        label: billingWord(one),
        add: (f) => ({ ...f, billings: [...(f.billings ?? []), one] }),
      }),
    ),
    heading(vscode.l10n.t('Date')),
    ...dateItems(inForce, now),
    heading(vscode.l10n.t('Learned')),
    {
      label: vscode.l10n.t('Departs from what was learned'),
      add: (f) => ({ ...f, drifts: driftGrades }),
    },
    heading(vscode.l10n.t('Note')),
    { label: vscode.l10n.t('Has a note'), add: (f) => ({ ...f, hasNote: true }) },
  ];
}

/** Whether a filter holds all that a choice adds, kind by kind: some outcomes and billings are called the same. */
function holds(filter: OrderFilter, choice: OrderFilter): boolean {
  const inForce = new Map<string, unknown>(Object.entries(filter));
  return Object.entries(choice).every(([kind, added]) => {
    const values = [inForce.get(kind)].flat();
    return [added].flat().every((value) => values.includes(value));
  });
}

/** Every choice there is, and all that is in force among them, marked: what a row of Spend set is not lost by looking at it. */
export function filterChoices(known: Known, inForce: OrderFilter, now: number): FilterItem[] {
  return items(known, inForce, now).map((one) =>
    one.add === undefined ? one : { ...one, picked: holds(inForce, one.add({})) },
  );
}

function widest(spans: readonly Span[]): Span {
  const starts = spans.flatMap(({ from }) => from ?? []);
  const ends = spans.flatMap(({ to }) => to ?? []);
  if (spans.length === 0) return {};
  return {
    ...(starts.length < spans.length ? {} : { from: Math.min(...starts) }),
    ...(ends.length < spans.length ? {} : { to: Math.max(...ends) }),
  };
}

/** @param before the filter that the choices were offered for */
export function filterOf(picked: readonly FilterItem[], before: OrderFilter): OrderFilter {
  const chosen = picked.reduce<OrderFilter>((filter, one) => one.add?.(filter) ?? filter, {});
  const filter = { ...chosen, ...widest(picked.flatMap(({ span }) => span ?? [])) };
  const identities = picked.find((one) => one.identities !== undefined)?.identities;
  // Of an environment that was added nothing would show: they are not its own.
  const isOfThese = chosen.environments?.every((name) => before.environments?.includes(name)) ?? false;
  return identities !== undefined && isOfThese ? { ...filter, identities } : filter;
}
