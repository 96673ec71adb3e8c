/** Whatever the ledger says before a call is held against all that happened, by count, by name and by time. */
import type { GuardFacts, GuardQuestion, Spend } from '../../../src/calls/ports/guardPorts.ts';
import type { OrderSummary } from '../../../src/calls/ports/ports.ts';
import { type InputName, isSameInput } from '../inputs.ts';
import { micros } from '../settings.ts';
import { accountName, isOpen, isPaid, isSpent, type Kept } from '../trace.ts';
import type { SimWindow } from '../window.ts';
import type { World } from '../world.ts';

/** Clocks are read in whole ms, and written down a little later. */
const grainMs = 2;
/** Two waits are the same if they end together. */
const sameMs = 1500;

type Wrong = (what: string) => void;

export function checkFacts(
  world: World,
  window: SimWindow,
  question: GuardQuestion,
  facts: GuardFacts,
): void {
  const wrong: Wrong = (what) => world.breach('facts', `${window.name} hears from the ledger ${what}`);
  noteEarlier(world, question);
  checkSpent(world, question, facts, wrong);
  const input = question.input === null ? undefined : world.trace.prints.get(question.input.whole);
  if (input !== undefined) {
    checkTwinsOf(world, question, input, facts.pendingTwins, isOpen, wrong);
    checkTwinsOf(world, question, input, facts.paidTwins, isPaid, wrong);
  }
  const readAt = window.readAt(question.now);
  // A time that was read before the clock was set counts by another clock.
  if (world.isTimeDoubtful || Number.isNaN(readAt) || readAt < world.jumpedAt + grainMs) return;
  checkCounts(world, question, facts, readAt, wrong);
  checkPause(world, question, facts, readAt, wrong);
}

function accountOfQuestion(world: World, { operation, place, keyHash }: GuardQuestion): string {
  return accountName(operation, place, world.trace.keyHashes.get(keyHash) ?? null);
}

/** Names whose spend an environment brought along when it was given its id: the ledger may go on counting them. */
function noteEarlier(world: World, { spenders: [own, ...others] }: GuardQuestion): void {
  if (own === undefined) return;
  const known = world.trace.earlier.get(own) ?? new Set();
  world.trace.earlier.set(own, known);
  for (const one of others) known.add(one);
}

function checkSpent(world: World, question: GuardQuestion, { spent }: GuardFacts, wrong: Wrong): void {
  const { spenders, session, day } = question;
  const all = [...world.trace.orders.values()].filter(isSpent);
  const certain = new Set(spenders);
  const possible = new Set([...spenders, ...(world.trace.earlier.get(spenders[0] ?? '') ?? [])]);
  const check = (name: string, said: Spend, within: (one: Kept) => boolean): void => {
    const some = all.filter(within);
    const least = some.filter(({ order }) => certain.has(order.identity));
    const most = some.filter(({ order }) => possible.has(order.identity));
    const between = (value: number, of: (list: readonly Kept[]) => number): boolean =>
      value >= of(least) && value <= of(most);
    const sum = said.byPrice.reduce((total, { price, calls }) => total + calls * (micros(price) ?? 0), 0);
    if (
      between(said.calls, (list) => list.length) &&
      between(sum, (list) => list.reduce((total, { order }) => total + (micros(order.price) ?? 0), 0))
    )
      return;
    wrong(`that ${name} ${spenders.join(' and ')} spent ${said.calls} calls of ${sum}, not ${least.length}`);
  };
  check('in this session', spent.session, ({ order }) => order.session === session);
  check('today', spent.day, ({ order }) => order.day === day);
  check('this month', spent.month, ({ order }) => order.day.slice(0, 7) === day.slice(0, 7));
}

function checkTwinsOf(
  world: World,
  { operation, place }: GuardQuestion,
  input: InputName,
  said: readonly OrderSummary[],
  is: (one: Kept) => boolean,
  wrong: Wrong,
): void {
  const own = [...world.trace.orders.values()].filter(
    (one) =>
      !one.erased &&
      one.place === place &&
      one.order.operation === operation &&
      isSameInput(one.input, input) &&
      is(one),
  );
  for (const { id } of said)
    if (!own.some((one) => one.id === id)) wrong(`of order ${id}, which is no such twin of ${input.whole}`);
  const named = (like: (twin: Kept) => boolean): void => {
    const some = own.filter(like);
    if (some.length === 0) return;
    // The one written last, whatever its time says.
    const isNamed = said.some(({ id }) => id === some.at(-1)?.id);
    if (!isNamed) wrong(`nothing of order ${some.at(-1)?.id}, a twin of ${input.whole}`);
  };
  named((twin) => twin.input.whole === input.whole);
  for (const part of input.parts) named((twin) => twin.input.parts.includes(part));
}

function checkCounts(
  world: World,
  question: GuardQuestion,
  facts: GuardFacts,
  at: number,
  wrong: Wrong,
): void {
  const account = accountOfQuestion(world, question);
  const ages = [...world.trace.orders.values()]
    .filter(
      (one) => one.outcome !== 'not-sent' && accountName(one.order.operation, one.place, one.key) === account,
    )
    .map(({ begunAt }) => at - begunAt);
  for (const { ms, count } of facts.meters) {
    const within = (length: number): number => ages.filter((age) => age < length).length;
    if (count < within(ms - grainMs) || count > within(ms + grainMs))
      wrong(`of ${count} calls in ${ms} ms, and there were ${within(ms)}`);
  }
  const learned = facts.learned?.calls ?? null;
  const calls = world.trace.throttles.get(account)?.calls ?? null;
  if (calls === null ? learned !== null : learned === null || learned < calls[0] || learned > calls[1])
    wrong(`that ${learned} calls met the limit, not ${calls?.join(' to ') ?? 'none'}`);
}

function checkPause(
  world: World,
  question: GuardQuestion,
  facts: GuardFacts,
  at: number,
  wrong: Wrong,
): void {
  const until =
    world.trace.throttles.get(accountOfQuestion(world, question))?.until ?? Number.NEGATIVE_INFINITY;
  const said = facts.coolDown === null ? null : world.clock.uptimeAt(facts.coolDown.until);
  if (said === null ? until <= at + sameMs : Math.abs(said - until) < sameMs) return;
  wrong(`of a wait until ${said ?? 'never'}, which ends at ${until}`);
}
