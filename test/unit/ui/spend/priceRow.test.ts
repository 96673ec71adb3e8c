import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { countedTo } from '../../../../src/calls/environments/countedTo.ts';
import { type Environment, sandboxEnvironment } from '../../../../src/calls/environments/environments.ts';
import { nothingSpent, spend } from '../../calls/guard/facts.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const acme: Environment = { name: 'acme', baseUrl: 'https://api.example.in', kind: 'live' };

describe('the rows of the spend view that lead to what is set', () => {
  before(async () => {
    await standInForVscode();
  });

  it('say for how many operations a price is set, and lead to setting one; the sandbox has its own', async () => {
    const { priceNodes } = await import('../../../../src/ui/spend/spendBudget.ts');
    const said = (environment: Environment) =>
      priceNodes(environment).map(({ description, spoken, sets }) => [description, spoken, sets]);
    assert.deepEqual(said(acme), [['No price set', 'Prices, No price set', 'price']]);
    assert.deepEqual(said({ ...acme, prices: { 'rc-advanced': '0', 'email-bulk': '1' } }), [
      ['set for 2 of 4 operations', 'Prices, set for 2 of 4 operations', 'price'],
    ]);
    assert.deepEqual(said(sandboxEnvironment), []);
  });

  it('lead to the budget where none is set, and to the file where it cannot be read', async () => {
    const { budgetNode } = await import('../../../../src/ui/spend/spendBudget.ts');
    assert.equal(budgetNode(acme, countedTo(acme, []), null, 0).sets, 'budget');
    const budget = {
      kind: 'unreadable',
      why: { text: 'It is not an object with session, day or month.' },
    } as const;
    assert.equal(budgetNode({ ...acme, budget }, countedTo(acme, []), null, 0).sets, 'settings');
  });

  it('name what a budget counts that the periods above it leave out', async () => {
    const { budgetNode } = await import('../../../../src/ui/spend/spendBudget.ts');
    const limits = { day: { calls: null, money: '32' } };
    const budget = { kind: 'set', warnAt: 0.8, limits } as const;
    const spent = { session: nothingSpent, day: spend(6, null), month: nothingSpent };
    const { description, children } = budgetNode({ ...acme, budget }, countedTo(acme, []), spent, 0);
    const share = '0% · ₹0.00 of ₹32.00 (estimated), 6 without a price';
    assert.equal(description, `Today · ${share} · including what may be billed`);
    assert.equal(children[0]?.description, share);
  });

  it('show the limit nearest its end in the row that folds them, in its words and its colour', async () => {
    const { budgetNode } = await import('../../../../src/ui/spend/spendBudget.ts');
    const limits = {
      session: { calls: 10, money: null },
      day: { calls: 20, money: '32' },
      month: { calls: 100, money: '200' },
    };
    const budget = { kind: 'set', warnAt: 0.8, limits } as const;
    const shown = (session: number, day: number, month: number) => {
      const spent = { session: spend(session, '1'), day: spend(day, '1'), month: spend(month, '1') };
      const { children, ...row } = budgetNode({ ...acme, budget }, countedTo(acme, []), spent, 0);
      assert.equal(children.length, 5);
      return [row.description, row.icon, row.spoken];
    };
    const counted = 'including what may be billed';
    assert.deepEqual(shown(1, 17, 40), [
      `Today · 85% · 17 of 20 calls · ${counted}`,
      'warning',
      `Budget, Today, 85%, 17 of 20 calls, ${counted}`,
    ]);
    assert.deepEqual(shown(0, 3, 199).slice(0, 2), [
      `This month · 199% · 199 of 100 calls · ${counted}`,
      'circle-slash',
    ]);
    // Of two that are as near it is the one of the shorter period.
    assert.deepEqual(shown(5, 10, 20).slice(0, 2), [
      `This session · 50% · 5 of 10 calls · ${counted}`,
      'pie-chart',
    ]);
  });
});
