import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { countedUpTo, orderPresets, presetQuery } from '../../../src/calls/orders/orderPresets.ts';
import type { Ledger, OrderQuery } from '../../../src/calls/ports/ports.ts';
import { openLedger } from '../../../src/ledger/ledger.ts';
import type { OrdersState } from '../../../src/protocol/orders.ts';
import { buildPage, launch, openPage } from '../../e2e/page/harness.ts';
import { orders } from '../../e2e/page/ordersSamples.ts';
import { fillLedger } from '../ledgerFill.ts';
import { median, type Row } from '../table.ts';

const count = 1_000_000;
const rounds = 31;
const windowRows = 200;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function repeated(work: (round: number) => Promise<unknown>): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) values.push(await timed(() => work(round)));
  return values;
}

/** What the host reads for a snapshot: every preset's count and the first window. */
async function snapshot(ledger: Ledger, now: number): Promise<void> {
  await Promise.all([
    ...orderPresets.map((preset) => ledger.countUpTo(presetQuery(preset, null, now), countedUpTo + 1)),
    ledger.list({ group: 'all', limit: windowRows, after: null }),
    ledger.distinct(),
    ledger.span(),
  ]);
}

function windows(now: number): readonly (readonly [string, Omit<OrderQuery, 'limit' | 'after'>])[] {
  const sorted = (by: 'input' | 'outcome' | 'due', preset: (typeof orderPresets)[number]) => ({
    ...presetQuery(preset, null, now),
    sort: { by, descending: false },
  });
  return [
    ['window, oldest first', { group: 'all', sort: { by: 'when', descending: false } }],
    ['window by input', sorted('input', 'all')],
    ['window by input, needs attention', sorted('input', 'attention')],
    ['window by outcome', sorted('outcome', 'all')],
    ['window by day of follow-up, needs attention', sorted('due', 'attention')],
    ['window of repeats', presetQuery('repeats', null, now)],
    ['window of open orders of one environment', presetQuery('open', 'acme-prod', now)],
  ];
}

/** From a snapshot's arrival in the page to the frame after it was painted. */
async function painted(): Promise<number[]> {
  const [browser, built] = await Promise.all([launch(true), buildPage('webview/orders')]);
  try {
    const { page } = await openPage<OrdersState>(browser, built, { state: orders(0), width: 1400 });
    const values: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const message = { kind: 'event', event: 'page/state', payload: orders(count, { list: round + 2 }) };
      const shown = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`;
      values.push(
        await page.evaluate(`(async () => {
          const message = ${JSON.stringify(message)};
          const start = performance.now();
          window.dispatchEvent(new MessageEvent('message', { data: message }));
          await ${shown};
          return performance.now() - start;
        })()`),
      );
    }
    return values;
  } finally {
    await browser.close();
  }
}

/** The orders page over a million orders: what its host reads, and what the page takes to paint it. */
export async function measureOrdersPage(parent: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(parent, 'orders-'));
  const now = Date.now();
  const key = new Uint8Array(32).fill(1);
  const sealing = { current: async () => ({ id: 'bench-key', key }), find: async () => key };
  const options = { folder, sealing, now: Date.now, newId: () => 'id' };
  try {
    await (await openLedger(options)).close();
    fillLedger(folder, count, now);
    const ledger = await openLedger(options);
    const first = await timed(() => snapshot(ledger, now));
    const later = await repeated(() => snapshot(ledger, now));
    const rows: Row[] = [];
    for (const [what, query] of windows(now)) {
      const page = { ...query, limit: windowRows };
      rows.push({
        what,
        unit: 'ms',
        values: await repeated(() => ledger.list({ ...page, after: null })),
        aim: 100,
      });
    }
    const all = await repeated(() => ledger.list({ group: 'all', limit: 5000, after: null }));
    await ledger.close();
    const paint = await painted();
    return [
      { what: 'first reading after the ledger opened, counts included', unit: 'ms', values: [first] },
      { what: 'later readings, counts included', unit: 'ms', values: later, aim: 50 },
      { what: 'painted', unit: 'ms', values: paint, aim: 50 },
      { what: 'first paint: reading and painting', unit: 'ms', values: [first + median(paint)], aim: 100 },
      ...rows,
      { what: 'select all (5,000)', unit: 'ms', values: all },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
