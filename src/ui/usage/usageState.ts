import * as vscode from 'vscode';
import { mayBill } from '../../calls/environments/environments.ts';
import type { UsageRow } from '../../calls/ports/usagePorts.ts';
import { periodIds, spanOf } from '../../calls/usage/usagePeriods.ts';
import { type UsageReport, usageReport } from '../../calls/usage/usageReport.ts';
import type { UsageChoice, UsageState } from '../../protocol/usage.ts';
import { pageTranslations } from '../panels/pageTranslations.ts';
import type { Services } from '../services.ts';
import { moneyWords } from './moneyWords.ts';
import { usageCharts } from './usageCharts.ts';
import { countWords, periodTitle, spanWords } from './usageWords.ts';

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

function summary({ all }: UsageReport): UsageState['summary'] {
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
    [vscode.l10n.t('Money'), money === '' ? vscode.l10n.t('no price set') : money],
  ];
}

/** What has to be known to read the numbers right; '' = nothing. */
function noteOf(services: Services, choice: UsageChoice, rows: readonly UsageRow[]): string {
  const simulated = (name: string): boolean => {
    const environment = services.environments.find(name);
    return environment !== undefined && !mayBill(environment);
  };
  const names = new Set(rows.map(({ environment }) => environment));
  const words: string[] = [];
  if (choice.environment !== null && simulated(choice.environment)) {
    words.push(vscode.l10n.t('Sandbox: simulated, nothing was billed.'));
  } else if ([...names].some(simulated)) {
    words.push(vscode.l10n.t('Calls to the sandbox are counted too; they are simulated.'));
  }
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
  return {
    choice: { ...choice, ...report.span },
    choices: {
      environments: await environmentNames(services),
      periods: periodIds.map((id) => ({ id, title: periodTitle(id) })),
    },
    span: spanWords(report.span),
    note: noteOf(services, choice, rows),
    summary: summary(report),
    charts: usageCharts(report, choice.environment),
    l10n: vscode.l10n.bundle === undefined ? {} : pageTranslations(vscode.l10n.bundle),
  };
}
