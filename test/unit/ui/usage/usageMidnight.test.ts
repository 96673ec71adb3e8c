import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { localDay } from '../../../../src/calls/usage/periods.ts';
import type { UsageChoice, UsageState } from '../../../../src/protocol/usage.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { usagePage } = await import('../../../../src/ui/usage/usagePage.ts');

const lastMinute = new Date(2026, 10, 30, 23, 59).getTime();
const disposable = { dispose: () => undefined };

/** A page of that choice that is in view, as VS Code brings it back, a minute before the month ends. */
async function aPage(period: UsageChoice['period']) {
  const states: UsageState[] = [];
  const hear: ((raw: unknown) => void)[] = [];
  const clock = { now: lastMinute };
  const panel = {
    visible: true,
    active: true,
    webview: {
      onDidReceiveMessage: (listener: (raw: unknown) => void) => {
        hear.push(listener);
        return disposable;
      },
      postMessage: async (message: { readonly kind: string; readonly payload: UsageState }) => {
        if (message.kind === 'event') states.push(message.payload);
        return true;
      },
    },
    onDidChangeViewState: () => disposable,
    onDidDispose: () => disposable,
  };
  const ledger = {
    usage: async () => ({ rows: [], latency: [] }),
    distinct: async () => ({ environments: [] }),
    onDidChange: () => () => undefined,
  };
  const services = {
    ledger: async () => ledger,
    now: () => clock.now,
    log: { error: () => undefined, warn: (...words: unknown[]) => assert.fail(words.join(' ')) },
    environments: { all: () => [], find: () => undefined, onDidChange: () => disposable },
    extensionUri: { path: '/nowhere' },
  };
  const choice: UsageChoice = { environment: null, period, from: '2026-11-01', to: '2026-11-30' };
  await usagePage(services as never, {} as never).restore(panel as never, choice);
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns += 1) await turn();
  };
  for (const listener of hear) listener({ kind: 'request', id: 'one', method: 'page/ready', params: null });
  await settle();
  return { states, clock, settle };
}

for (const [period, from] of [
  ['today', '2026-12-01'],
  ['month', '2026-12-01'],
  ['days30', '2026-11-02'],
] as const)
  test(`Usage that is open at midnight shows its period anew: ${period}`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { states, clock, settle } = await aPage(period);
    clock.now += 61_000;
    t.mock.timers.tick(61_000);
    await settle();
    assert.equal(localDay(clock.now), '2026-12-01');
    const { choice } = states.at(-1) ?? assert.fail('nothing was shown anew');
    // What is exported then is what is shown.
    assert.deepEqual([choice.from, choice.to], [from, '2026-12-01']);
  });

test('days that were chosen stay', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { states, clock, settle } = await aPage('custom');
  clock.now += 61_000;
  t.mock.timers.tick(61_000);
  await settle();
  assert.deepEqual(states, []);
});
