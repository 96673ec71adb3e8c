import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BudgetLimit, BudgetPeriod } from '../../../../src/calls/guard/userLimits.ts';
import type { ObstacleView } from '../../../../src/protocol/messages.ts';
import { aShownForm } from './aShownForm.ts';

const vscode = await import('vscode');
const { commandIds } = await import('../../../../src/contributions.ts');

type Change = NonNullable<ObstacleView['change']>;
type Limits = Partial<Record<BudgetPeriod, BudgetLimit>>;

const ways: readonly (readonly [what: string, Limits, change: Change, ran: readonly unknown[]])[] = [
  [
    'used up',
    { day: { calls: 0, money: null } },
    { cure: 'budget', limit: 'day:calls', label: 'Set Budget…' },
    [commandIds.setBudget, 'acme-prod', 'day:calls'],
  ],
  [
    'nearly used up',
    { session: { calls: 1, money: null } },
    { cure: 'budget', limit: 'session:calls', label: 'Set Budget…' },
    [commandIds.setBudget, 'acme-prod', 'session:calls'],
  ],
  [
    'in rupees, of which none is set',
    { month: { calls: null, money: '10.00' } },
    { cure: 'price', limit: 'month:money', label: 'Set Price…' },
    [commandIds.setPrice, 'rc-advanced', 'acme-prod'],
  ],
];

for (const [what, limits, change, ran] of ways) {
  test(`a form leads to the budget of which it says that it is ${what}`, async (t) => {
    const { ask, shows } = await aShownForm(t, (world) => {
      const [acme] = world.environments;
      assert.ok(acme);
      world.environments = [{ ...acme, prices: {}, budget: { kind: 'set', limits, warnAt: 0.8 } }];
    });
    const { notice } = await shows(() => true);
    const [told] = notice.obstacles.flatMap((one) => (one.change === undefined ? [] : [one.change]));
    assert.deepEqual(told, change);
    const commands: unknown[] = [];
    Object.assign(vscode.commands, { executeCommand: async (...parts: unknown[]) => commands.push(parts) });
    const { label: _, ...params } = change;
    assert.equal(await ask('notice/changeBudget', params), null);
    assert.deepEqual(commands, [ran]);
  });
}
