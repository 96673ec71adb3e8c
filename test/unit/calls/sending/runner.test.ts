import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftId } from '../../../../src/calls/ports/ids.ts';
import { type Exchange, LedgerRefusal } from '../../../../src/calls/ports/ports.ts';
import { publicOutcome } from '../../../../src/calls/sending/publicOutcome.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import { answer, verified } from '../batch/aRun.ts';
import { aWorld, key, plain, said, type World } from './aSending.ts';

const diskFull = async (): Promise<never> => {
  throw new Error('the disk is full');
};

/** Lets everything that is due go on. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function states(world: World): Promise<string[]> {
  const { orders } = await world.real.list({ group: 'all', limit: 10, after: null });
  return orders.map(({ state, outcome }) => `${state} ${outcome}`);
}

test('a call is on disk before it is said to leave, says so once, then leaves, and is settled', async (t) => {
  const world = await aWorld(t);
  const steps: string[] = [];
  world.answers = [plain];
  world.faults = {
    begin: async (order, admission) => {
      await world.real.begin(order, admission);
      steps.push(`begun ${(await world.real.get(order.id))?.state}`);
    },
    settle: async (id, settlement) => {
      await world.real.settle(id, settlement);
      steps.push('settled');
    },
  };
  world.serviceAnswers = () => {
    steps.push('sent');
    return verified;
  };
  const result = await world.send({ leaves: () => steps.push('leaves') });
  assert.equal(said(result), 'settled verified');
  assert.deepEqual(steps, ['begun in-flight', 'leaves', 'sent', 'settled']);
});

test('one draft is one call, however often and wherever it is sent', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  const draft = draftId('page.1');
  const results = await Promise.all([1, 2, 3].map(() => world.send({ draftId: draft })));
  results.push(await world.send({ draftId: draft }));
  assert.equal(results.filter(({ kind }) => kind === 'settled').length, 1);
  for (const result of results) {
    if (result.kind !== 'settled') assert.ok(result.kind === 'not-begun' && result.sameDraft);
  }
  assert.deepEqual(
    [world.begun.length, world.requests.length, await states(world)],
    [1, 1, ['settled verified']],
  );
});

test('what is refused never says that it leaves', async (t) => {
  const world = await aWorld(t);
  const leaves = (): void => assert.fail('nothing leaves');
  world.answers = [undefined];
  assert.equal(said(await world.send({ leaves })), 'declined null');
  const to = {
    identity: 'name:nobody',
    place: 'https://api.example.invalid',
    kind: 'live' as const,
    baseUrl: null,
  };
  assert.match(said(await world.send({ leaves, to })), /^not-begun Not sent: .* no longer in the settings/);
  world.answers = [plain];
  const withdrawn = () => ({ text: 'Not sent: paused.' });
  assert.equal(said(await world.send({ leaves, withdrawn })), 'not-begun Not sent: paused.');
  const otherInput = said(await world.send({ leaves, plannedPrint: 'of another input' }));
  assert.match(otherInput, /^not-begun Not sent: .* from what was planned/);
  assert.deepEqual([world.requests, await states(world)], [[], []]);
});

test('an answer that cannot be written is shown, offered once, and written again until it is', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = { settle: diskFull };
  const result = await world.send();
  assert.ok(result.kind === 'settled');
  assert.equal(result.reading.messageCode, 'OK');
  assert.match(result.unsettled?.text ?? '', /is not in the order history yet/);
  assert.doesNotMatch(
    result.unsettled?.text ?? '',
    /shown/,
    'of a lookup, a batch or a request file it is not',
  );
  assert.deepEqual(result.unsettled?.args, ['the disk is full']);
  for (const tries of [1, 2, 3]) {
    assert.deepEqual(
      world.laters.map(({ ms }) => ms),
      Array(tries).fill(5000),
    );
    assert.deepEqual([world.offered.length, await states(world)], [1, ['in-flight unknown']]);
    world.laters.at(-1)?.work();
    await rest();
  }
  world.faults = {};
  world.laters.at(-1)?.work();
  await rest();
  assert.deepEqual(
    [await states(world), world.laters.length, world.requests.length],
    [['settled verified'], 4, 1],
  );
});

test('saving it may fail as well; the result is none the worse', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = { settle: diskFull };
  world.portFaults = { offerToSave: diskFull };
  assert.equal(said(await world.send()), 'settled verified');
  await rest();
  assert.ok(world.log.includes('save answer: the disk is full'));
});

test('before the ledger closes, what could not be written is tried once more, and no timer is left', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = { settle: diskFull };
  await world.send();
  world.faults = {};
  await world.sending.finish();
  assert.deepEqual(
    [await states(world), world.laters.map(({ stopped }) => stopped)],
    [['settled verified'], [true]],
  );
});

test('what would begin while the window closes stays here: nobody would write its answer', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  const finish = world.sending.finish();
  const result = await world.send({ leaves: () => assert.fail('nothing leaves') });
  await finish;
  assert.ok(result.kind === 'not-begun' && /window is closing/.test(result.why.text));
  assert.deepEqual([world.requests, await states(world)], [[], []]);
});

test('it waits for calls that are out before it says that it has finished', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  let comes: (exchange: Exchange) => void = () => undefined;
  world.serviceAnswers = () =>
    new Promise((resolve) => {
      comes = resolve;
    });
  const sent = world.send();
  while (world.requests.length === 0) await rest();
  let finished = false;
  const finish = world.sending.finish().then(() => {
    finished = true;
  });
  await rest();
  assert.equal(finished, false);
  comes(verified);
  await finish;
  assert.deepEqual([said(await sent), await states(world)], ['settled verified', ['settled verified']]);
});

test('a window that is disposed tries no more', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.faults = { settle: diskFull };
  await world.send();
  world.sending.dispose();
  assert.deepEqual(
    world.laters.map(({ stopped }) => stopped),
    [true],
  );
});

for (const [what, get] of [
  ['erased', async () => null],
  ['written by an attempt whose confirmation was lost', undefined],
] as const) {
  test(`an answer whose order was ${what} meanwhile is not written again`, async (t) => {
    const world = await aWorld(t);
    world.answers = [plain];
    let settles = 0;
    world.faults = {
      settle: async (id, settlement) => {
        settles += 1;
        if (get === undefined) await world.real.settle(id, settlement);
        throw new Error('the disk is full');
      },
      ...(get === undefined ? {} : { get }),
    };
    await world.send();
    world.laters[0]?.work();
    await rest();
    assert.deepEqual([settles, world.laters.length], [1, 1]);
  });
}

test('a transport that fails unforeseen counts as maybe sent and is settled', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => {
    throw new TypeError('a bug');
  };
  const result = await world.send();
  assert.ok(result.kind === 'settled');
  const { outcome, billing, failureCode } = result.settlement;
  assert.deepEqual([outcome, billing, failureCode], ['unknown', 'unknown', 'other']);
  assert.deepEqual(await states(world), ['settled unknown']);
});

test('who is told that it leaves can cancel it', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  const signals: AbortSignal[] = [];
  world.portFaults = {
    transport: async () => ({
      send: async (_request, signal) => {
        signals.push(signal);
        return verified;
      },
    }),
  };
  await world.send({ leaves: (_order, cancel) => cancel.abort() });
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
});

test('a large answer is read in turns', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  const text = '{"message_code":"OK","charged":true,"order_id":"O","data":{"order_id":"O","result":{"x":"';
  assert.ok(verified.kind === 'answered');
  const body = new TextEncoder().encode(`${text.padEnd(1_200_000, 'y')}"}}}`);
  world.serviceAnswers = () => ({ ...verified, body });
  assert.equal(said(await world.send()), 'settled verified');
  assert.equal(world.turns, 2);
  world.serviceAnswers = () => verified;
  await world.send();
  assert.equal(world.turns, 2);
});

test('what the user does not keep is gone once the order is settled', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  world.keep = { keep: 'metadata', payloadDays: 0, orderDays: 0 };
  const result = await world.send();
  assert.ok(result.kind === 'settled');
  assert.equal((await world.real.payloads(result.order.id)).kind, 'not-kept');
});

test('the log holds no key, no input, and no text of the service', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  world.serviceAnswers = () => answer('A_SECRET_OF_THE_SERVICE', 200, true);
  await world.send();
  const log = world.log.join('\n');
  assert.match(log, /leaves[\s\S]*a code that is not documented/);
  for (const secret of [key, key.slice(-4), 'XX00AB0001', 'A_SECRET'])
    assert.ok(!log.includes(secret), secret);
});

test('the log says of each call how it ended, in one line', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  await world.send();
  world.serviceAnswers = () => ({
    kind: 'failed',
    sent: 'maybe',
    code: 'reset',
    what: { text: 'x' },
    cause: 'ECONNRESET',
    head: null,
    partialBody: null,
    timing: { connectedMs: 1, firstByteMs: null, totalMs: 3.4 },
  });
  await world.send();
  world.serviceAnswers = () => verified;
  world.faults = { settle: diskFull };
  await world.send();
  const ends = world.log.filter((line) => line.includes(' · ') && line.includes(' ms'));
  assert.deepEqual(
    ends.map((line) => line.slice(line.indexOf(': ') + 2)),
    [
      'verified · billed · OK · 3 ms',
      'unknown · unknown · reset · 3 ms · ECONNRESET',
      'verified · billed · OK · 3 ms',
    ],
  );
});

test('a word of a code is covered where the user’s request fields say that it is personal, and only there', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  const [plate] = operationById('rc-advanced').requestFields;
  assert.ok(plate !== undefined);
  const named = (name: string, mask: 'all' | null) => ({ ...plate, name, path: [name], mask, check: null });
  world.fields.set('rc-advanced', [plate, named('use', null), named('holder', 'all')]);
  world.serviceAnswers = () => answer('TRACTOR_NOT_FOR_NOBODY', 200, true);
  const body = '{"rc_number":"XX00AB0001","use":"tractor","holder":"A Nobody of No Place at All"}';
  const result = await world.send({ body });
  assert.ok(result.kind === 'settled');
  const shown = 'TRACTOR_NOT_FOR_••••••';
  assert.equal((await world.real.get(result.order.id))?.messageCode, shown);
  assert.equal(publicOutcome(world.ports.settings.operation('rc-advanced'), result).messageCode, shown);
});

test('an answer is on paper before the log hears of it: a closing window takes its log away first', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  const gone = (text: string): void => {
    if (!text.includes('leaves')) throw new Error('Channel has been closed');
  };
  world.portFaults = { log: { info: gone, warn: gone } };
  await world.send().catch(() => undefined);
  assert.deepEqual(await states(world), ['settled verified']);
});

const foreign = Object.assign(new Error('x'), {
  name: 'LedgerRefusal',
  reason: 'unwritable',
  what: { text: 'The disk is full.' },
});
const fault = async (): Promise<never> => {
  throw new Error('odd');
};
const thrown = (): never => {
  throw new Error('odd');
};
const odd = 'Not sent, and nothing was billed. {0}';
const unwritten = 'Not sent: the order could not be recorded ({0}). Nothing was billed.';

const faults: readonly (readonly [string, (world: World) => void, string])[] = [
  ['the ledger does not open', (world) => world.breakPort({ ledger: fault }), odd],
  ['the client does not load', (world) => world.breakPort({ transport: fault }), odd],
  ['the question cannot be shown', (world) => world.breakPort({ ask: fault }), odd],
  ['the key cannot be read', (world) => world.breakPort({ keys: { state: fault, revision: () => 0 } }), odd],
  ['no id can be made', (world) => world.breakPort({ newId: thrown }), odd],
  ['the settings cannot be read', (world) => world.breakSettings({ current: thrown }), odd],
  [
    'the settings fail inside the transaction',
    (world) => world.breakSettings({ looseProxy: throwsFrom(3) }),
    'odd',
  ],
  ['the guard fails', (world) => world.breakLedger({ guard: fault }), odd],
  ['the key cannot be hashed', (world) => world.breakLedger({ keyHash: fault }), odd],
  ['the input cannot be hashed', (world) => world.breakLedger({ inputPrint: fault }), odd],
  ['the order cannot be written', (world) => world.breakLedger({ begin: fault }), unwritten],
  [
    'the ledger refuses in its own words',
    (world) =>
      world.breakLedger({ begin: () => Promise.reject(new LedgerRefusal('unwritable', { text: 'Full.' })) }),
    'Full.',
  ],
  [
    'the ledger of another bundle refuses',
    (world) => world.breakLedger({ begin: () => Promise.reject(foreign) }),
    'The disk is full.',
  ],
];

/** Works so often, and no longer. */
function throwsFrom(times: number): () => boolean {
  let left = times;
  return () => {
    left -= 1;
    if (left < 0) throw new Error('odd');
    return false;
  };
}

