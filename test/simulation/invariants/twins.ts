import { isSameInput } from '../inputs.ts';
import { isOpen, isPaid, type Kept, type Wish } from '../trace.ts';
import type { World } from '../world.ts';

/** Of each thing asked about the newest order: the input as a whole, and each entry of a bulk call. */
function newestOf(kept: Kept, twins: readonly Kept[]): readonly Kept[] {
  const newest = (one: (twin: Kept) => boolean): readonly Kept[] => {
    const like = twins.filter(one);
    return like.length === 0 ? [] : [like.reduce((a, b) => (b.seq > a.seq ? b : a))];
  };
  const { whole, parts } = kept.input;
  return [
    ...newest(({ input }) => input.whole === whole),
    ...parts.flatMap((part) => newest(({ input }) => input.parts.includes(part))),
  ];
}

/** Nothing leaves past an order of the same input, at the same place, that its sender did not pass by name. */
export function checkTwins(world: World, kept: Kept, wish: Wish, passed: ReadonlySet<string>): void {
  const twins = [...world.trace.orders.values()].filter(
    (one) =>
      !one.erased &&
      one.place === kept.place &&
      one.order.operation === kept.order.operation &&
      isSameInput(one.input, kept.input),
  );
  const open = twins.filter(isOpen);
  const paid = twins.filter(isPaid);
  const seenAt = wish.asked.at(-1)?.at ?? wish.heardAt;
  for (const [kind, found] of [
    ['open', open],
    ['paid', paid],
  ] as const) {
    // What was begun after the question was put cannot have been meant by the answer, whatever its time says.
    const late = found.filter(({ writtenAt }) => writtenAt > seenAt);
    for (const twin of new Set([...newestOf(kept, found), ...late])) {
      if (passed.has(`${kind}:${twin.id}`)) continue;
      const name = newestOf(kept, found).includes(twin) ? 'twin' : 'twin-behind';
      world.breach(
        name,
        `order ${kept.id} left past the ${kind} order ${twin.id}, and nobody was asked about it`,
      );
    }
  }
}
