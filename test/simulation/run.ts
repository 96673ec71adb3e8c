import { act } from './act.ts';
import { cancelBatch } from './acts/batches.ts';
import { close, open } from './acts/windows.ts';
import { type Climate, drawClimate } from './climate.ts';
import { type ClimateName, directed } from './climates.ts';
import { drawEvents, type Event } from './events.ts';
import { checkFinal, checkNobodyWaits } from './invariants/final.ts';
import type { History } from './ledger/backend.ts';
import { mixed, Random } from './random.ts';
import { EndlessRun } from './scheduler.ts';
import { ownOrigin } from './settings.ts';
import type { SimWindow } from './window.ts';
import { type Breach, World } from './world.ts';

/** A run is a function of this. */
export interface Script {
  readonly seed: number;
  readonly climate: ClimateName;
  /** How long everything takes is drawn from this; a shrunk story may need another than its seed. */
  readonly pace: number;
  readonly events: readonly Event[];
}

export interface Outcome {
  readonly breaches: readonly Breach[];
  readonly story: readonly string[];
  readonly steps: number;
  readonly calls: number;
}

export type OpenHistory = (world: World) => History;

function climateOf({ seed, climate }: Pick<Script, 'seed' | 'climate'>): Climate {
  const drawn = drawClimate(new Random(mixed(seed, 1)));
  return directed(climate, drawn, new Random(mixed(seed, 3)));
}

export function scriptOf(seed: number, climate: ClimateName): Script {
  const events = drawEvents(new Random(mixed(seed, 2)), climateOf({ seed, climate }));
  return { seed, climate, pace: seed, events };
}

/** What nobody caught is a breach of its own: a window would say nothing of it. */
let current: World | null = null;
process.on('unhandledRejection', (error) => {
  if (current === null) throw error;
  current.breach('unhandled', error instanceof Error ? (error.stack ?? error.message) : String(error));
});

export async function run(script: Script, history: OpenHistory, tells = false): Promise<Outcome> {
  const world = new World(climateOf(script), script.pace, history, tells);
  current = world;
  try {
    await live(world, script.events);
  } catch (error) {
    const name = error instanceof EndlessRun ? 'ends' : 'unhandled';
    world.breach(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    current = null;
    await world.history.end();
  }
  const { breaches, story, scheduler, trace } = world;
  return { breaches, story: story.lines, steps: scheduler.steps, calls: trace.calls.length };
}

const settlingMs = 30_000;
const gracesMs = 200_000;

async function live(world: World, events: readonly Event[]): Promise<void> {
  const { scheduler, climate } = world;
  const windows: SimWindow[] = [];
  const all: SimWindow[] = [];
  const enter = (): void => {
    for (const window of windows) if (!all.includes(window)) all.push(window);
  };
  for (let index = 0; index < climate.windows; index += 1) open(world, windows, index);
  enterKeys(world, windows);
  enter();
  let at = 0;
  for (const event of events) {
    at += event.gap;
    await scheduler.until(at);
    if (world.breaches.length > 0) return;
    act(world, windows, event);
    enter();
  }
  await scheduler.until(at + settlingMs);
  await finish(world, windows);
  enter();
  if (world.breaches.length > 0) return;
  checkNobodyWaits(world, all);
  await checkFinal(
    world,
    new Set(all.filter(({ wasKilled, mayLose }) => wasKilled || mayLose).map(({ session }) => session)),
  );
}

function enterKeys(world: World, windows: readonly SimWindow[]): void {
  const { settings, keys } = world.climate;
  for (const [place, environment] of settings.environments.entries()) {
    const key = keys[place] ?? null;
    if (key === null) continue;
    const record = { v: 1, key, origin: ownOrigin(environment), savedAt: world.clock.now() - 1000 } as const;
    const tell = world.keys.change(0, environment, settings.environments, record, -1);
    for (const { index } of windows) tell(index);
  }
}

/** The disk is well again, everybody closes, and what was on its way comes to an end. */
async function finish(world: World, windows: SimWindow[]): Promise<void> {
  const { scheduler } = world;
  world.faults.heal();
  world.isEnding = true;
  for (const window of windows) if (window.life.alive) cancelBatch(window);
  await scheduler.until(scheduler.time + gracesMs);
  const last = windows.filter(({ life, isClosing }) => life.alive && !isClosing);
  await scheduler.until(Number.POSITIVE_INFINITY);
  for (const window of last) void close(window);
  await scheduler.until(Number.POSITIVE_INFINITY);
  const tender = open(world, windows, windows.length);
  void tender.ledger().then((ledger) => ledger.recover(world.clock.now() + 1_000_000));
  await scheduler.until(Number.POSITIVE_INFINITY);
}
