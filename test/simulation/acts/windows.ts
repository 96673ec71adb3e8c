import type { Event } from '../events.ts';
import { ownEnvironments, ownIdentity } from '../settings.ts';
import { SimWindow } from '../window.ts';
import type { World } from '../world.ts';

/** A window is opened, with an environment of the settings chosen as it was left. */
export function open(world: World, windows: SimWindow[], index: number): SimWindow {
  const before = windows[index];
  const all = ownEnvironments(world.settings);
  const first = all[Math.min(1, all.length - 1)];
  const window = new SimWindow(
    world,
    index,
    before?.chosenIdentity ?? (first === undefined ? '' : ownIdentity(first)),
  );
  windows[index] = window;
  return window;
}

/** VS Code closes it in good order: what is out is written before the ledger closes. */
export async function close(window: SimWindow): Promise<void> {
  if (window.isClosing) return;
  window.isClosing = true;
  window.world.story.tell(window.name, () => 'is closed');
  if (window.running !== null) window.running.word = 'left';
  window.running?.run.leave();
  const { faults } = window.world;
  const failures = faults.failures;
  await window.sending.finish();
  // Who cannot write at the end cannot write at all.
  window.mayLose = faults.failures > failures;
  window.sending.dispose();
  window.life.alive = false;
}

/** It is gone in the middle of whatever it did. */
export function kill(window: SimWindow): void {
  window.world.story.tell(window.name, () => 'is killed');
  window.life.alive = false;
  window.wasKilled = true;
  window.endedEarly = true;
}

/** Starts again what is gone; what a window does at its start is done. */
export async function start(world: World, windows: SimWindow[], event: Event): Promise<void> {
  const index = windows.findIndex(({ life }) => !life.alive);
  if (index === -1) return;
  const window = open(world, windows, index);
  world.story.tell(window.name, () => 'is started');
  if (event.a % 4 === 0) return;
  const ledger = await window.ledger();
  await ledger.recover(window.now());
}

export function setFault(world: World, event: Event): void {
  const fault = {
    window: event.a % 3 === 0 ? null : event.window,
    on: (['reads', 'writes', 'all', 'writes'] as const)[event.b % 4] ?? 'writes',
    nth: 1 + (event.c % 12),
    forGood: event.a % 5 < 2,
    when: event.b % 5 === 0 ? ('after' as const) : ('before' as const),
    words: ['database is locked', 'disk is full', 'read-only', 'I/O error'][event.c % 4] ?? '',
  };
  world.faults.add(fault);
  world.story.tell('disk', () => `from now on ${JSON.stringify(fault)}`);
}

const jumps = [600_000, -600_000, 10_800_000, -10_800_000, 172_800_000, -172_800_000] as const;

export function jump(world: World, event: Event): void {
  const ms = jumps[event.a % jumps.length] ?? 0;
  world.jumps += 1;
  world.jumpedAt = world.scheduler.time;
  world.clock.jump(ms);
  world.history.clockSet(ms);
  world.story.tell('clock', () => `is set by ${ms / 60_000} min`);
}
