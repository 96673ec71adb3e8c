import * as vscode from 'vscode';
import type { Environment } from '../../calls/environments.ts';
import { knownLimits, minuteMs } from '../../calls/guard/limits.ts';
import type { UsageRow } from '../../calls/guardPorts.ts';
import { localDay } from '../../calls/periods.ts';
import { addDays, spanInTime } from '../../calls/usagePeriods.ts';
import { operations } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import { tailOf } from '../panels/callPlan.ts';
import type { Services } from '../services.ts';
import type { SpendNode, SpendSnapshot } from '../trees/spendTree.ts';
import { budgetNode } from './spendBudget.ts';
import { coolDownNodes, type GuardedOperation, meterNodes } from './spendMeters.ts';
import { periodNode } from './spendPeriods.ts';
import { node } from './spendRows.ts';

/** How often the sliding minute is looked at while it holds calls. */
const slideMs = 5000;

async function guardOf(services: Services, environment: Environment): Promise<GuardedOperation[]> {
  const ledger = await services.ledger();
  const keyTail = tailOf(await services.keys.state(environment, ''));
  const now = services.now();
  const ask = async (operation: Operation): Promise<GuardedOperation> => {
    // What was learned is told beside the count; it is no limit of anybody's making.
    const windows = knownLimits(operation, environment, null);
    const facts = await ledger.guard({
      operation: operation.id,
      environment: environment.name,
      keyTail,
      fingerprint: null,
      now,
      day: localDay(now),
      session: services.session,
      windows,
    });
    return { operation, facts, isOwn: windows.some(({ source }) => source === 'set') };
  };
  return Promise.all(operations.map(ask));
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

function staleAt(guarded: readonly GuardedOperation[], now: number): number {
  const tomorrow = spanInTime({ from: localDay(now), to: localDay(now) }).to;
  const ends = guarded.flatMap(({ facts }) => (facts.coolDown === null ? [] : [facts.coolDown.until]));
  const slides = guarded.some(({ facts }) =>
    facts.meters.some(({ ms, count }) => ms === minuteMs && count > 0),
  );
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
  const guarded = await guardOf(services, environment);
  const own = rows.filter((row) => row.environment === environment.name);
  const others = rows.filter((row) => row.environment !== environment.name);
  return {
    nodes: [
      ...periodsOf(own, environment.name, now, true),
      ...coolDownNodes(guarded),
      meterNodes(guarded),
      budgetNode(environment, guarded[0]?.facts.spent ?? null, now),
      ...otherEnvironments(others, now),
    ],
    environment: environment.name,
    staleAt: staleAt(guarded, now),
  };
}
