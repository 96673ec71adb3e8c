import * as vscode from 'vscode';
import type { Environment } from '../../calls/environments/environments.ts';
import type { UsageRow } from '../../calls/ports/usagePorts.ts';
import { type OperationLimits, readOverview } from '../../calls/sending/overview.ts';
import { localDay } from '../../calls/usage/periods.ts';
import { addDays, spanInTime } from '../../calls/usage/usagePeriods.ts';
import { operations } from '../../contract/operations.ts';
import type { Services } from '../base/services.ts';
import { budgetNode, priceNodes } from './spendBudget.ts';
import { bySpender, type Spender, type SpenderRows, spenderOf } from './spenders.ts';
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

function periodsOf(
  rows: readonly UsageRow[],
  { identity, orders, simulated, prices }: Spender,
  now: number,
  open: boolean,
): SpendNode[] {
  const today = localDay(now);
  const month = today.slice(0, 7);
  const span = (from: string) => spanInTime({ from, to: today });
  return [
    periodNode({
      id: `in/${identity}/today`,
      title: vscode.l10n.t('Today'),
      rows: rows.filter(({ day }) => day === today),
      filter: { ...orders, ...span(today) },
      open,
      simulated,
      prices,
    }),
    periodNode({
      id: `in/${identity}/month`,
      title: vscode.l10n.t('This month'),
      rows,
      filter: { ...orders, ...span(`${month}-01`) },
      open: false,
      simulated,
      prices,
    }),
  ];
}

function otherEnvironments(groups: readonly SpenderRows[], now: number): SpendNode[] {
  if (groups.length === 0) return [];
  const children = groups.map(({ whose, rows }) =>
    node({
      id: `other/${whose.identity}`,
      label: whose.name,
      icon: 'server-environment',
      children: periodsOf(rows, whose, now, false),
      filter: whose.orders,
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
  // After the rows: everybody in them is known, and what an environment was before is remembered.
  const known = await ledger.identities();
  const whose = spenderOf(environment, known);
  const { identities } = whose.orders;
  const own = rows.filter(({ identity }) => identities.includes(identity));
  const others = rows.filter(({ identity }) => !identities.includes(identity));
  return {
    nodes: [
      ...periodsOf(own, whose, now, true),
      ...coolDownNodes(limits),
      meterNodes(limits),
      budgetNode(environment, whose.orders, spent, now),
      ...priceNodes(environment),
      ...otherEnvironments(bySpender(others, services.environments.all(), known), now),
    ],
    environment: environment.name,
    staleAt: staleAt(limits, now),
  };
}
