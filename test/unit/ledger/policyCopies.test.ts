import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { pageId } from '../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { aBatch, aRow, b } from './aBatch.ts';
import { aLedger, bytes, noon, place } from './aLedger.ts';

const day = 24 * 3_600_000;
const policy: KeepPolicy = { keep: 'everything', orderDays: 30, payloadDays: 5 };

/** One thing each that goes by itself under a policy. */
const goings = {
  order: (ledger: Ledger) => place(ledger, 'old', { order: { begunAt: noon - 40 * day } }),
  payload: (ledger: Ledger) => place(ledger, 'ten days', { order: { begunAt: noon - 10 * day } }),
  draft: (ledger: Ledger) => ledger.saveDraft(pageId('d'), bytes('typed'), noon - 6 * day),
  'input of a batch': async ({ batches }: Ledger) => {
    await batches.create({ ...aBatch, createdAt: noon - 10 * day });
    await batches.addRows(b, [aRow(0)]);
    await batches.start(b, { sendFlawed: false, sendPaid: false, results: null, insteadOf: null });
    await batches.setAside(b, 0, 'skipped', 'left', []);
  },
} as const;
type Going = keyof typeof goings;
const gone: readonly (readonly Going[])[] = [
  ['order'],
  ['payload'],
  ['draft'],
  ['input of a batch'],
  ['order', 'payload'],
  ['payload', 'input of a batch'],
  ['order', 'draft'],
];
for (const what of [[], ...gone]) {
  const name = what.join(' and an ') || 'nothing';
  it(`removes copies of the file with what goes by itself, and with that alone: ${name}`, async (t) => {
    const { ledger, folder } = await aLedger(t);
    for (const one of what) await goings[one](ledger);
    const copy = join(folder, 'orders.backup-v1-2026.sqlite');
    writeFileSync(copy, 'a copy');
    await ledger.applyPolicy(policy, noon);
    assert.equal(existsSync(copy), what.length === 0);
  });
}
