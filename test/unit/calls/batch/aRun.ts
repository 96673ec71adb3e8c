import {
  type Attempted,
  BatchRun,
  type EngineMeans,
  type EngineOptions,
} from '../../../../src/calls/batch/engine.ts';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import {
  type Environment,
  identityOf,
  originOf,
  placeOf,
} from '../../../../src/calls/environments/environments.ts';
import type { BatchCall } from '../../../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../../../src/calls/ports/ids.ts';
import type { Exchange, Ledger, Transport } from '../../../../src/calls/ports/ports.ts';
import { BatchSender } from '../../../../src/calls/sending/batchSender.ts';
import { Sending } from '../../../../src/calls/sending/sending.ts';
import type { Settled } from '../../../../src/calls/sending/wanted.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { acme, simulatedPorts } from '../../../support/simulatedPorts.ts';
import { noon } from '../../ledger/aLedger.ts';

const utf8 = new TextEncoder();

export const b = batchId('b');

let orders = 0;
/** Unique whichever window asks. */
const newId = (): string => `order ${++orders}`;

/** A clock that sleeping moves. */
export class SimulatedClock {
  at = noon;
  readonly now = (): number => this.at;
  readonly sleep = async (ms: number, wake: AbortSignal): Promise<void> => {
    if (wake.aborted) return;
    this.at += ms;
    await new Promise((resolve) => setImmediate(resolve));
  };
}

/** An envelope as the service sends it. */
export function answer(code: string, status: number, charged: boolean): Exchange {
  const envelope = {
    status: charged ? (status === 202 ? 'PENDING' : 'SUCCESS') : 'FAILED',
    status_code: status,
    charged,
    success: status === 200,
    message: '',
    message_code: code,
    ...(charged
      ? { order_id: `ORD-${code}`, data: { order_id: `ORD-${code}`, error_code: '', result: {} } }
      : {}),
  };
  return {
    kind: 'answered',
    head: { status, statusText: '', headers: [] },
    body: utf8.encode(JSON.stringify(envelope)),
    wireBytes: 1,
    timing: { connectedMs: 1, firstByteMs: 2, totalMs: 3 },
  };
}

export const verified = answer('OK', 200, true);

/** Plans rows of registration numbers (or addresses) and starts them all. */
export async function startRows(
  ledger: Ledger,
  id: string,
  cells: readonly string[],
  environment: Environment = acme,
  operation: OperationId = 'rc-advanced',
): Promise<void> {
  const { batches } = ledger;
  const name = operation === 'email-bulk' ? 'emails' : 'rc_number';
  const planned = operationById(operation);
  const place = placeOf(environment);
  const batch = batchId(id);
  await batches.create({
    id: batch,
    operation,
    environment: environment.name,
    identity: identityOf(environment),
    kind: environment.kind,
    origin: originOf(environment),
    baseUrl: environment.baseUrl,
    source: 'rows.csv',
    createdAt: noon,
    fields: planned.requestFields,
  });
  const planner = new Planner(
    {
      store: batches,
      fingerprint: (of, body) => ledger.fingerprint(of, body),
      inputPrint: (of, body) => ledger.inputPrint(of, body),
    },
    {
      batch,
      operation: planned,
      place,
      map: { [name]: { column: 0 } },
      width: 1,
      chunk: 50,
    },
  );
  for (const [index, cell] of cells.entries()) await planner.add({ line: index + 1, cells: [cell] });
  await planner.end();
  await batches.start(batch, { sendFlawed: true, sendPaid: true, results: null, insteadOf: null });
}

/** What a test does in place of an attempt, or around it. */
type Tried = (
  send: () => Promise<Attempted>,
  call: BatchCall,
  still: () => boolean,
) => Promise<Attempted> | Attempted;

type Means = Partial<Pick<EngineMeans, 'store' | 'sleep' | 'changed'>> & {
  readonly tried?: Tried;
  readonly ended?: (call: BatchCall, result: Settled) => Promise<void>;
};

/** A batch of acme's as a window runs it: engine and gate as they are, around the test's ledger and service. */
export class SimulatedRun {
  readonly run: BatchRun;
  readonly #sender: BatchSender;

  constructor(
    sender: BatchSender,
    clock: SimulatedClock,
    ledger: Ledger,
    means: Means,
    options: EngineOptions,
  ) {
    this.#sender = sender;
    const { tried, ended: _ended, ...others } = means;
    this.run = new BatchRun(
      {
        store: ledger.batches,
        attempt: async (call, lagMs, still) => {
          const send = () => sender.attempt(call, lagMs, still);
          return tried === undefined ? send() : tried(send, call, still);
        },
        now: clock.now,
        sleep: clock.sleep,
        changed: () => undefined,
        ...others,
      },
      options,
    );
  }

  /** The user has read why it is paused. */
  resume(): void {
    const { why } = this.run.status;
    this.#sender.goOn(why === null ? [] : [why]);
    this.run.resume();
  }
}

/** An engine of which a test replaces what it is about. */
export async function aRun(
  ledger: Ledger,
  clock: SimulatedClock,
  transport: Transport,
  means: Means = {},
  options: Partial<EngineOptions> = {},
): Promise<SimulatedRun> {
  const whole = { batch: b, holder: 'window 1', stopAfterFailures: 5, concurrency: 1, ...options };
  const batch = await ledger.batches.get(b, whole.holder, clock.at);
  if (batch === null) throw new Error('there is no such batch');
  const sending = new Sending(simulatedPorts(ledger, transport, clock.now, { session: whole.holder, newId }));
  const sender = new BatchSender(sending, batch, [], means.ended ?? (async () => undefined));
  return new SimulatedRun(sender, clock, ledger, means, whole);
}

/** Registration numbers that nobody has. */
export const plates = (count: number) => Array.from({ length: count }, (_, index) => `XX00AA${1000 + index}`);

/** Answers by the place of the call; the last one answers for all that follow. */
export function service(answers: readonly Exchange[]) {
  const seen: string[] = [];
  return {
    seen,
    transport: {
      async send(request: { readonly body: Uint8Array }): Promise<Exchange> {
        seen.push(JSON.parse(new TextDecoder().decode(request.body)).rc_number);
        return answers[Math.min(seen.length, answers.length) - 1] ?? verified;
      },
    },
  };
}

/** Every row of the batch with what came of it. */
export async function states(ledger: Ledger): Promise<string[]> {
  const { rows } = await ledger.batches.rows(b, null, 1000);
  return rows.map(({ state, why, outcome }) => [state, why, outcome].filter((one) => one !== null).join(' '));
}
