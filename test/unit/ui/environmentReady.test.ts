import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Environment, sandboxEnvironment } from '../../../src/calls/environments/environments.ts';
import { contextKeys } from '../../../src/contributions.ts';
import { standInForVscode, type Told } from './vscodeStandIn.ts';

const live: Environment = { name: 'acme', baseUrl: 'https://api.example.invalid', kind: 'live' };
const { environmentReady, environmentLive, keyMissing } = contextKeys;

describe('whether the chosen environment can send', () => {
  let told: Told;
  before(async () => {
    told = await standInForVscode();
  });

  it('is told of the one that is chosen now, though the key of the one before was asked for until after', async () => {
    const { watchEnvironmentReady } = await import('../../../src/ui/start/environmentReady.ts');
    let chosen: Environment = live;
    let changed = (): void => undefined;
    const keyring = Promise.withResolvers<void>();
    const services = {
      environments: {
        current: () => chosen,
        all: () => [sandboxEnvironment, live],
        onDidChange: (one: () => void) => {
          changed = one;
          return { dispose: () => undefined };
        },
      },
      keys: {
        // A keyring that asks to be unlocked answers when its user does.
        state: async (environment: Environment) => {
          if (environment !== live) return { kind: 'simulated', key: '' };
          await keyring.promise;
          return { kind: 'missing' };
        },
        onDidChange: () => ({ dispose: () => undefined }),
      },
      ticks: { tick: async () => undefined },
      log: { warn: (...parts: unknown[]) => assert.fail(String(parts)) },
    };
    const watch = watchEnvironmentReady(services as never);
    await turn();
    chosen = sandboxEnvironment;
    changed();
    await turn();
    keyring.resolve();
    for (let n = 0; n < 5; n += 1) await turn();
    watch.dispose();
    const keys = new Map(
      told.shown.flatMap((one) => {
        const [command, key, value] = one as readonly unknown[];
        return command === 'setContext' ? [[String(key), value] as const] : [];
      }),
    );
    assert.deepEqual(
      [keys.get(environmentReady), keys.get(environmentLive), keys.get(keyMissing)],
      [true, false, false],
    );
  });
});
