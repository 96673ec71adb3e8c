import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { anOrder } from '../../calls/orders.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

describe('the tab of an order', () => {
  let nameTab: typeof import('../../../../src/ui/panels/orderTitles.ts').nameTab;
  before(async () => {
    await standInForVscode();
    ({ nameTab } = await import('../../../../src/ui/panels/orderTitles.ts'));
  });

  it('takes the icon of the operation with its name', () => {
    const tab = { title: '', iconPath: undefined } as never as Parameters<typeof nameTab>[0];
    const icons = (['rc-advanced', 'credit-report'] as const).map((operation) => {
      nameTab(tab, { order: anOrder({ operation }) } as never);
      return JSON.stringify(tab.iconPath);
    });
    assert.notEqual(icons[0], icons[1]);
    assert.match(tab.title, /· Credit Report · /);
  });

  it('tells orders of the same look apart by their time', () => {
    const titles = [0, 1000].map((later) => {
      const tab = { title: '', iconPath: undefined } as never as Parameters<typeof nameTab>[0];
      nameTab(tab, { order: anOrder({ begunAt: Date.UTC(2026, 10, 21, 9) + later }) } as never);
      return tab.title;
    });
    assert.notEqual(titles[0], titles[1]);
  });
});

describe('what is said on the form of an order that is sent again', () => {
  it('of a sandbox, where nothing is billed, that it is simulated', async () => {
    const { againWarning } = await import('../../../../src/ui/panels/orderTitles.ts');
    const said = (kind: 'live' | 'sandbox') =>
      againWarning({ order: anOrder({ kind, billing: 'billed' }) } as never);
    const words = 'The order this comes from was billed. Sending again would be billed again.';
    assert.deepEqual([said('live'), said('sandbox')], [words, `Simulated: ${words}`]);
  });
});
