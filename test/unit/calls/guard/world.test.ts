import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import { openLedger } from '../../../../src/ledger/ledger.ts';
import { aFolder, keyRing } from '../../ledger/aLedger.ts';
import { type Act, acts } from './acts.ts';
import { noon } from './facts.ts';
import { modelWindows } from './modelLedger.ts';
import { live, type Windows } from './world.ts';

for (const limits of ['set', 'learned'] as const)
  test(`no sequence of calls, windows and restarts passes a limit (${limits}) or a twin that was not passed by choice, nor a budget`, async () => {
    let [sent, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(acts, async (whatHappens) => {
        const done = await live(modelWindows(), noon, whatHappens, limits);
        sent += done.sent;
        refused += done.refused;
      }),
      { numRuns: 400 },
    );
    // A world in which nothing is sent, or nothing is ever refused, would prove nothing.
    assert.ok(sent > 300 && refused > 30, `${sent} sent, ${refused} refused`);
  });

test('a gate that lets everything through is found out', async () => {
  const windows = modelWindows();
  const careless: Windows = {
    ...windows,
    ledger: (window) => {
      const ledger = windows.ledger(window);
      return { ...ledger, begin: (order) => ledger.begin(order) };
    },
  };
  await assert.rejects(
    fc.assert(fc.asyncProperty(acts, async (all) => void (await live(careless, noon, all)))),
  );
});

/** Two windows on one real history, each with a connection of its own. */
async function realWindows(folder: string): Promise<Windows & { close(): Promise<void> }> {
  let ids = 0;
  const open = (): Promise<Ledger> =>
    openLedger({
      folder,
      sealing: keyRing('a-key'),
      now: () => noon,
      newId: () => `id-${++ids}`,
      pollMs: 60_000,
    });
  const windows = [await open(), await open()];
  const at = (window: number): Ledger => {
    const ledger = windows[window];
    assert.ok(ledger !== undefined);
    return ledger;
  };
  return {
    ledger: at,
    restart: async (window) => {
      await at(window).close();
      windows[window] = await open();
    },
    close: async () => {
      for (const ledger of windows) await ledger.close();
    },
  };
}

for (const limits of ['set', 'learned'] as const)
  test(`the same holds for two windows on a real ledger (${limits})`, async (t) => {
    let [sent, refused] = [0, 0];
    const run = async (whatHappens: readonly Act[]): Promise<void> => {
      const windows = await realWindows(aFolder(t));
      try {
        const done = await live(windows, noon, whatHappens, limits);
        sent += done.sent;
        refused += done.refused;
      } finally {
        await windows.close();
      }
    };
    await fc.assert(fc.asyncProperty(acts, run), { numRuns: 25 });
    assert.ok(sent > 15 && refused > 0, `${sent} sent, ${refused} refused`);
  });
