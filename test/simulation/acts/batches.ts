import { type Attempted, BatchRun, leaseMs } from '../../../src/calls/batch/engine.ts';
import { fieldsStamp, operationOfBatch } from '../../../src/calls/batch/planned.ts';
import { Planner } from '../../../src/calls/batch/planner.ts';
import {
  type Environment,
  identityOf,
  originOf,
  placeOf,
} from '../../../src/calls/environments/environments.ts';
import type { Obstacle } from '../../../src/calls/guard/obstacles.ts';
import type {
  Batch,
  BatchCall,
  BatchChoice,
  BatchStore,
  Decision,
} from '../../../src/calls/ports/batchPorts.ts';
import { batchId, type OrderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger } from '../../../src/calls/ports/ports.ts';
import { BatchSender } from '../../../src/calls/sending/batchSender.ts';
import type { Settled } from '../../../src/calls/sending/wanted.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import type { Event } from '../events.ts';
import { checkHeldBack } from '../invariants/held.ts';
import { checkReleased } from '../invariants/rows.ts';
import { checkShown } from '../invariants/settled.ts';
import { isOld } from '../ledger/batchPort.ts';
import { operationFor } from '../operations.ts';
import { Random } from '../random.ts';
import { ownPlace } from '../settings.ts';
import { nameOf } from '../user.ts';
import type { Running, SimWindow } from '../window.ts';
import type { World } from '../world.ts';
import { operationOf, wishFor } from './wishes.ts';

/** Cells of rows by operation, so that they meet what forms send. */
const cells: Readonly<Record<OperationId, readonly (readonly string[])[]>> = {
  'rc-advanced': [['MH00AB0001'], ['MH00AB0002'], ['MH00AB0003'], ['nonsense'], ['MH00AB0001']],
  'credit-report': [['0000000001'], ['0000000002'], ['0000000003']],
  'aadhaar-pan-link': [['234567890124'], ['000000000002'], ['000000000003']],
  'email-bulk': [['a@x.invalid'], ['b@x.invalid'], ['c@x.invalid'], ['d@x.invalid'], ['A@x.invalid']],
};

/** Rows are read, the user looks at them and starts the batch, or gives it up. */
export async function plan(window: SimWindow, event: Event): Promise<void> {
  const { world, sending } = window;
  const random = new Random(event.seed);
  if (window.running !== null) return;
  const ledger = await window.ledger();
  const { fields } = window.settings;
  const operation = operationFor(operationOf(window, event.a), fields);
  const ownChosen = window.chosen();
  const { environment } = await sending.destination(environmentOf(window));
  const id = batchId(world.newId());
  await ledger.batches.create({
    id,
    operation: operation.id,
    environment: environment.name,
    identity: identityOf(environment),
    kind: environment.kind,
    origin: originOf(environment),
    baseUrl: environment.baseUrl,
    source: 'rows.csv',
    createdAt: window.now(),
    fields: operation.requestFields,
  });
  const [first, second] = operation.requestFields;
  const map = {
    ...(first === undefined ? {} : { [first.name]: { column: 0 } }),
    ...(operation.id === 'aadhaar-pan-link' && second !== undefined
      ? { [second.name]: { value: 'ZZZXZ9999Z' } }
      : {}),
    ...(operation.id === 'credit-report' && second !== undefined
      ? { [second.name]: { value: 'mobile' } }
      : {}),
  };
  const { inputPrint, fingerprint, batches } = ledger;
  const planner = new Planner(
    { store: batches, fingerprint, inputPrint },
    { batch: id, operation, place: placeOf(environment), map, width: 1, chunk: 1 + random.int(2) },
  );
  const rows = cells[operation.id];
  const count = 1 + random.int(6);
  for (let row = 0; row < count; row += 1) {
    const accepted = random.chance(0.2) ? ordersAt(world, ownPlace(ownChosen)) : [];
    world.trace.plans.get(id)?.given.set(row, accepted);
    await planner.add({ line: row + 1, cells: random.pick(rows) }, accepted);
  }
  await planner.end();
  world.story.tell(
    window.name,
    () => `batch ${id} is planned: ${count} rows of ${operation.id} to ${environment.name}`,
  );
  await start(window, ledger, id, fields, event);
}

