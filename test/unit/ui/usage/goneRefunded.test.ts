import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { orderId } from '../../../../src/calls/ports/ids.ts';
import type { Billing } from '../../../../src/contract/words.ts';
import { aLedger, aSettlement, newOrder } from '../../ledger/aLedger.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const vscode = await import('vscode');
const { chooseStated } = await import('../../../../src/ui/usage/statedEnvironment.ts');

const own: Environment = { name: 'acme-live', id: 'own', baseUrl: 'https://api.example.in', kind: 'live' };

/** Reconciling says of such pairs 'billed-but-refunded' and 'billed-but-free': a statement can list both. */
for (const billing of ['refunded', 'free'] as const satisfies readonly Billing[])
  test(`an environment that is gone is offered where its orders were ${billing} by their answers: its statement may charge them`, async (t) => {
    const { ledger } = await aLedger(t);
    await ledger.begin(newOrder('a', { environment: 'acme-prod', identity: 'id:gone' }));
    await ledger.settle(orderId('a'), aSettlement({ orderId: 'ORD-a', billing }));
    let offered: unknown = null;
    const showQuickPick = async (items: unknown) => {
      offered = items;
      return undefined;
    };
    Object.assign(vscode.window, { showQuickPick });
    const services = {
      ledger: async () => ledger,
      environments: { current: () => own, all: () => [own] },
    };
    await chooseStated(services as never, 'title');
    assert.match(JSON.stringify(offered), /acme-prod/);
  });

for (const [what, order, settlement] of [
  ['nothing of it left', {}, { outcome: 'not-sent', billing: 'free' }],
  ['it was a sandbox', { kind: 'sandbox' }, {}],
] as const)
  test(`an environment that is gone is not offered where ${what}`, async (t) => {
    const { ledger } = await aLedger(t);
    await ledger.begin(newOrder('a', { environment: 'acme-prod', identity: 'id:gone', ...order }));
    await ledger.settle(orderId('a'), aSettlement(settlement));
    let isOffered = false;
    const showQuickPick = async () => {
      isOffered = true;
    };
    Object.assign(vscode.window, { showQuickPick });
    const services = {
      ledger: async () => ledger,
      environments: { current: () => own, all: () => [own] },
    };
    await chooseStated(services as never, 'title');
    assert.equal(isOffered, false);
  });
