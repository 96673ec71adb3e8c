import type { Choice } from '../../src/calls/guard/choices.ts';
import type { Obstacle } from '../../src/calls/guard/obstacles.ts';
import type { Question } from '../../src/calls/sending/ports.ts';
import { inputName, isSameInput } from './inputs.ts';
import { confirmedName, targetName } from './invariants/confirmed.ts';
import { embedded, micros, ownEnvironments, ownIdentity, type PlainEnvironment } from './settings.ts';
import { accountName, type Wish } from './trace.ts';
import type { SimWindow } from './window.ts';
import type { World } from './world.ts';

/** What stands in the way, by names of our own. */
export function nameOf(world: World, one: Obstacle): string {
  switch (one.kind) {
    case 'pending-twin':
      return `open:${one.order}`;
    case 'paid-twin':
      return `paid:${one.order}`;
    case 'cool-down':
      return `cool:${world.clock.uptimeAt(one.until)}`;
    case 'refusal':
      return `refusal:${one.repair}`;
    case 'meter':
    case 'budget-stop':
    case 'budget-warning':
      return one.id;
  }
}

function passesWithTime({ kind }: Obstacle): boolean {
  return kind === 'cool-down' || kind === 'meter';
}

/** What an answer passes, as its words are understood by who reads them. */
function passedBy(choice: Choice | undefined, shown: readonly Obstacle[]): readonly Obstacle[] {
  switch (choice?.kind) {
    case 'send':
      return shown.filter(({ kind }) => kind !== 'budget-stop');
    case 'wait':
    case 'lift':
      return shown.filter((one) => !passesWithTime(one) && one.kind !== 'budget-stop');
    case 'pass-twin':
      return shown.filter(({ kind }) => kind === 'pending-twin');
    default:
      return [];
  }
}

const goesOn: ReadonlySet<string> = new Set(['send', 'wait', 'lift', 'pass-twin']);

function thinkMs(world: World, wish: Wish): number {
  const form = wish.random.weighted({ quick: 60, slow: 20, waits: 15, forgets: 5 });
  switch (form) {
    case 'quick':
      return wish.random.between(0, 1500);
    case 'slow':
      return wish.random.between(1500, 30_000);
    case 'waits':
      // Until others have acted.
      return wish.random.between(30_000, 150_000);
    case 'forgets':
      return wish.random.between(150_000, 4_000_000) * Math.min(1, world.climate.slowness + 0.1);
  }
}

function choose(world: World, { random }: Wish, choices: readonly Choice[]): Choice | undefined {
  if (!random.chance(world.climate.bold)) return random.chance(0.4) ? undefined : random.pick(choices);
  return random.pick(choices.filter(({ kind }) => goesOn.has(kind)).concat(choices.slice(-1)));
}

/** The environment that a question names, as the settings of its window have it. */
function environmentNamed(window: SimWindow, name: string): PlainEnvironment {
  return ownEnvironments(window.settings).find((one) => one.name === name) ?? { ...embedded, name };
}

/** Where a question says that the call would go. */
interface Aim {
  readonly environment: { readonly baseUrl: string };
  readonly key: string | null;
}

/** A wait that is over, or was lifted before the user last spoke, is not asked about. */
function checkWait(world: World, { number, heardAt }: Wish, account: string, until: number): void {
  const throttle = world.trace.throttles.get(account);
  const lifted = throttle?.lifted ?? null;
  const then = lifted !== null && heardAt <= lifted.at ? lifted.until : Number.NEGATIVE_INFINITY;
  const own = Math.max(throttle?.until ?? Number.NEGATIVE_INFINITY, then);
  const named = world.clock.uptimeAt(until);
  if (world.isTimeDoubtful || world.jumps > 0 || named <= own + 1500) return;
  world.breach('question', `wish ${number} is asked about a wait until ${named}, which ends at ${own}`);
}

