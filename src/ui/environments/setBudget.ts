import * as vscode from 'vscode';
import { withBudgetLimit, withoutBudget, withWarnAt } from '../../calls/environments/editing.ts';
import type { Environment } from '../../calls/environments/environments.ts';
import { typedAmount, typedCount, typedShare } from '../../calls/environments/typed.ts';
import {
  type BudgetLimit,
  type BudgetLimitId,
  type BudgetPeriod,
  budgetPeriods,
  defaultWarnAt,
  unreadableBudget,
} from '../../calls/guard/userLimits.ts';
import { readOverview } from '../../calls/sending/overview.ts';
import { rupees, sumOf } from '../../calls/usage/money.ts';
import { operations } from '../../contract/operations.ts';
import { askRead } from '../asking/pressedUnread.ts';
import type { Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { countWords, percentWords } from '../words/numberWords.ts';
import { askAndWrite, type Ended, reading, writeEdit } from './askAndWrite.ts';
import { type EditLine, editOneOf } from './editLines.ts';

function limitOf({ budget }: Environment, period: BudgetPeriod): BudgetLimit {
  const found = budget?.kind === 'set' ? budget.limits[period] : undefined;
  return found ?? { calls: null, money: null };
}

/** What stands where a limit would: of a budget that cannot be read it is not known. */
function limitWords({ budget }: Environment, limit: string | null): string {
  if (budget?.kind === 'unreadable') return vscode.l10n.t('cannot be read');
  return limit ?? vscode.l10n.t('no limit');
}

function callsLabel(period: BudgetPeriod): string {
  switch (period) {
    case 'session':
      return vscode.l10n.t('Calls this session');
    case 'day':
      return vscode.l10n.t('Calls today');
    case 'month':
      return vscode.l10n.t('Calls this month');
  }
}

function rupeesLabel(period: BudgetPeriod): string {
  switch (period) {
    case 'session':
      return vscode.l10n.t('Rupees this session');
    case 'day':
      return vscode.l10n.t('Rupees today');
    case 'month':
      return vscode.l10n.t('Rupees this month');
  }
}

/** Said with each limit: who set it on one computer may meet it on another one, and spend it there once more. */
function countedHere(): string {
  return vscode.l10n.t('Settings may be synced; what was spent is counted on each computer by itself.');
}

function callsLine(services: Services, environment: Environment, period: BudgetPeriod): EditLine {
  const { calls } = limitOf(environment, period);
  const label = callsLabel(period);
  const what = vscode.l10n.t(
    'The most calls to allow, counting those that were billed or may have been; empty = no limit.',
  );
  return {
    label,
    description: limitWords(environment, calls === null ? null : countWords(calls)),
    ask: () =>
      askAndWrite(services, environment, {
        title: `${environment.name} · ${label}`,
        prompt: `${what} ${countedHere()}`,
        placeholder: '100',
        value: calls === null ? '' : String(calls),
        read: reading(
          (text) => typedCount(text, 0),
          (most) => withBudgetLimit(period, { calls: most }),
        ),
      }),
  };
}

/** A budget in rupees cannot count what left before a price was set; '' = nothing did. */
async function uncounted(
  services: Services,
  environment: Environment,
  period: BudgetPeriod,
): Promise<string> {
  const { session } = services;
  // What was spent belongs to the environment, whatever its key is.
  const about = { environment, key: { kind: 'missing' }, session, now: services.now() } as const;
  const { spent } = await readOverview({ ...about, ledger: await services.ledger() }, operations.slice(0, 1));
  const unpriced = spent === null ? 0 : sumOf(spent[period]).unpriced;
  return unpriced === 0
    ? ''
    : ` ${vscode.l10n.t('Calls so far that left without a price, and are not counted: {0}.', unpriced)}`;
}

function rupeesLine(services: Services, environment: Environment, period: BudgetPeriod): EditLine {
  const { money } = limitOf(environment, period);
  const label = rupeesLabel(period);
  const what = vscode.l10n.t(
    'The most rupees, by the prices you set; an operation without a price is not sent then. Empty = no limit.',
  );
  return {
    label,
    description: limitWords(environment, money === null ? null : rupees(money)),
    ask: async () =>
      askAndWrite(services, environment, {
        title: `${environment.name} · ${label}`,
        prompt: `${what}${await uncounted(services, environment, period)} ${countedHere()}`,
        placeholder: '250.00',
        value: money ?? '',
        read: reading(typedAmount, (most) => withBudgetLimit(period, { money: most })),
      }),
  };
}

function warnLine(services: Services, environment: Environment): EditLine {
  const { budget } = environment;
  const share = budget?.kind === 'set' ? budget.warnAt : defaultWarnAt;
  const label = vscode.l10n.t('Warn from');
  return {
    label,
    description: limitWords(environment, percentWords(share)),
    ask: () =>
      askAndWrite(services, environment, {
        title: `${environment.name} · ${label}`,
        prompt: vscode.l10n.t('Percent of a limit; empty = {0}.', percentWords(defaultWarnAt)),
        placeholder: '80',
        value: share === defaultWarnAt ? '' : String(Number(`${share}e2`)),
        read: reading(typedShare, withWarnAt),
      }),
  };
}

function removeLine(services: Services, environment: Environment): EditLine {
  return {
    label: vscode.l10n.t('Remove budget…'),
    description: '',
    ask: async () => {
      const remove = vscode.l10n.t('Remove');
      const question = vscode.l10n.t('Remove the budget of {0}?', environment.name);
      const detail = vscode.l10n.t('Spend there is then unlimited.');
      const answer = await askRead(question, detail, [remove]);
      if (answer !== remove) return 'back';
      await writeEdit(services, environment, withoutBudget);
      return 'done';
    },
  };
}

/** In the order of their lines. */
const limitIds: readonly unknown[] = [
  ...budgetPeriods.map((period): BudgetLimitId => `${period}:calls`),
  ...budgetPeriods.map((period): BudgetLimitId => `${period}:money`),
];

/**
 * Lets one limit of a budget be set, or the whole of it be taken out.
 * @param canGoBack to where it was opened
 * @param limit that the list starts at, a BudgetLimitId; anything else = at the first
 */
export function setBudgetOf(
  services: Services,
  environment: Environment,
  canGoBack: boolean,
  limit: unknown = null,
): Promise<Ended> {
  return editOneOf(
    services,
    environment,
    ({ name, budget }) => ({
      title: vscode.l10n.t('Budget of {0}', name),
      placeholder:
        budget?.kind === 'unreadable'
          ? say(unreadableBudget(name, budget.why))
          : vscode.l10n.t('Calls that would exceed a limit are not sent'),
    }),
    (now) => [
      ...budgetPeriods.map((period) => callsLine(services, now, period)),
      ...budgetPeriods.map((period) => rupeesLine(services, now, period)),
      warnLine(services, now),
      ...(now.budget === undefined ? [] : [removeLine(services, now)]),
    ],
    canGoBack,
    limitIds.indexOf(limit),
  );
}
