import { cancelBatch, pauseBatch, plan, resumeBatch, resumeRunning } from './acts/batches.ts';
import { cancel, press, pressAgain } from './acts/forms.ts';
import { applyPolicy, erase, eraseInput, recover, resolve } from './acts/orders.ts';
import { eraseBatch, planAnew } from './acts/plannedAnew.ts';
import {
  changeAccount,
  changeEnvironment,
  changeKey,
  changeSettings,
  chooseEnvironment,
} from './acts/settings.ts';
import { standing } from './acts/standing.ts';
import { close, jump, kill, setFault, start } from './acts/windows.ts';
import { lookup } from './acts/wishes.ts';
import type { Event } from './events.ts';
import type { SimWindow } from './window.ts';
import type { World } from './world.ts';

type Act = (window: SimWindow, event: Event) => unknown;

/** What happens in a window. */
const acts: Readonly<Partial<Record<Event['kind'], Act>>> = {
  press,
  'press-again': pressAgain,
  cancel,
  lookup: (window, event) => lookup(window, event, 'proven'),
  file: (window, event) => lookup(window, event, 'notes'),
  foreign: (window, event) => lookup(window, event, 'unproven'),
  standing,
  plan,
  'run-batch': resumeBatch,
  'pause-batch': pauseBatch,
  'resume-batch': resumeRunning,
  'cancel-batch': cancelBatch,
  'leave-waiting': planAnew,
  'erase-batch': eraseBatch,
  choose: chooseEnvironment,
  erase,
  'erase-input': eraseInput,
  resolve,
  policy: applyPolicy,
  recover,
  close: (window) => {
    window.endedEarly = true;
    return close(window);
  },
  kill,
};

type OuterAct = (world: World, windows: SimWindow[], event: Event, window: SimWindow) => unknown;

const environment: OuterAct = (world, windows, event, window) =>
  changeEnvironment(world, windows, window, event);
const setting: OuterAct = (world, windows, event, window) => changeSettings(world, windows, window, event);
const key: OuterAct = (world, windows, event, window) => changeKey(world, windows, window, event);

/** What happens to more than one window. */
const outer: Readonly<Partial<Record<Event['kind'], OuterAct>>> = {
  budget: environment,
  price: environment,
  limit: environment,
  rename: environment,
  move: environment,
  remove: environment,
  kind: environment,
  identify: environment,
  fields: setting,
  confirm: setting,
  rehearse: setting,
  keep: setting,
  key,
  'key-gone': key,
  expire: (world, _, event) => changeAccount(world, event),
  start: (world, windows, event) => start(world, windows, event),
  fault: (world, _, event) => setFault(world, event),
  heal: (world) => world.faults.heal(),
  jump: (world, _, event) => jump(world, event),
};

/** Lets an event happen; what follows from it takes its time. */
export function act(world: World, windows: SimWindow[], event: Event): void {
  const living = windows.filter(({ life, isClosing }) => life.alive && !isClosing);
  const window = living[event.window % Math.max(1, living.length)];
  const whole = outer[event.kind];
  const started = (): unknown => {
    if (window === undefined) return event.kind === 'start' ? start(world, windows, event) : undefined;
    return whole === undefined ? acts[event.kind]?.(window, event) : whole(world, windows, event, window);
  };
  const done = started();
  // What the ledger refuses is told to the user, who may try again.
  if (done instanceof Promise) {
    done.catch((error: unknown) =>
      world.story.tell(
        window?.name ?? '',
        () => `${event.kind} fails: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
  }
}
