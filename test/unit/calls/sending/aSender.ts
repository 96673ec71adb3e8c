import type { TestContext } from 'node:test';
import type { Attempted, CallEnd } from '../../../../src/calls/batch/engine.ts';
import { refusesCalls } from '../../../../src/calls/batch/refusing.ts';
import { type Environment, identityOf } from '../../../../src/calls/environments/environments.ts';
import type { Obstacle } from '../../../../src/calls/guard/obstacles.ts';
import type { Batch, BatchCall } from '../../../../src/calls/ports/batchPorts.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import type { Phrase } from '../../../../src/contract/words.ts';
import { acme } from '../../../support/simulatedPorts.ts';
import { b, startRows } from '../batch/aRun.ts';
import { aWorld, key, type World } from './aSending.ts';

/** With an id of its own, so that it stays the same environment under another name. */
export const owned: Environment = { ...acme, id: 'e1' };

/** A batch of ten rows whose calls a test lets leave one by one. */
export class SteppedBatch {
  readonly world: World;
  readonly sender: BatchSender;
  readonly ended: BatchCall[] = [];
  /** What the last step was told to have stopped for. */
  #why: Phrase | null = null;

  constructor(world: World, batch: Batch, told: readonly Obstacle[] = []) {
    this.world = world;
    this.sender = new BatchSender(world.sending, batch, told, async (call) => {
      this.ended.push(call);
    });
  }

  async next(): Promise<BatchCall> {
    const call = await this.world.real.batches.nextCall(b, 0);
    if (call === null) throw new Error('no call waits any more');
    return call;
  }

  /** Tries the next call and, if it left, lets it end. */
  async step(still: () => boolean = () => true, changes: Partial<BatchCall> = {}): Promise<Attempted> {
    const attempted = await this.sender.attempt({ ...(await this.next()), ...changes }, 0, still);
    this.#why = attempted.kind === 'left' ? pausedFor(await attempted.end) : whyNot(attempted);
    return attempted;
  }

  /** The user has read why it stopped, and goes on. */
  goOn(): void {
    this.sender.goOn(this.#why === null ? [] : [this.#why]);
    this.#why = null;
  }
}

function pausedFor({ outcome, messageCode }: CallEnd): Phrase | null {
  return outcome === 'refused' ? refusesCalls(messageCode ?? '') : null;
}

function whyNot(attempted: Exclude<Attempted, { kind: 'left' }>): Phrase | null {
  if (attempted.kind === 'not-begun') return attempted.why;
  return attempted.verdict.kind === 'stop' ? attempted.verdict.why : null;
}

export async function aBatch(world: World, environment: Environment = owned): Promise<Batch> {
  const rows = Array.from({ length: 10 }, (_, row) => `XX00AA${1000 + row}`);
  await startRows(world.real, b, rows, environment);
  const batch = await world.real.batches.get(b, 'window', world.now);
  if (batch === null) throw new Error('the batch was not written');
  return batch;
}

export async function aSteppedBatch(t: TestContext): Promise<SteppedBatch> {
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  return new SteppedBatch(world, await aBatch(world));
}

/** What an attempt came to, for comparing. */
export function told(attempted: Attempted): string {
  if (attempted.kind === 'left') return 'left';
  if (attempted.kind === 'not-begun') return `not-begun: ${attempted.why.text}`;
  const { verdict } = attempted;
  if (verdict.kind === 'aside') return `aside ${verdict.state} ${verdict.why}: ${verdict.twins.join(' ')}`;
  return verdict.kind === 'stop' ? `stop: ${verdict.why.text}` : `wait ${verdict.until}`;
}