/** What is asked about is there, and what a budget stops is not offered to be sent. */
function checkQuestion(
  world: World,
  wish: Wish,
  { environment: { baseUrl }, key }: Aim,
  obstacles: readonly Obstacle[],
  choices: readonly Choice[],
): void {
  const { number, operation, bytes } = wish;
  const isStopped = obstacles.some(({ kind }) => kind === 'budget-stop');
  if (isStopped && choices.some(({ kind }) => goesOn.has(kind))) {
    world.breach('budget', `wish ${number} is stopped by a budget, and offered to be sent all the same`);
  }
  const place = baseUrl === '' ? 'embedded-sandbox' : new URL(baseUrl).origin;
  for (const one of obstacles) {
    if (one.kind === 'cool-down') checkWait(world, wish, accountName(operation, place, key), one.until);
    if (one.kind !== 'pending-twin' && one.kind !== 'paid-twin') continue;
    const kept = world.trace.orders.get(one.order);
    const isTwin =
      kept !== undefined &&
      kept.place === place &&
      bytes !== null &&
      isSameInput(kept.input, inputName(operation, bytes));
    if (!isTwin)
      world.breach('question', `wish ${number} is asked about order ${one.order}, which is no twin of it`);
  }
}

/** The question is before the user; the window waits for their word. */
export async function ask(world: World, window: SimWindow, question: Question): Promise<Choice | undefined> {
  const wish = window.wishOf(question.operation);
  const { to, check, obstacles, choices } = question;
  const { name, kind, baseUrl } = to.environment;
  const key = to.key.kind === 'present' ? to.key.key : null;
  const target = targetName({ name, kind, baseUrl }, key, micros(check.price));
  // Read from what is shown: who sees it asked for a price and a place can agree to no other.
  const askedAt = world.scheduler.time;
  const before = environmentNamed(window, name);
  const named = obstacles.map((one) => nameOf(world, one));
  const warnings = check.obstacles.filter(({ kind }) => kind === 'budget-warning').map(({ id }) => id);
  world.story.tell(
    window.name,
    () => `wish ${wish.number} is asked about ${named.join(', ') || 'nothing special'}: ${target}`,
  );
  checkQuestion(world, wish, { environment: to.environment, key }, obstacles, choices);
  const choice = await window.pause(thinkMs(world, wish), () => choose(world, wish, choices));
  const passed = passedBy(choice, obstacles).map((one) => nameOf(world, one));
  const agreed = choice !== undefined && goesOn.has(choice.kind);
  wish.asked.push({ at: askedAt, target, named, answer: choice?.kind ?? 'no', passed, agreed });
  wish.heardAt = world.scheduler.time;
  if (agreed && choice?.kind !== 'pass-twin' && wish.asker === 'proven') {
    window.confirmed.add(confirmedName(wish.operation, { ...before, kind, baseUrl }, key));
    for (const warning of warnings) window.confirmed.add(`${ownIdentity(before)} ${warning}`);
  }
  world.story.tell(window.name, () => `the user answers wish ${wish.number}: ${choice?.kind ?? 'no'}`);
  return choice;
}

const longestWaitMs = 3 * 3_600_000;

/** Waits by the clock, where the user can end it. */
export async function waitFor(
  world: World,
  window: SimWindow,
  title: string,
  until: number,
): Promise<boolean> {
  const wish = window.wishTitled(title);
  const ms = until - world.clock.now();
  const isPatient = ms < longestWaitMs && wish.random.chance(0.85);
  world.story.tell(
    window.name,
    () => `wish ${wish.number} waits ${Math.round(ms / 1000)} s${isPatient ? '' : ', and the user ends it'}`,
  );
  const isOver = isPatient
    ? await window.untilClock(until)
    : await window.pause(wish.random.between(0, 60_000), () => false);
  wish.heardAt = world.scheduler.time;
  if (!isOver)
    wish.asked.push({
      at: wish.heardAt,
      target: '',
      named: [],
      answer: 'ends the wait',
      passed: [],
      agreed: false,
    });
  return isOver;
}
