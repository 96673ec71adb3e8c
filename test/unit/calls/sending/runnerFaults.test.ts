import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verified } from '../batch/aRun.ts';
import { aWorld, plain, said } from './aSending.ts';

test('why what is not to be kept could not be forgotten is logged; the answer is none the worse', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  world.faults = {
    keeping: {
      ...world.real.keeping,
      apply: async () => {
        throw new Error('the disk is full');
      },
    },
  };
  assert.equal(said(await world.send()), 'settled verified');
  assert.ok(world.log.includes('retention: the disk is full'));
});

test('a call that the library throws at took as long as until then', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => {
    world.now += 250;
    throw new TypeError('no');
  };
  const result = await world.send();
  assert.ok(result.kind === 'settled' && result.exchange.kind === 'failed');
  assert.deepEqual([result.exchange.timing.totalMs, result.exchange.cause], [250, 'TypeError']);
});

test('a window that closes begins nothing, and does not say that the draft was sent before', async (t) => {
  const world = await aWorld(t);
  await world.sending.finish();
  world.answers = [plain];
  const result = await world.send();
  assert.ok(result.kind === 'not-begun');
  assert.match(result.why.text, /this window is closing/);
  assert.deepEqual([result.sameDraft, world.requests, world.begun], [false, [], []]);
});

const diskFull = async (): Promise<never> => {
  throw new Error('the disk is full');
};

/** Lets everything that is due go on. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('an answer written late is kept no longer than the user wants, and the log says how it went', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  world.faults = { settle: diskFull };
  const result = await world.send();
  assert.ok(result.kind === 'settled');
  const name = `order ${result.order.id.slice(0, 8)}`;
  world.laters.at(-1)?.work();
  await rest();
  assert.equal(world.log.at(-1), `${name}: still not settled: the disk is full`);
  let policies = 0;
  world.faults = {
    keeping: {
      ...world.real.keeping,
      apply: async (...given) => {
        policies += 1;
        return world.real.keeping.apply(...given);
      },
    },
  };
  world.laters.at(-1)?.work();
  await rest();
  assert.deepEqual([policies, world.log.at(-1)], [1, `${name}: settled late`]);
});

test('an answer that comes while a window closes, and cannot be written at first, is tried once more', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  let answer = (): void => undefined;
  world.serviceAnswers = () =>
    new Promise((resolve) => {
      answer = () => resolve(verified);
    });
  const out = world.send();
  while (world.requests.length < 1) await rest();
  const closed = world.sending.finish();
  let tries = 0;
  world.faults = {
    settle: async (id, settlement) => {
      tries += 1;
      if (tries === 1) return diskFull();
      return world.real.settle(id, settlement);
    },
  };
  answer();
  const result = await out;
  await closed;
  assert.ok(result.kind === 'settled');
  assert.deepEqual([tries, (await world.real.get(result.order.id))?.state], [2, 'settled']);
});

test('a page that throws as it is told of its call keeps it from nothing, and the log says so', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  const leaves = (): never => {
    throw new Error('the page is closed');
  };
  assert.equal(said(await world.send({ leaves })), 'settled verified');
  assert.ok(world.log.includes('telling that a call leaves: the page is closed'));
});

test('the log names a call by its order, operation and environment, and how it ended where it has no code', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => ({
    kind: 'answered',
    head: { status: 200, statusText: '', headers: [] },
    body: new TextEncoder().encode('{}'),
    wireBytes: 2,
    timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
  });
  const result = await world.send();
  assert.ok(result.kind === 'settled');
  const { id, operation, environment } = result.order;
  const name = `call ${id.slice(0, 8)} ${operation} · ${environment}`;
  const { outcome, billing } = result.settlement;
  assert.deepEqual(
    world.log.filter((line) => line.startsWith('call ')),
    [`${name}: leaves`, `${name}: ${outcome} · ${billing} · ${outcome} · 3 ms`],
  );
});

test('an order that could not be recorded says why nothing was sent', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = { begin: diskFull };
  const result = await world.send();
  assert.ok(result.kind === 'not-begun');
  assert.deepEqual([result.why.args, world.requests], [['the disk is full'], []]);
});

test('a call of the embedded sandbox goes to where it listens', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  await world.send();
  assert.deepEqual(
    world.requests.map(({ url, apiKey }) => [url, apiKey]),
    [['http://127.0.0.1:4711/api/v1/rc/advanced', 'sandbox-key']],
  );
});

test('an answer that is just being written again as the window closes is not written twice', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = { settle: diskFull };
  await world.send();
  let settles = 0;
  const written = Promise.withResolvers<void>();
  world.faults = {
    settle: async (id, settlement) => {
      settles += 1;
      await written.promise;
      await world.real.settle(id, settlement);
    },
  };
  world.laters.at(-1)?.work();
  await rest();
  const finish = world.sending.finish();
  await rest();
  written.resolve();
  await finish;
  assert.equal(settles, 1);
});

test('the log names a call by the first eight signs of its order', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.portFaults = { newId: () => '0123456789-abc' };
  world.faults = { settle: diskFull };
  await world.send();
  world.faults = {};
  world.laters.at(-1)?.work();
  await rest();
  const said = world.log.map((line) => line.split(':')[0]);
  assert.deepEqual(
    [said[0], said[1], said.at(-1)],
    ['call 01234567 rc-advanced · acme-prod', 'call 01234567 rc-advanced · acme-prod', 'order 01234567'],
  );
});

test('what is told and throws no error is logged without words', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  const leaves = (): never => {
    throw 'a text';
  };
  assert.equal(said(await world.send({ leaves })), 'settled verified');
  assert.ok(world.log.includes('telling that a call leaves: '));
});
