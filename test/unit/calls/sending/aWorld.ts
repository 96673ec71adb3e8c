import type { TestContext } from 'node:test';
import {
  type Environment,
  environmentWith,
  readEnvironments,
} from '../../../../src/calls/environments/environments.ts';
import { draftId } from '../../../../src/calls/ports/ids.ts';
import type { KeepPolicy } from '../../../../src/calls/ports/keepingPorts.ts';
import type { Exchange, Ledger } from '../../../../src/calls/ports/ports.ts';
import type { Choice, Question, SendingPorts } from '../../../../src/calls/sending/ports.ts';
import { Sending } from '../../../../src/calls/sending/sending.ts';
import type { Wanted } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { Operation } from '../../../../src/contract/shapes.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { aLedger, noon } from '../../ledger/aLedger.ts';

/** What a test may change while calls leave. */
export interface World {
  readonly ledger: Ledger;
  readonly folder: string;
  readonly sending: Sending;
  /** As the setting `verificationExplorer.environments` holds them. */
  setting: unknown[];
  chosen: string;
  now: number;
  keep: KeepPolicy;
  once: boolean;
  operations: Map<OperationId, Operation>;
  /** Bodies that left, oldest first. */
  readonly left: { url: string; body: string }[];
  readonly asked: Question[];
  answerWith: (question: Question) => Choice | undefined;
  exchange: (body: string) => Exchange;
  environments(): readonly Environment[];
}

export function answered(
  code: string,
  status: number,
  charged: boolean,
  data: unknown = null,
  headers: readonly (readonly [string, string])[] = [],
): Exchange {
  const body = JSON.stringify({
    status: charged ? 'SUCCESS' : 'FAILED',
    status_code: status,
    charged,
    success: status === 200,
    message: 'm',
    message_code: code,
    ...(charged
      ? { order_id: 'ORD-1', data: { order_id: 'ORD-1', error_code: '', result: data ?? {} } }
      : {}),
  });
  return {
    kind: 'answered',
    head: { status, statusText: '', headers },
    body: new TextEncoder().encode(body),
    wireBytes: body.length,
    timing: { connectedMs: 5, firstByteMs: 8, totalMs: 10 },
  };
}

export async function aWorld(t: TestContext): Promise<World> {
  const { ledger, folder } = await aLedger(t);
  let ids = 0;
  const world = {
    ledger,
    folder,
    setting: [] as unknown[],
    chosen: '',
    now: noon,
    keep: { keep: 'everything', payloadDays: 0, orderDays: 0 } as KeepPolicy,
    once: false,
    operations: new Map<OperationId, Operation>(),
    left: [] as { url: string; body: string }[],
    asked: [] as Question[],
    answerWith: (q: Question): Choice | undefined => q.choices.find((one) => one.kind === 'send'),
    exchange: (_body: string): Exchange => answered('OK', 200, true),
    environments: () => readEnvironments(world.setting).environments,
  } as unknown as World;
  const ports: SendingPorts = {
    settings: {
      current: () =>
        world.environments().find((one) => one.name === world.chosen) ??
        (world.environments()[0] as Environment),
      environment: (identity) => environmentWith(world.environments(), identity),
      operation: (id) => world.operations.get(id) ?? operationById(id),
      rehearsesGuard: () => false,
      asksOnce: () => world.once,
      looseProxy: () => false,
      deadlineMs: () => 60_000,
      connectTimeoutMs: () => 10_000,
      maxResponseBytes: () => 1e7,
      keepPolicy: () => world.keep,
    },
    keys: {
      state: async () => ({ kind: 'present', key: 'key-of-the-user-9f3a', savedAt: 1 }),
      revision: () => 0,
    },
    embedded: async () => ({ url: 'http://127.0.0.1:1', key: 'sandbox', pricePaise: () => 0 }),
    ledger: async () => ledger,
    transport: async () => ({
      send: async (request) => {
        const body = new TextDecoder().decode(request.body);
        world.left.push({ url: request.url, body });
        return world.exchange(body);
      },
    }),
    ask: async (question) => {
      world.asked.push(question);
      return world.answerWith(question);
    },
    wait: async () => false,
    goElsewhere: async () => undefined,
    offerToSave: async () => undefined,
    later: () => () => undefined,
    turn: async () => undefined,
    now: () => world.now,
    newId: () => `order-${++ids}`,
    session: 'session',
    machine: 'm',
    log: { info: () => undefined, warn: () => undefined },
  };
  (world as { sending: Sending }).sending = new Sending(ports);
  return world;
}

let drafts = 0;
export function want(world: World, id: OperationId, body: string, changes: Partial<Wanted> = {}): Wanted {
  return {
    operation: world.operations.get(id) ?? operationById(id),
    body,
    plannedPrint: null,
    draftId: draftId(`page.${++drafts}`),
    to: 'chosen',
    asker: { kind: 'user', proven: true, notes: [] },
    batch: null,
    lagMs: 0,
    withdrawn: () => null,
    leaves: () => undefined,
    ...changes,
  };
}
