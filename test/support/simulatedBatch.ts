/**
 * A batch in simulated time: the engine and the ledger as they are, the service's sliding windows as the sandbox keeps
 * them, and calls that take a while to arrive and to be answered.
 */
import { BatchRun, type Sent } from '../../src/calls/batch/engine.ts';
import { paceOf } from '../../src/calls/batch/pace.ts';
import { Planner } from '../../src/calls/batch/planner.ts';
import { bodyOf } from '../../src/calls/batch/rows.ts';
import type { BatchCall } from '../../src/calls/batchPorts.ts';
import type { GuardQuestion } from '../../src/calls/guardPorts.ts';
import { localDay } from '../../src/calls/periods.ts';
import type { Exchange, Ledger, NewOrder } from '../../src/calls/ports.ts';
import { placeCall } from '../../src/calls/sending/exchange.ts';
import { operationById } from '../../src/contract/operations.ts';
import type { OperationId } from '../../src/contract/words.ts';
import { sandboxLimits, Windows } from '../../src/sandbox/windows.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const utf8 = new TextEncoder();

/** A clock that jumps to the next thing that is due once nothing else goes on. */
class VirtualTime {
  now: number;
  #due: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(now: number) {
    this.now = now;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#due.push({ at: this.now + ms, wake: resolve });
    });
  }

  async until<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const ended = work.finally(() => {
      over = true;
    });
    while (!over) {
      // What was woken goes as far as it can without time passing.
      for (let turn = 0; turn < 8 && !over; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const next = this.#due.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || over) continue;
      this.#due = this.#due.filter((one) => one !== next);
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
    return ended;
  }
}

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

async function plan({ ledger, operation, calls, startAt }: Simulation, id: string): Promise<void> {
  const { batches } = ledger;
  const environment = 'simulated';
  const place = { environment, kind: 'live', origin: 'https://api.example.invalid' } as const;
  await batches.create({ id, operation, ...place, source: 'rows', createdAt: startAt });
  const names = operationById(operation).requestFields.map(({ name }) => name);
  const map = Object.fromEntries(names.map((name, column) => [name, { column }]));
  const planner = new Planner(
    { store: batches, fingerprint: (of, body) => ledger.fingerprint(of, body) },
    { batch: id, operation: operationById(operation), environment, map, width: names.length, chunk: 1 },
  );
  for (let row = 0; row < calls; row += 1) {
    await planner.add({ line: row + 1, cells: names.map(() => `row ${row}`) });
  }
  await planner.end();
  await batches.start(id, { sendFlawed: true, sendPaid: true, results: null });
}

/** Runs a batch to its end; hours of it take seconds. */
export async function simulateBatch(simulation: Simulation): Promise<Rate> {
  const { ledger, operation, startAt } = simulation;
  const id = `rate-${operation}`;
  await plan(simulation, id);
  const random = randomly(7);
  const windows = new Windows();
  const { perMinute, perDay } = sandboxLimits(operation);
  const documented = operationById(operation).limits;
  const passed: number[] = [];
  let throttled = 0;
  const time = new VirtualTime(startAt);
  const ask = async (call: BatchCall, lagMs: number) => {
    const question = (most: number | null): GuardQuestion => ({
      operation,
      environment: 'simulated',
      keyTail: null,
      fingerprint: null,
      now: time.now,
      day: localDay(time.now),
      session: 's',
      windows: [
        { ms: minuteMs + lagMs, most },
        { ms: dayMs + lagMs, most: documented.perDay },
      ],
    });
    const facts = await ledger.guard(question(documented.perMinute));
    if (documented.perMinute !== null || facts.learned === null) return paceOf(call, facts);
    return paceOf(call, await ledger.guard(question(Math.max(1, facts.learned.calls - 1))));
  };
  const send = async (call: BatchCall): Promise<Sent> => {
    const connectedMs = 20 + Math.round(random() * 200);
    const totalMs = connectedMs + simulation.answerMs + Math.round(random() * simulation.answerMs);
    const body = utf8.encode(
      bodyOf(
        operationById(operation),
        call.rows.map(({ fields }) => fields),
      ),
    );
    const transport = {
      send: async (): Promise<Exchange> => {
        await time.wait(connectedMs);
        const waitMs = windows.admit('key', operation, time.now);
        if (waitMs > 0) throttled += 1;
        else passed.push(time.now);
        await time.wait(totalMs - connectedMs);
        return exchange(waitMs, connectedMs, totalMs);
      },
    };
    const result = await placeCall(
      { ledger, transport, now: () => time.now },
      { order: orderOf(call, operation, body, time.now), admission: null, request: requestOf(body) },
      new AbortController().signal,
    );
    if (result.kind === 'not-begun') return result;
    const { outcome, messageCode } = result.settlement;
    return { kind: 'settled', outcome, messageCode, connectedMs };
  };
  const run = new BatchRun(
    {
      store: ledger.batches,
      look: ask,
      send,
      now: () => time.now,
      sleep: (ms) => time.wait(ms),
      changed: () => undefined,
    },
    { batch: id, holder: 'simulated', stopAfterFailures: 1000, concurrency: simulation.concurrency },
  );
  await time.until(run.run());
  return { passed, throttled, perMinute, kept: keptOf(passed, perMinute, perDay) };
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

function orderOf(call: BatchCall, operation: OperationId, body: Uint8Array, now: number): NewOrder {
  return {
    id: `order of ${call.draftId}`,
    draftId: call.draftId,
    operation,
    environment: 'simulated',
    kind: 'live',
    origin: 'https://api.example.invalid',
    keyTail: null,
    machine: 'm',
    begunAt: Math.round(now),
    deadlineAt: Math.round(now) + 70_000,
    maskedInput: 'm',
    fingerprint: null,
    day: localDay(now),
    session: 's',
    price: null,
    batch: { id: call.batch, row: call.call },
    requestBody: body,
  };
}

function requestOf(body: Uint8Array) {
  return {
    url: 'https://api.example.invalid',
    apiKey: null,
    body,
    deadlineMs: 60_000,
    connectTimeoutMs: 1000,
    maxResponseBytes: 1000,
  };
}
