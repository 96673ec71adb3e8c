import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Environment, sandboxEnvironment } from '../../../src/calls/environments/environments.ts';
import { operations } from '../../../src/contract/operations.ts';
import { contextKeys } from '../../../src/contributions.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const live: Environment = { name: 'acme', baseUrl: 'https://api.example.invalid', kind: 'live' };
const failed = (error: unknown): never => assert.fail(String(error));

describe('what is lacking', () => {
  let told: Told;
  /** Context keys as VS Code has them now. */
  const keys = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      told.shown.flatMap((one) => {
        const [command, key, value] = one as readonly unknown[];
        return command === 'setContext' ? [[String(key), value]] : [];
      }),
    );
  before(async () => {
    told = await standInForVscode();
  });
  beforeEach(() => {
    told.shown.length = 0;
  });

  it('is nothing at all until it is known, and everything where no history was ever kept', async () => {
    const { tellNothingKept } = await import('../../../src/ui/start/whatExists.ts');
    assert.deepEqual(keys(), {});
    await tellNothingKept();
    const { noOrders, noOpenOrders, noBatches, nothingLearned } = contextKeys;
    assert.deepEqual(keys(), {
      [noOrders]: true,
      [noOpenOrders]: true,
      [noBatches]: true,
      [nothingLearned]: true,
    });
  });

  it('follows the history: the first order, the last one erased, batches, what is open', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { watchKept } = await import('../../../src/ui/start/whatExists.ts');
    const kept = { orders: 0, open: 0, batches: 0, codes: 0 };
    let changed = (): void => undefined;
    let looks = 0;
    const ledger = {
      span: async () => {
        looks += 1;
        return kept.orders === 0 ? null : { oldest: 1, newest: 2 };
      },
      attentionCount: async () => kept.open,
      batches: { exists: async () => kept.batches > 0 },
      learning: { heads: async () => Array.from({ length: kept.codes }, () => ({}) as never) },
      onDidChange: (listener: () => void) => {
        changed = listener;
        return () => {
          changed = () => undefined;
        };
      },
    };
    const seen = async (): Promise<readonly unknown[]> => {
      t.mock.timers.tick(1000);
      for (let index = 0; index < 5; index += 1) await turn();
      const { noOrders, noOpenOrders, noBatches, nothingLearned } = contextKeys;
      return [noOrders, noOpenOrders, noBatches, nothingLearned].map((key) => keys()[key]);
    };
    const watch = watchKept(ledger, failed);
    assert.deepEqual(await seen(), [true, true, true, true]);
    Object.assign(kept, { orders: 2, open: 1, batches: 1, codes: 1 });
    for (let index = 0; index < 20; index += 1) changed();
    assert.deepEqual(await seen(), [false, false, false, false]);
    assert.equal(looks, 2, 'a batch that changes the history many times is looked at once');
    Object.assign(kept, { orders: 0, open: 0, batches: 0, codes: 0 });
    changed();
    assert.deepEqual(await seen(), [true, true, true, true]);
    changed();
    watch.dispose();
    kept.orders = 1;
    assert.deepEqual(await seen(), [true, true, true, true]);
  });

  it('follows the settings: environments besides the sandbox, request fields of one’s own', async () => {
    const { watchSettings } = await import('../../../src/ui/start/whatExists.ts');
    const environments: Environment[] = [sandboxEnvironment];
    let own = false;
    const changed: (() => void)[] = [];
    const onDidChange = (listener: () => void) => {
      changed.push(listener);
      return { dispose: () => undefined };
    };
    const fields = () => operations.map((one) => (own ? { ...one, requestFields: [] } : one));
    watchSettings(
      {
        environments: { all: () => environments, onDidChange } as never,
        operations: fields,
        onDidChangeFields: onDidChange as never,
      },
      failed,
    );
    const seen = async (): Promise<readonly unknown[]> => {
      await turn();
      return [keys()[contextKeys.noEnvironments], keys()[contextKeys.noOwnFields]];
    };
    assert.deepEqual(await seen(), [true, true]);
    environments.push(live);
    own = true;
    for (const tell of changed) tell();
    assert.deepEqual(await seen(), [false, false]);
  });
});
