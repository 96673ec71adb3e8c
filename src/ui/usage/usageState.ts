import * as vscode from 'vscode';
import { isSimulatedIdentity } from '../../calls/environments/counting.ts';
import { mayBill } from '../../calls/environments/environments.ts';
import type { UsageRow } from '../../calls/ports/usagePorts.ts';
import { periodIds, spanOf } from '../../calls/usage/usagePeriods.ts';
import { type UsageReport, usageReport } from '../../calls/usage/usageReport.ts';
import { leftBeforePrice } from '../../calls/usage/usageTotals.ts';
import type { UsageChoice, UsageState } from '../../protocol/usage.ts';
import type { Services } from '../base/services.ts';
import { pageTranslations } from '../shell/pageTranslations.ts';
import { leftBeforeWords, moneyWords } from '../words/moneyWords.ts';
import { countWords } from '../words/numberWords.ts';
import { usageCharts } from './usageCharts.ts';
import { periodTitle, spanWords } from './usageWords.ts';

/** A choice with what it came to. */
export interface UsageReading {
  readonly rows: readonly UsageRow[];
  readonly report: UsageReport;
}

export async function loadUsage(services: Services, choice: UsageChoice): Promise<UsageReading> {
  const span = spanOf(choice.period, services.now(), { from: choice.from, to: choice.to });
  const ledger = await services.ledger();
  const usage = await ledger.usage({ ...span, environment: choice.environment });
  return { rows: usage.rows, report: usageReport(usage, span) };
}

/** Why there is no money. Of what was simulated nothing could be billed, so that there is no price to be set. */
function noMoney(
  { environments }: Services,
  { environment }: UsageChoice,
  rows: readonly UsageRow[],
  isSimulated: boolean,
): string {
  if (isSimulated) return vscode.l10n.t('simulated, nothing is billed');
  const real = rows.filter(({ identity }) => !isSimulatedIdentity(identity));
  const isBefore = leftBeforePrice(
    real,
    (row) => environments.find(environment ?? row.environment)?.prices?.[row.operation],
  );
  return isBefore ? leftBeforeWords() : vscode.l10n.t('no price set');
}

/** @param none why there is no money, where there is none */
function summary({ all }: UsageReport, none: string): UsageState['summary'] {
  const money = moneyWords(all.spent);
  const maybe = moneyWords(all.maybe);
  return [
    [vscode.l10n.t('Calls'), countWords(all.calls)],
    [vscode.l10n.t('Billed'), countWords(all.billed)],
    [
      vscode.l10n.t('May be billed'),
      maybe === '' ? countWords(all.unknown) : `${countWords(all.unknown)} · ${maybe}`,
    ],
    [vscode.l10n.t('Refunded'), countWords(all.refunded)],
    [vscode.l10n.t('Free'), countWords(all.free)],
    [vscode.l10n.t('Money'), money === '' ? none : money],
  ];
}

/** How much of it was simulated. Rows say so themselves: their environment may lead elsewhere now, or another may have its name. */
function simulatedAmong(
  { environments }: Services,
  { environment }: UsageChoice,
  rows: readonly UsageRow[],
): 'all' | 'some' | 'none' {
  if (rows.length === 0) {
    const named = environment === null ? undefined : environments.find(environment);
    return named === undefined || mayBill(named) ? 'none' : 'all';
  }
  const found = new Set(rows.map(({ identity }) => isSimulatedIdentity(identity)));
  if (!found.has(true)) return 'none';
  return found.has(false) ? 'some' : 'all';
}

/** What has to be known to read the numbers right; '' = nothing. */
function noteOf(simulated: 'all' | 'some' | 'none', rows: readonly UsageRow[]): string {
  const words: string[] = [];
  if (simulated === 'all')
    words.push(vscode.l10n.t('Sandbox: the charges are simulated, no money was spent.'));
  if (simulated === 'some')
    words.push(vscode.l10n.t('Calls to the sandbox are counted too; they are simulated.'));
  if (rows.some(({ price }) => price !== null)) {
    words.push(vscode.l10n.t('Money is estimated from the prices you set; the service shows none.'));
  }
  return words.join(' ');
}

async function environmentNames(services: Services): Promise<readonly string[]> {
  const ledger = await services.ledger();
  const { environments } = await ledger.distinct();
  return [...new Set([...services.environments.all().map(({ name }) => name), ...environments])];
}

/** One whole snapshot of the page. */
export async function usageState(services: Services, choice: UsageChoice): Promise<UsageState> {
  const { rows, report } = await loadUsage(services, choice);
  const simulated = simulatedAmong(services, choice, rows);
  return {
    choice: { ...choice, ...report.span },
    choices: {
      environments: await environmentNames(services),
      periods: periodIds.map((id) => ({ id, title: periodTitle(id) })),
    },
    span: spanWords(report.span),
    note: noteOf(simulated, rows),
    summary: summary(report, noMoney(services, choice, rows, simulated === 'all')),
    charts: usageCharts(report, choice.environment),
    l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
  };
}
