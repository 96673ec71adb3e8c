import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Keep } from '../../../../src/calls/ports/keepingPorts.ts';
import type { Ledger } from '../../../../src/calls/ports/ports.ts';
import { aLedger, ids, noon, place } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const vscode = await import('vscode');
const { askKeepLess } = await import('../../../../src/ui/history/keepLess.ts');

Object.assign(vscode.window, { withProgress: (_: unknown, work: () => Promise<unknown>) => work() });

interface Asked {
  readonly ledger: Ledger;
  /** What was shown, from then on. */
  ask(...answers: string[]): Promise<string>;
}

/** Orders of before, and a setting that keeps less. */
async function asked(t: TestContext, keep: Exclude<Keep, 'everything'>, orders = ['a', 'b']): Promise<Asked> {
  const { ledger } = await aLedger(t);
  for (const id of orders) await place(ledger, id, { order: { begunAt: noon - 9 } });
  told.settings['verificationExplorer.keep'] = keep;
  const services = { ledger: async () => ledger, now: () => noon + 1 };
  await ledger.keeping.apply({ keep, payloadDays: 0, orderDays: 0 }, noon);
  const held = await ledger.keeping.claim(noon);
  assert.ok(held !== null);
  return {
    ledger,
    ask: async (...answers) => {
      const before = told.shown.length;
      told.answers.push(...answers);
      await askKeepLess(services as never, held);
      return told.shown.slice(before).flat().map(String).join(' | ');
    },
  };
}

test('earlier orders go when their user says so, and not before', async (t) => {
  const { ledger, ask } = await asked(t, 'open-only');
  assert.match(
    await ask(),
    /^Settled orders are no longer kept .* still holds 2 earlier orders, with paid answers\. .*paid for again\. \| Keep \| Back Up Orders… \| Erase$/,
  );
  assert.equal((await ids(ledger)).length, 2);
  await ask('Erase');
  assert.deepEqual(await ids(ledger), []);
});

test('who backs them up first is asked again afterwards', async (t) => {
  const { ledger, ask } = await asked(t, 'open-only', ['a']);
  const shown = await ask('Back Up Orders…', 'Keep');
  assert.match(
    shown,
    /holds 1 earlier order, .*verificationExplorer\.backUpOrders.*holds 1 earlier order, /s,
  );
  assert.deepEqual(await ids(ledger), ['a']);
  assert.equal(await ledger.keeping.claim(noon + 9_000_000), null);
});

test('an answer to a question that the setting has left behind erases nothing, and says so', async (t) => {
  const { ledger, ask } = await asked(t, 'metadata');
  await ledger.keeping.apply({ keep: 'everything', payloadDays: 0, orderDays: 0 }, noon + 1);
  assert.match(
    await ask('Erase'),
    /^Requests and answers are no longer kept .*\| The setting or the order history was changed meanwhile: nothing was erased\.$/,
  );
  assert.equal((await ids(ledger)).length, 2);
});
