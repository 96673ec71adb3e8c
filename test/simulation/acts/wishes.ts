import { draftId, draftOfLookup } from '../../../src/calls/ports/ids.ts';
import type { SendResult, Wanted } from '../../../src/calls/sending/wanted.ts';
import type { Operation } from '../../../src/contract/shapes.ts';
import type { OperationId } from '../../../src/contract/words.ts';
import type { Event } from '../events.ts';
import { bodyText } from '../inputs.ts';
import { checkHeldBack } from '../invariants/held.ts';
import { checkShown } from '../invariants/settled.ts';
import { operationFor } from '../operations.ts';
import { Random } from '../random.ts';
import type { Wish } from '../trace.ts';
import type { SimWindow } from '../window.ts';

const utf8 = new TextEncoder();

export interface WishOptions {
  readonly operation: OperationId;
  readonly draft: string;
  readonly asker: Wish['asker'];
  readonly seed: number;
  readonly body: string | null;
  readonly passed?: ReadonlySet<string>;
  readonly to?: Wish['to'];
  readonly batch?: Wish['batch'];
  readonly withdrawn?: () => string | null;
}

/** Somebody wants a call sent. A draft that is there already stays the wish it was. */
export function wishFor(window: SimWindow, options: WishOptions): Wish {
  const { trace, scheduler } = window.world;
  const { operation, draft, asker, seed, body, passed, to = null, batch = null } = options;
  const wish: Wish = {
    number: trace.wishCount++,
    draft,
    window: window.index,
    operation,
    asker,
    passed: passed ?? new Set(),
    to,
    random: new Random(seed),
    bytes: body === null ? null : utf8.encode(body),
    batch,
    asked: [],
    heardAt: scheduler.time,
    withdrawn: options.withdrawn ?? (() => null),
    result: null,
  };
  trace.wishes.set(draft, wish);
  return wish;
}

export function operationOf(window: SimWindow, pick: number): OperationId {
  const { operations } = window.world.climate;
  return operations[pick % operations.length] ?? 'rc-advanced';
}

interface SendOptions {
  readonly asker: Wanted['asker'];
  readonly operation?: Operation;
  readonly leaves?: Wanted['leaves'];
}

/** Gives it to the gate, and looks at what comes of it. */
export async function send(
  window: SimWindow,
  wish: Wish,
  body: string,
  options: SendOptions,
): Promise<SendResult> {
  const { world } = window;
  const documented = operationFor(wish.operation, window.settings.fields);
  const sent = window.sending.send({
    operation: options.operation ?? window.titled(wish, documented),
    body,
    plannedPrint: null,
    draftId: draftId(wish.draft),
    to: wish.to ?? 'chosen',
    asker: options.asker,
    batch: null,
    lagMs: 0,
    withdrawn: () => null,
    leaves: (order, cancel) => {
      window.cancels.set(wish.number, cancel);
      options.leaves?.(order, cancel);
    },
  });
  window.underWay.add(sent);
  const result = await sent;
  window.underWay.delete(sent);
  wish.result = result.kind;
  if (result.kind === 'not-begun' && !result.sameDraft) {
    checkHeldBack(world, `${wish.number}`, result.why, false);
  }
  if (result.kind === 'settled') checkShown(world, result.order.id, result.unsettled === null);
  world.story.tell(window.name, () => `wish ${wish.number} comes to: ${tellResult(result)}`);
  return result;
}

function tellResult(result: SendResult): string {
  switch (result.kind) {
    case 'not-begun':
      return `not begun: ${result.why.text}`;
    case 'stopped':
      return `stopped by ${result.by.map(({ id }) => id).join(', ')}`;
    case 'settled':
      return `settled as ${result.settlement.outcome}${result.unsettled === null ? '' : ', not written yet'}`;
    case 'declined':
      return 'declined';
  }
}

/** What is typed once and sent once: a lookup of the user's, a request file that reads variables, another extension's call. */
export function lookup(window: SimWindow, event: Event, asker: 'proven' | 'notes' | 'unproven'): void {
  const operation = operationOf(window, event.a);
  const body = bodyText(operation, event.b, event.c);
  const draft = draftOfLookup(window.world.newId());
  const wish = wishFor(window, { operation, draft, asker, seed: event.seed, body });
  const notes = asker === 'notes' ? [{ text: 'It reads variables of this computer.' }] : [];
  window.world.story.tell(window.name, () => `wish ${wish.number} (${asker}): ${operation} ${body}`);
  void send(window, wish, body, { asker: { kind: 'user', proven: asker !== 'unproven', notes } });
}
