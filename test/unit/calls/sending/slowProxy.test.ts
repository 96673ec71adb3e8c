import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallRequest, Exchange } from '../../../../src/calls/ports/ports.ts';
import type { Phrase } from '../../../../src/contract/words.ts';
import { verified } from '../batch/aRun.ts';
import { anyway, aWorld, plain, said } from './aSending.ts';

/* VS Code may take as long as a connection may (10 s) to say which proxy leads to a service: what happens meanwhile. */

const rest = () => new Promise((resolve) => setTimeout(resolve, 10));

test('a window that closes while VS Code is asked for the proxy lets nothing leave afterwards', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  let says: (why: Phrase | null) => void = () => undefined;
  let asked = 0;
  const requests: CallRequest[] = [];
  world.portFaults = {
    transport: async () => ({
      refuses: () => {
        asked += 1;
        return new Promise((resolve) => {
          says = resolve;
        });
      },
      send: async (request): Promise<Exchange> => {
        requests.push(request);
        return verified;
      },
    }),
  };
  const sent = world.send();
  while (asked === 0) await rest();
  const finish = world.sending.finish();
  await rest();
  says(null);
  const result = await sent;
  await finish;
  assert.deepEqual([requests.length, said(result).slice(0, 9)], [0, 'not-begun']);
});

test('the window of a minute counts a call from when it left, not from before VS Code was asked for the proxy', async (t) => {
  const world = await aWorld(t);
  const departures: number[] = [];
  let takes = 9_900;
  world.portFaults = {
    transport: async () => ({
      refuses: async () => {
        world.now += takes;
        return null;
      },
      send: async (): Promise<Exchange> => {
        departures.push(world.now);
        return verified;
      },
    }),
  };
  const numbers = ['2000 0000 0001', '2000 0000 0002', '2000 0000 0003', '2000 0000 0004', '2000 0000 0005'];
  const start = world.now;
  const operation = world.ports.settings.operation('aadhaar-pan-link');
  // Five at once from five forms: VS Code answers all of them at about the same time.
  for (const [at, number] of numbers.entries()) {
    world.now = start;
    world.answers = [plain];
    const result = await world.send({
      operation,
      body: JSON.stringify({ aadhaar_number: number, pan: `ABCPE000${at}F` }),
    });
    assert.equal(result.kind, 'settled');
  }
  // VS Code remembers what it found, and answers at once.
  takes = 0;
  world.now = start + 61_000;
  world.answers = [plain, anyway];
  const result = await world.send({
    operation,
    body: JSON.stringify({ aadhaar_number: '2000 0000 0006', pan: 'ABCPE0006F' }),
  });
  const asked = world.asked.at(-1);
  const told = asked?.obstacles.map(({ kind }) => kind) ?? [];
  const within = departures.filter((at) => at > (departures.at(-1) ?? 0) - 60_000).length;
  assert.ok(
    result.kind !== 'settled' ||
      within <= 5 ||
      told.some((kind) => kind.includes('limit') || kind.includes('rate')),
    `${within} calls left within a minute, where 5 may; told before the last: ${JSON.stringify(told)}`,
  );
});

test('an order is not given up by another window before the deadline of its call, however long VS Code took for the proxy', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  // connectTimeoutSeconds may be 30 and more.
  world.breakSettings({ connectTimeoutMs: () => 30_000 });
  const deadlineMs = world.ports.settings.deadlineMs();
  const lost: string[] = [];
  world.portFaults = {
    ...world.portFaults,
    transport: async () => ({
      refuses: async () => {
        world.now += 29_000;
        return null;
      },
      send: async (): Promise<Exchange> => {
        // The answer comes in the last second of the call's own deadline; another window looks just before.
        world.now += deadlineMs - 1_000;
        lost.push(...(await world.real.recover(world.now)));
        return verified;
      },
    }),
  };
  assert.equal(said(await world.send()), 'settled verified');
  assert.deepEqual(lost, [], 'another window has told it as unknown while its call is under way in time');
});
