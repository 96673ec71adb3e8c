import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { preflight } from '../../../../src/calls/guard/preflight.ts';
import { plainVscode, reset, world } from '../../../support/plainVscode.ts';
import { someContext, someFacts, spend } from '../../calls/guard/facts.ts';

Object.assign(plainVscode, { ThemeIcon: class {} });

const budget = { kind: 'set', warnAt: 1, limits: { day: { calls: 1, money: null } } } as const;
const local = {
  name: 'local',
  id: 'own',
  baseUrl: 'http://127.0.0.1:4711',
  kind: 'sandbox',
  budget,
} as const;

/** A sandbox on this computer has the prices and the budget of what it leads to at other times, see simulatedSpend.test.ts. */
describe('a batch for a sandbox on this computer', () => {
  let confirmStart: typeof import('../../../../src/ui/batch/startBatch.ts').confirmStart;
  let summaryView: typeof import('../../../../src/ui/batch/reviewState.ts').summaryView;
  before(async () => {
    ({ confirmStart } = await import('../../../../src/ui/batch/startBatch.ts'));
    ({ summaryView } = await import('../../../../src/ui/batch/reviewState.ts'));
  });

  function checkOf(changes: object) {
    const context = someContext({ environment: { ...local, ...changes } });
    const day = spend(1, null);
    const facts = someFacts({ spent: { session: day, day, month: day } });
    const to = { environment: context.environment, baseUrl: local.baseUrl, key: context.key, sandbox: null };
    return { ...preflight(facts, context), context, facts, to: { ...to, keyRevision: 0 } };
  }

  async function question(changes: object): Promise<string> {
    reset();
    const batch = { tally: [], source: 'rows.csv' };
    await confirmStart(
      batch as never,
      checkOf(changes),
      { sendFlawed: false, sendPaid: false },
      { rows: 2, calls: 2 },
    );
    return JSON.stringify(world.shown[0]?.given[1]);
  }

  it('is not said to pause at a budget that stops nothing there', async () => {
    assert.doesNotMatch(await question({}), /pauses before it exceeds/);
    assert.match(await question({ kind: 'live' }), /pauses before it exceeds/);
  });

  it('costs nothing, and lacks no price', async () => {
    assert.doesNotMatch(await question({}), /Most it can cost/);
    assert.match(await question({}), /simulated, nothing is billed/);
    assert.match(await question({ kind: 'live' }), /Most it can cost: price not set/);
    const prices = { 'aadhaar-pan-link': '4.50' };
    assert.match(await question({ prices }), /Most it can cost: ₹9.00, simulated/);
    assert.match(await question({ prices, kind: 'live' }), /Most it can cost: ₹9.00 \(estimated\)/);
  });

  it('is summed up so before, too', () => {
    const review = { counts: { ready: { rows: 2, sent: 2 } }, calls: 2, rows: [{}, {}], normalised: [] };
    const summary = (changes: object) => {
      const { cost, unpriced } = summaryView(review as never, checkOf(changes));
      return [cost, unpriced];
    };
    assert.deepEqual(summary({}), ['simulated, nothing is billed', false]);
    assert.deepEqual(summary({ kind: 'live' }), ['No price set', true]);
    const prices = { 'aadhaar-pan-link': '4.50' };
    assert.deepEqual(summary({ prices }), ['₹9.00, simulated', false]);
    assert.deepEqual(summary({ prices, kind: 'live' }), ['₹9.00 (estimated)', false]);
  });
});
