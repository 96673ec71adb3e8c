import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainVscode } from '../../../support/plainVscode.ts';

const { waitInView } = await import('../../../../src/ui/sending/waitInView.ts');

test('a wait of a minute is over in a minute, also where the clock is set back meanwhile', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const told: string[] = [];
  t.mock.method(plainVscode.window, 'withProgress', (_: unknown, work: (...given: unknown[]) => unknown) =>
    work(
      { report: ({ message }: { message: string }) => told.push(message) },
      { onCancellationRequested: () => undefined },
    ),
  );
  let now = Date.UTC(2026, 10, 21, 12);
  let isOver = false;
  void waitInView('RC Details Advanced', now + 60_000, () => now).then(() => {
    isOver = true;
  });
  // The clock was an hour ahead and is set right; meters and cool-downs move along with it (ledger/clock.ts).
  now -= 3_600_000;
  for (let passed = 0; passed < 120_000; passed += 500) {
    now += 500;
    t.mock.timers.tick(500);
  }
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isOver, true, `after two minutes it says: ${told.at(-1)}`);
});

test('a computer that slept meanwhile has waited', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(plainVscode.window, 'withProgress', (_: unknown, work: (...given: unknown[]) => unknown) =>
    work({ report: () => undefined }, { onCancellationRequested: () => undefined }),
  );
  let now = Date.UTC(2026, 10, 21, 12);
  const waiting = waitInView('RC Details Advanced', now + 3_600_000, () => now);
  now += 3_600_000;
  t.mock.timers.tick(500);
  assert.equal(await waiting, true);
});