/** The user looks at the rows and starts the batch, or gives it up. @param fields the correction it was planned with */
export async function start(
  window: SimWindow,
  ledger: Ledger,
  id: Batch['id'],
  fields: number,
  event: Event,
  insteadOf: BatchChoice['insteadOf'] = null,
): Promise<void> {
  const { world } = window;
  const random = new Random(event.seed + 1);
  const batch = await ledger.batches.get(id, window.session, window.now());
  if (batch === null) return;
  const choice = { sendFlawed: random.chance(0.6), sendPaid: random.chance(0.5), results: null, insteadOf };
  const told = await toldOf(window, batch);
  const goes = await window.pause(random.between(0, 20_000), () => random.chance(0.9));
  if (!goes || window.running !== null) {
    await ledger.batches.discard(id);
    return;
  }
  await ledger.batches.start(id, choice);
  world.story.tell(window.name, () => `batch ${id} is started ${JSON.stringify(choice)}`);
  await go(window, ledger, id, { told, fields, resumed: false }, event);
}

/** The environment as the window has it now; a plan is made for one, whatever is chosen meanwhile. */
function environmentOf(window: SimWindow): Environment {
  return window.sending.ports.settings.current();
}

/** Orders that the user means by "send it all the same". */
function ordersAt(world: World, place: string): readonly OrderId[] {
  return [...world.trace.orders.values()]
    .filter((one) => !one.erased && one.place === place)
    .map(({ id }) => id);
}

const toldKinds: ReadonlySet<string> = new Set(['budget-stop', 'budget-warning', 'refusal']);

/** What is named at a start besides twins and waits. */
async function toldOf(window: SimWindow, batch: Batch): Promise<readonly Obstacle[]> {
  const { sending } = window;
  const environment = sending.ports.settings.environment(batch.identity);
  if (environment === undefined) return [];
  const to = await sending.destination(environment);
  const operation = operationOfBatch(batch, operationFor(batch.operation, window.settings.fields));
  const { obstacles } = await sending.look(operation, to, null);
  return obstacles.filter(({ kind }) => toldKinds.has(kind));
}

/** What the user was told of when they let a batch go. */
interface LetGo {
  readonly told: readonly Obstacle[];
  /** The correction of the request fields that held then, or that it was planned with. */
  readonly fields: number;
  readonly resumed: boolean;
}

async function go(
  window: SimWindow,
  ledger: Ledger,
  id: Batch['id'],
  letGo: LetGo,
  event: Event,
): Promise<void> {
  const store = ledger.batches;
  if (window.running !== null || window.world.isEnding) return;
  if (!(await store.hold(id, window.session, window.now(), leaseMs))) return;
  const batch = await store.get(id, window.session, window.now());
  if (batch === null || window.running !== null || window.world.isEnding) return;
  run(window, store, batch, letGo, event);
}

/** It runs in the background of its window. */
function run(
  window: SimWindow,
  store: BatchStore,
  batch: Batch,
  { told, fields, resumed }: LetGo,
  event: Event,
): void {
  const { world } = window;
  const ended = async (_: unknown, { order, unsettled }: Settled): Promise<void> =>
    checkShown(world, order.id, unsettled === null);
  const agreed = resumed ? fieldsStamp(operationFor(batch.operation, fields).requestFields) : null;
  const sender = new BatchSender(window.sending, batch, told, ended, agreed);
  const engine = new BatchRun(
    {
      store,
      attempt: (call, lagMs, still) => {
        wishOfRow(window, batch, call, running, event);
        return heeded(world, call, sender.attempt(call, lagMs, still));
      },
      now: () => window.now(),
      sleep: (ms, wake) => sleep(running, window, ms, wake),
      changed: () => undefined,
    },
    { batch: batch.id, holder: window.session, stopAfterFailures: 2, concurrency: 1 + (event.c % 3) },
  );
  const running: Running = {
    run: engine,
    sender,
    word: 'goes on',
    fields,
    startedWith: fields,
    told: new Set(told.map((one) => nameOf(world, one))),
  };
  window.running = running;
  beat(running, window, 0);
  const over = (how: string): void => {
    world.story.tell(window.name, () => `batch ${batch.id} ends: ${how}`);
    if (window.running === running) window.running = null;
    if (how === 'done' || how === 'cancelled') checkReleased(world, batch.id, window.session);
  };
  engine.run().then(over, (error: unknown) => over(`broken off, ${String(error)}`));
}

/** What holds a call back for no reason would go unnoticed: a batch only pauses. */
async function heeded(world: World, call: BatchCall, attempt: Promise<Attempted>): Promise<Attempted> {
  const attempted = await attempt;
  if (attempted.kind === 'not-begun') checkHeldBack(world, call.draftId, attempted.why, isOld(call.batch));
  return attempted;
}

