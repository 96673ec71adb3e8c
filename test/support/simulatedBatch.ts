/**
 * A batch in simulated time: the engine, the gate and the ledger as they are, the service's sliding windows as the sandbox keeps
 * them, and calls that take a while to arrive and to be answered.
 */
import { BatchRun } from '../../src/calls/batch/engine.ts';
import { Planner } from '../../src/calls/batch/planner.ts';
import { identityOf } from '../../src/calls/environments/environments.ts';
import type { Batch } from '../../src/calls/ports/batchPorts.ts';
import { batchId } from '../../src/calls/ports/ids.ts';
import type { Exchange, Ledger, Transport } from '../../src/calls/ports/ports.ts';
import { BatchSender } from '../../src/calls/sending/batchSender.ts';
import { Sending } from '../../src/calls/sending/sending.ts';
import { operationById } from '../../src/contract/operations.ts';
import type { OperationId } from '../../src/contract/words.ts';
import { SlidingWindows, sandboxLimits } from '../../src/sandbox/windows.ts';
import { acme, simulatedPorts } from './simulatedPorts.ts';
import { VirtualTime } from './virtualTime.ts';

const minuteMs = 60_000;
const utf8 = new TextEncoder();

/** 0 to 1, the same each time. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function exchange(throttledMs: number, connectedMs: number, totalMs: number): Exchange {
  const throttled = throttledMs > 0;
  const code = throttled ? 'RATE_LIMITED' : 'OK';
  const envelope = {
    status: throttled ? 'FAILED' : 'SUCCESS',
    status_code: throttled ? 429 : 200,
    charged: !throttled,
    success: !throttled,
    message: '',
    message_code: code,
    ...(throttled ? {} : { order_id: 'O', data: { order_id: 'O', error_code: '', result: {} } }),
  };
  const headers: [string, string][] = throttled
    ? [['retry-after', String(Math.ceil(throttledMs / 1000))]]
    : [];
  return {
    kind: 'answered',
    head: { status: throttled ? 429 : 200, statusText: '', headers },
    body: utf8.encode(JSON.stringify(envelope)),
    wireBytes: 1,
    timing: { connectedMs, firstByteMs: totalMs, totalMs },
  };
}

export interface Rate {
  /** Calls the service let through, by when they arrived, ms. */
  readonly passed: readonly number[];
  readonly throttled: number;
  readonly perMinute: number;
  /** Share of the allowed rate that was kept once the first windowful was out, 0 to 1. */
  readonly kept: number;
}

export interface Simulation {
  readonly ledger: Ledger;
  readonly operation: OperationId;
  readonly calls: number;
  readonly concurrency: number;
  readonly startAt: number;
  /** How long the service takes to answer, ms, at least; twice as long at most. */
  readonly answerMs: number;
}

async function plan({ ledger, operation, calls, startAt }: Simulation): Promise<Batch> {
  const { batches } = ledger;
  const documented = operationById(operation);
  const id = batchId(`rate-${operation}`);
  const place = acme.baseUrl;
  await batches.create({
    id,
    operation,
    environment: acme.name,
    identity: identityOf(acme),
    kind: acme.kind,
    origin: place,
    baseUrl: place,
    source: 'rows',
    createdAt: startAt,
    fields: documented.requestFields,
  });
  const names = documented.requestFields.map(({ name }) => name);
  const map = Object.fromEntries(names.map((name, column) => [name, { column }]));
  const planner = new Planner(
    {
      store: batches,
      fingerprint: (of, body) => ledger.fingerprint(of, body),
      inputPrint: (of, body) => ledger.inputPrint(of, body),
    },
    { batch: id, operation: documented, place, map, width: names.length, chunk: 1 },
  );
  for (let row = 0; row < calls; row += 1) {
    await planner.add({ line: row + 1, cells: names.map(() => `row ${row}`) });
  }
  await planner.end();
  await batches.start(id, { sendFlawed: true, sendPaid: true, results: null, insteadOf: null });
  const batch = await batches.get(id, 'simulated', startAt);
  if (batch === null) throw new Error('the batch was not written');
  return batch;
}

/** The service: its windows, and the way to it and back. */
function simulatedService({ operation, answerMs }: Simulation, time: VirtualTime) {
  const random = randomly(7);
  const windows = new SlidingWindows();
  const passed: number[] = [];
  const seen = { passed, throttled: 0 };
  const transport: Transport = {
    send: async () => {
      const connectedMs = 20 + Math.round(random() * 200);
      const totalMs = connectedMs + answerMs + Math.round(random() * answerMs);
      await time.wait(connectedMs);
      const waitMs = windows.admit('key', operation, time.now);
      if (waitMs > 0) seen.throttled += 1;
      else passed.push(time.now);
      await time.wait(totalMs - connectedMs);
      return exchange(waitMs, connectedMs, totalMs);
    },
  };
  return { seen, transport };
}

/** Runs a batch to its end, through the gate that every call goes through; hours of it take seconds. */
export async function simulateBatch(simulation: Simulation): Promise<Rate> {
  const { ledger, operation, startAt, concurrency } = simulation;
  const batch = await plan(simulation);
  const { perMinute, perDay } = sandboxLimits(operation);
  const time = new VirtualTime(startAt);
  const now = (): number => time.now;
  const { seen, transport } = simulatedService(simulation, time);
  const sending = new Sending(simulatedPorts(ledger, transport, now));
  const sender = new BatchSender(sending, batch, [], async () => undefined);
  const run = new BatchRun(
    {
      store: ledger.batches,
      attempt: (call, lagMs, still) => sender.attempt(call, lagMs, still),
      now,
      sleep: (ms) => time.wait(ms),
      changed: () => {
        const { phase, why } = run.status;
        // Nobody is there to resume it, and the time that nothing is due in never ends.
        if (phase === 'paused') throw new Error(`the batch paused: ${why?.text}`);
      },
    },
    { batch: batch.id, holder: 'simulated', stopAfterFailures: 1000, concurrency },
  );
  await time.until(run.run());
  return { ...seen, perMinute, kept: keptOf(seen.passed, perMinute, perDay) };
}

/** Measured from windowful to windowful, once two are out: the first leaves at once, and a limit may have to be learned. */
function keptOf(passed: readonly number[], perMinute: number, perDay: number | null): number {
  const from = 2 * perMinute;
  const to = Math.floor((passed.length - 1) / perMinute) * perMinute;
  const [start, end] = [passed[from], passed[to]];
  if (start === undefined || end === undefined || to <= from) throw new Error('too few calls to tell a rate');
  if (perDay !== null && passed.length > perDay)
    throw new Error('a day’s limit would stand still in between');
  return (to - from) / (((end - start) / minuteMs) * perMinute);
}
