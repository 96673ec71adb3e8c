import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import type { OrderFilter } from '../../../src/calls/ports/ports.ts';
import { aLedger, noon, place } from '../ledger/aLedger.ts';
import { standInForVscode } from './vscodeStandIn.ts';

const pending = { outcome: 'pending', billing: 'billed', messageCode: 'ACCEPTED' } as const;

describe('what wants attention in the history', () => {
  let OrdersTree: typeof import('../../../src/ui/start/trees/ordersTree.ts').OrdersTree;
  before(async () => {
    await standInForVscode();
    ({ OrdersTree } = await import('../../../src/ui/start/trees/ordersTree.ts'));
  });

  /** The groups on top, and the orders in each. */
  async function shown(
    t: TestContext,
    sent: Readonly<Record<string, 'live' | 'sandbox'>>,
    chosen: OrderFilter,
  ) {
    const { ledger } = await aLedger(t);
    for (const [at, [id, kind]] of Object.entries(sent).entries()) {
      const environment = kind === 'live' ? 'acme-prod' : 'Sandbox';
      const order = { kind, environment, begunAt: noon + at };
      await place(ledger, id, { order, settlement: pending });
    }
    const filter = { onDidChange: () => ({ dispose: () => undefined }), current: () => chosen };
    const tree = new OrdersTree(
      async () => ledger,
      () => noon + 1000,
      filter as never,
    );
    t.after(() => tree.dispose());
    const groups = await tree.getChildren();
    return Promise.all(
      groups.map(async (group) => {
        const rows = await tree.getChildren(group);
        const ids = rows.map((row) => (row.kind === 'order' ? row.order.id : row.kind));
        return [tree.getTreeItem(group).label, ...ids];
      }),
    );
  }

  it('has what may have been billed before what was simulated, however new that is', async (t) => {
    const sent = { real: 'live', first: 'sandbox', other: 'live', last: 'sandbox' } as const;
    assert.deepEqual(await shown(t, sent, {}), [
      ['Needs attention', 'other', 'real'],
      ['Needs attention (simulated)', 'last', 'first'],
    ]);
  });

  it('has one group where all is of one kind, or the filter leaves only one', async (t) => {
    assert.deepEqual(await shown(t, { only: 'sandbox' }, {}), [['Needs attention (simulated)', 'only']]);
    const both = { real: 'live', tried: 'sandbox' } as const;
    const filter = { environments: ['acme-prod'] };
    assert.deepEqual(await shown(t, both, filter), [['Needs attention', 'real']]);
  });

  it('is not hidden behind a page of simulated ones', async (t) => {
    const many = Array.from({ length: 101 }, (_, n) => [`try-${n}`, 'sandbox' as const] as const);
    const [first, second] = await shown(t, { real: 'live', ...Object.fromEntries(many) }, {});
    assert.deepEqual(first, ['Needs attention', 'real']);
    assert.deepEqual([second?.length, second?.at(-1)], [102, 'more']);
  });
});
