import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { test } from 'node:test';
import { type LookupAll, sharedLookup } from '../../../src/client/names.ts';

/** Node's look-ups: two at a time in the whole process, the others wait; a dead name holds its place until it is given up. */
function pool(): { readonly ask: LookupAll; readonly asked: string[]; giveUp(): void } {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const dead: (() => void)[] = [];
  let free = 2;
  const begin = (): void => {
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      waiting.shift()?.();
    }
  };
  const ask: LookupAll = (hostname, _options, callback) => {
    asked.push(hostname);
    const done = (error: Error | null, addresses: LookupAddress[]): void => {
      free += 1;
      callback(error, addresses);
      begin();
    };
    waiting.push(() => {
      if (hostname.startsWith('dead')) {
        dead.push(() => done(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }), []));
      } else setImmediate(() => done(null, [{ address: '127.0.0.1', family: 4 }]));
    });
    begin();
  };
  return {
    ask,
    asked,
    giveUp() {
      for (const one of dead.splice(0)) one();
    },
  };
}

const found = (lookup: LookupFunction, name: string, all = true): Promise<unknown> =>
  new Promise((resolve) =>
    lookup(name, { all }, (error, addresses, family) =>
      resolve(error === null ? (all ? addresses : [addresses, family]) : error.code),
    ),
  );

test('four calls to one dead name leave a healthy one its place', { timeout: 60_000 }, async () => {
  const { ask, asked, giveUp } = pool();
  const lookup = sharedLookup(ask);
  const dead = Array.from({ length: 4 }, () => found(lookup, 'dead.example'));
  assert.deepEqual(await found(lookup, 'healthy.example'), [{ address: '127.0.0.1', family: 4 }]);
  assert.deepEqual(asked, ['dead.example', 'healthy.example']);
  giveUp();
  assert.deepEqual(await Promise.all(dead), ['EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN', 'EAI_AGAIN']);
});

test('a name that did not answer is asked for alone the next time', { timeout: 60_000 }, async () => {
  const { ask, asked, giveUp } = pool();
  const lookup = sharedLookup(ask);
  const first = [found(lookup, 'dead-1.example'), found(lookup, 'dead-2.example')];
  giveUp();
  await Promise.all(first);
  const again = [found(lookup, 'dead-1.example'), found(lookup, 'dead-2.example')];
  assert.deepEqual(await found(lookup, 'healthy.example'), [{ address: '127.0.0.1', family: 4 }]);
  assert.equal(asked.filter((name) => name.startsWith('dead')).length, 3, 'one of them waits');
  giveUp();
  assert.equal(await again[0], 'EAI_AGAIN');
  giveUp();
  assert.equal(await again[1], 'EAI_AGAIN');
});

test('an answered name is looked up anew the next time', async () => {
  const { ask, asked } = pool();
  const lookup = sharedLookup(ask);
  assert.deepEqual(await found(lookup, 'a.example', false), ['127.0.0.1', 4]);
  await found(lookup, 'a.example');
  assert.deepEqual(asked, ['a.example', 'a.example']);
});
