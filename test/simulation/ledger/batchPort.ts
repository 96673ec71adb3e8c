import type { Batch, BatchStore } from '../../../src/calls/ports/batchPorts.ts';
import { checkDenied, checkStarted } from '../invariants/rows.ts';
import { noteAside, noteDecided, noteLeft, noteRows, noteStart } from '../plans.ts';
import type { World } from '../world.ts';
import type { Op } from './port.ts';

/** Some were planned before fields were kept. */
export function isOld(batch: string): boolean {
  return Number(batch) % 5 === 0;
}

function aged<T extends Batch | null>(batch: T): T {
  return batch !== null && isOld(batch.id) ? { ...batch, fields: null, baseUrl: null } : batch;
}

type Writes = Pick<
  BatchStore,
  | 'create'
  | 'addRows'
  | 'start'
  | 'setAside'
  | 'decide'
  | 'hold'
  | 'release'
  | 'erase'
  | 'discard'
  | 'forgetLeft'
>;

/** Batches as a window has them; `op` makes a step of each call. What was done is written down. */
export function wrapBatches(world: World, store: BatchStore, op: Op): BatchStore {
  return {
    ...writes(world, store, op),
    firstRows: (batch, keys) => op('read', 'batches.firstRows', () => store.firstRows(batch, keys)),
    twins: (place, inputs) => op('read', 'batches.twins', () => store.twins(place, inputs)),
    get: (batch, holder, now) =>
      op('read', 'batches.get', async () => aged(await store.get(batch, holder, now))),
    exists: () => op('read', 'batches.exists', () => store.exists()),
    list: (holder, now) => op('read', 'batches.list', async () => (await store.list(holder, now)).map(aged)),
    held: (holder, now) => op('read', 'batches.held', () => store.held(holder, now)),
    unfinished: (now) => op('read', 'batches.unfinished', () => store.unfinished(now)),
    wrote: (batch, rows, ids) => op('read', 'batches.wrote', () => store.wrote(batch, rows, ids)),
    outcomes: (batch) => op('read', 'batches.outcomes', () => store.outcomes(batch)),
    billed: (batch) => op('read', 'batches.billed', () => store.billed(batch)),
    nextCall: (batch, from) => op('read', 'batches.nextCall', () => store.nextCall(batch, from)),
    rows: (batch, after, limit) => op('read', 'batches.rows', () => store.rows(batch, after, limit)),
    rowsIn: (batch, group, offset, limit) =>
      op('read', 'batches.rowsIn', () => store.rowsIn(batch, group, offset, limit)),
    callRows: (batch, call) => op('read', 'batches.callRows', () => store.callRows(batch, call)),
    undecided: (batch, why) => op('read', 'batches.undecided', () => store.undecided(batch, why)),
    sentAnew: (batch, why, drafts) =>
      op('read', 'batches.sentAnew', () => store.sentAnew(batch, why, drafts)),
    fields: (batch, rows) => op('read', 'batches.fields', () => store.fields(batch, rows)),
    inputs: (batch, rows) => op('read', 'batches.inputs', () => store.inputs(batch, rows)),
  };
}

function writes(world: World, store: BatchStore, op: Op): Writes {
  const write = <T>(name: string, work: () => Promise<T>, note?: (done: T) => void): Promise<T> =>
    op('write', `batches.${name}`, async () => {
      const done = await work();
      note?.(done);
      return done;
    });
  const gone = (batch: string): void => {
    const plan = world.trace.plans.get(batch);
    if (plan !== undefined) plan.gone = true;
  };
  return {
    create: (batch) =>
      write(
        'create',
        () => store.create(batch),
        () => {
          world.trace.plans.set(batch.id, {
            batch,
            rows: [],
            started: false,
            gone: false,
            mayBeGone: false,
            madeAt: Math.min(world.scheduler.time, world.clock.uptimeAt(batch.createdAt)),
            given: new Map(),
            holder: null,
          });
        },
      ),
    addRows: (batch, rows) =>
      write(
        'addRows',
        () => store.addRows(batch, rows),
        () => noteRows(world, batch, rows),
      ),
    start: (batch, choice) =>
      write('start', async () => {
        await store.start(batch, choice);
        noteStart(world, batch, choice);
        if (choice.insteadOf !== null) noteLeft(world, choice.insteadOf);
        checkStarted(world, batch, (await store.rows(batch, null, 1000)).rows);
      }),
    setAside: (batch, call, state, why, twins) =>
      write(
        'setAside',
        () => store.setAside(batch, call, state, why, twins),
        () => noteAside(world, batch, call, state, why, twins),
      ),
    decide: (batch, decisions) =>
      write('decide', () => {
        // What the user decides about is what stands there when it is written.
        const done = store.decide(batch, decisions);
        noteDecided(world, batch, decisions);
        return done;
      }),
    hold: (batch, holder, now, forMs) =>
      write(
        'hold',
        () => store.hold(batch, holder, now, forMs),
        (isHeld) => {
          const plan = world.trace.plans.get(batch);
          if (!isHeld) checkDenied(world, batch, holder);
          else if (plan !== undefined) plan.holder = holder;
        },
      ),
    release: (batch, holder) =>
      write(
        'release',
        () => store.release(batch, holder),
        () => {
          const plan = world.trace.plans.get(batch);
          if (plan?.holder === holder) plan.holder = null;
        },
      ),
    erase: (batch, holder, now) =>
      write(
        'erase',
        () => store.erase(batch, holder, now),
        (isErased) => (isErased ? gone(batch) : undefined),
      ),
    forgetLeft: (batch) => write('forgetLeft', () => store.forgetLeft(batch)),
    discard: (batch) =>
      write(
        'discard',
        () => store.discard(batch),
        () => gone(batch),
      ),
  };
}
