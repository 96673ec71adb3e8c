import * as vscode from 'vscode';
import type { Environment } from '../../calls/environments/environments.ts';
import type { UsageRow } from '../../calls/ports/usagePorts.ts';
import { type OperationLimits, readOverview } from '../../calls/sending/overview.ts';
import { localDay } from '../../calls/usage/periods.ts';
import { addDays, spanInTime } from '../../calls/usage/usagePeriods.ts';
import { operations } from '../../contract/operations.ts';
import type { Services } from '../base/services.ts';
import { budgetNode, priceNodes } from './spendBudget.ts';
import { coolDownNodes, meterNodes, minuteMs } from './spendMeters.ts';
import { periodNode } from './spendPeriods.ts';
import { node } from './spendRows.ts';
import type { SpendNode, SpendSnapshot } from './start/spendTree.ts';

/** How often the sliding minute is looked at while it holds calls. */
const slideMs = 5000;

async function limitsOf(services: Services, environment: Environment): ReturnType<typeof readOverview> {
  const ledger = await services.ledger();
  const key = await services.keys.state(environment, '');
  const { session } = services;
  return readOverview({ ledger, environment, key, session, now: services.now() }, operations);
}

function periodsOf(rows: readonly UsageRow[], environment: string, now: number, open: boolean): SpendNode[] {
  const today = localDay(now);
  const month = today.slice(0, 7);
  const names = [environment];
  const span = (from: string) => spanInTime({ from, to: today });
  return [
    periodNode({
      id: `in/${environment}/today`,
      title: vscode.l10n.t('Today'),
      rows: rows.filter(({ day }) => day === today),
      filter: { environments: names, ...span(today) },
      open,
    }),
    periodNode({
      id: `in/${environment}/month`,
      title: vscode.l10n.t('This month'),
      rows,
      filter: { environments: names, ...span(`${month}-01`) },
      open: false,
    }),
  ];
}

function otherEnvironments(rows: readonly UsageRow[], now: number): SpendNode[] {
  const groups = [...Map.groupBy(rows, ({ environment }) => environment)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  if (groups.length === 0) return [];
  const children = groups.map(([name, own]) =>
    node({
      id: `other/${name}`,
      label: name,
      icon: 'server-environment',
      children: periodsOf(own, name, now, false),
      filter: { environments: [name] },
    }),
  );
  return [
    node({
      id: 'other',
      label: vscode.l10n.t('Other environments'),
      description: String(groups.length),
      icon: 'server-environment',
      children,
    }),
  ];
}

function staleAt(limits: readonly OperationLimits[], now: number): number {
  const tomorrow = spanInTime({ from: localDay(now), to: localDay(now) }).to;
  const ends = limits.flatMap(({ coolDown }) => (coolDown === null ? [] : [coolDown.until]));
  const slides = limits.some(({ meters }) => meters.some(({ ms, count }) => ms === minuteMs && count > 0));
  return Math.min(tomorrow, ...ends, ...(slides ? [now + slideMs] : []));
}

/** The spend view of the chosen environment. Nothing was ever called = no rows: the view's welcome says what to do. */
export async function readSpend(services: Services): Promise<SpendSnapshot> {
  const environment = services.environments.current();
  const ledger = await services.ledger();
  const now = services.now();
  const today = localDay(now);
  const { rows } = await ledger.usage({ from: `${today.slice(0, 7)}-01`, to: today, environment: null });
  if (rows.length === 0 && (await ledger.span()) === null) {
    return {
      nodes: [],
      environment: environment.name,
      staleAt: spanInTime({ from: today, to: addDays(today, 1) }).to,
    };
  }
  const { limits, spent } = await limitsOf(services, environment);
  const own = rows.filter((row) => row.environment === environment.name);
  const others = rows.filter((row) => row.environment !== environment.name);
  return {
    nodes: [
      ...periodsOf(own, environment.name, now, true),
      ...coolDownNodes(limits),
      meterNodes(limits),
      budgetNode(environment, spent, now),
      ...priceNodes(environment),
      ...otherEnvironments(others, now),
    ],
    environment: environment.name,
    staleAt: staleAt(limits, now),
  };
}
