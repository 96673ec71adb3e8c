import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

// Clocks were set forth on 29 March 2026, and back on 25 October.
process.env.TZ = 'Europe/Berlin';
await standInForVscode();
const { filterChoices } = await import('../../../../src/ui/history/filterChoices.ts');

for (const [name, now, label, first] of [
  ['set back', new Date(2026, 9, 28, 12), 'Last 7 days', new Date(2026, 9, 22)],
  ['set forth', new Date(2026, 2, 31, 12), 'Last 7 days', new Date(2026, 2, 25)],
  ['set forth', new Date(2026, 3, 20, 0, 30), 'Last 30 days', new Date(2026, 2, 22)],
  ['not changed', new Date(2026, 6, 1, 23, 59), 'Today', new Date(2026, 6, 1)],
] as const) {
  test(`“${label}” begins with the midnight of its first day where the clocks were ${name} since`, () => {
    const items = filterChoices({ environments: [], messageCodes: [] }, {}, now.getTime());
    const item = items.find((one) => one.label === label);
    assert.equal(item?.span?.from, first.getTime());
    const again = filterChoices({ environments: [], messageCodes: [] }, item?.span ?? {}, now.getTime());
    assert.deepEqual(
      again.filter(({ picked }) => picked).map((one) => one.label),
      [label],
    );
  });
}