/** A sleep may take longer than it was asked to: so do computers. What long waits for nothing is not looked at every 5 s. */
function sleep(running: Running, window: SimWindow, ms: number, wake: AbortSignal): Promise<void> {
  const { scheduler, clock } = window.world;
  const { phase, until } = running.run.status;
  const left = phase === 'paused' ? 1_200_000 : until === null ? 0 : (until - clock.now()) / 4;
  return new Promise((resolve) => {
    const rouse = (): void => {
      wake.removeEventListener('abort', rouse);
      resolve();
    };
    if (wake.aborted) resolve();
    else wake.addEventListener('abort', rouse);
    scheduler.after(Math.max(ms, Math.min(left, 20_000_000)), window.life, rouse);
  });
}

/** Says now and then that the window is alive; seldom where nothing goes on for long. */
function beat(running: Running, window: SimWindow, beats: number): void {
  window.world.scheduler.after(beats < 12 ? leaseMs / 3 : 1_000_000, window.life, () => {
    if (window.running !== running) return;
    running.run.beat().catch(() => undefined);
    beat(running, window, beats + 1);
  });
}

/** The wish of a call: what the user passed for its rows by name, and nothing else. */
function wishOfRow(window: SimWindow, batch: Batch, call: BatchCall, running: Running, event: Event): void {
  const { world } = window;
  const known = world.trace.wishes.get(call.draftId);
  const rows = world.trace.plans.get(batch.id)?.rows.filter((row) => row.call === call.call) ?? [];
  const passed = new Set([...rows.flatMap((row) => [...row.passed]), ...running.told]);
  const options = {
    operation: batch.operation,
    draft: call.draftId,
    asker: 'standing',
    seed: known === undefined ? event.seed + call.call * 977 : 0,
    body: null,
    passed,
    to: {
      identity: batch.identity,
      place: batch.origin === '' ? 'embedded-sandbox' : batch.origin,
      kind: batch.kind,
      baseUrl: batch.baseUrl,
    },
    batch: { id: batch.id, call: call.call },
    withdrawn: () => withdrawnBy(window, running),
  } as const;
  wishFor(window, options);
}

function withdrawnBy(window: SimWindow, running: Running): string | null {
  if (running.word !== 'goes on') return `the user had it ${running.word}`;
  // Where they are again what the batch was started with, its rows leave as the user let them go.
  const { fields } = window.settings;
  return running.fields === fields || running.startedWith === fields
    ? null
    : 'the request fields were corrected since the user let it go on';
}

export function pauseBatch({ running }: SimWindow): void {
  if (running === null) return;
  running.word = 'paused';
  running.run.pause(null);
}

/** The user has read why it is paused, and goes on; where the service's wait is doubtful, they lift it. */
export async function resumeRunning(window: SimWindow): Promise<void> {
  const { running } = window;
  if (running === null || running.run.status.phase !== 'paused') return;
  if (running.run.status.remedy?.kind === 'lift') await running.sender.lift();
  if (window.running !== running) return;
  running.word = 'goes on';
  running.fields = window.settings.fields;
  // What the pause told of is passed by going on; it is told in words, not by name.
  running.told.add('refusal:set-key');
  const { why } = running.run.status;
  running.sender.goOn(why === null ? [] : [why]);
  running.run.resume();
}

export function cancelBatch({ running }: SimWindow): void {
  if (running === null) return;
  running.word = 'cancelled';
  running.run.cancel();
}

/** A batch that nobody runs goes on; what only the user may send is decided first. */
export async function resumeBatch(window: SimWindow, event: Event): Promise<void> {
  if (window.running !== null) return resumeRunning(window);
  const ledger = await window.ledger();
  const random = new Random(event.seed);
  const unfinished = (await ledger.batches.list(window.session, window.now())).filter(
    ({ state, tally, heldElsewhere }) =>
      state === 'started' &&
      !heldElsewhere &&
      tally.some((row) => ['waiting', 'sent', 'undecided'].includes(row.state)),
  );
  const batch = unfinished[event.a % Math.max(1, unfinished.length)];
  if (batch === undefined) return;
  const decisions: Decision[] = [];
  for (const why of ['unknown', 'pending', 'paid'] as const) {
    const what = random.pick(['again', 'again', 'leave', 'later'] as const);
    const isThere = batch.tally.some((row) => row.state === 'undecided' && row.why === why);
    if (!isThere || what === 'later') continue;
    decisions.push({ why, what, drafts: await ledger.batches.undecided(batch.id, why) });
  }
  const { fields } = window.settings;
  const told = await toldOf(window, batch);
  await window.pause(random.between(0, 10_000), () => undefined);
  if (window.running !== null) return;
  if (decisions.length > 0) await ledger.batches.decide(batch.id, decisions);
  window.world.story.tell(window.name, () => `batch ${batch.id} goes on ${JSON.stringify(decisions)}`);
  await go(window, ledger, batch.id, { told, fields, resumed: true }, event);
}