for (const [what, breaks, sentence] of faults) {
  test(`nothing leaves, and one sentence says why: ${what}`, async (t) => {
    const world = await aWorld(t);
    world.answers = [plain];
    breaks(world);
    const result = await world.send({ leaves: () => assert.fail('nothing leaves') });
    assert.ok(result.kind === 'not-begun' && !result.sameDraft);
    assert.ok(result.why.text === sentence || (sentence === 'odd' && /odd/.test(JSON.stringify(result.why))));
    assert.deepEqual([world.requests, await states(world)], [[], []]);
  });
}

test('a sandbox that does not start keeps the call back', async (t) => {
  const world = await aWorld(t);
  world.chosen = 'embedded';
  world.breakPort({ embedded: fault });
  const result = await world.send({ leaves: () => assert.fail('nothing leaves') });
  assert.deepEqual(result, { kind: 'not-begun', why: { text: odd, args: ['odd'] }, sameDraft: false });
});

test('an answer that cannot be read is kept as it came, and nobody is told that nothing left', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  const body = new Uint8Array(2_000_000).fill(32);
  world.serviceAnswers = () => ({ ...verified, body });
  world.breakPort({
    turn: async () => {
      throw new RangeError('Invalid string length');
    },
  });
  const result = await world.send();
  assert.equal(said(result), 'settled unknown');
  assert.deepEqual([world.requests.length, await states(world)], [1, ['settled unknown']]);
  assert.ok(result.kind === 'settled');
  assert.deepEqual([result.settlement.billing, result.settlement.httpStatus], ['unknown', 200]);
  const kept = await world.real.payloads(result.order.id);
  assert.equal(kept.kind === 'open' ? kept.answer?.body.byteLength : 0, body.byteLength);
  assert.ok(world.log.includes('reading an answer: RangeError'));
});
