import type { TestContext } from 'node:test';
import {
  BatchRun,
  type EngineMeans,
  type EngineOptions,
  type Sent,
} from '../../../../src/calls/batch/engine.ts';
import type { Verdict } from '../../../../src/calls/batch/pace.ts';
import { bodyOfCall } from '../../../../src/calls/batch/planned.ts';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import type { BatchCall } from '../../../../src/calls/batchPorts.ts';
import { batchId, orderId } from '../../../../src/calls/ids.ts';
import { placeCall } from '../../../../src/calls/sending/exchange.ts';
import type { Exchange, Ledger, Transport } from '../../../../src/calls/ports.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { OperationId } from '../../../../src/contract/words.ts';
import { newOrder, noon } from '../../ledger/aLedger.ts';

const utf8 = new TextEncoder();

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
  operation: OperationId = 'rc-advanced',
  chunk = 50,
): Promise<void> {
  const { batches } = ledger;
  const name = operation === 'email-bulk' ? 'emails' : 'rc_number';
  const planned = operationById(operation);
  const place = 'https://api.example.invalid';
  const batch = batchId(id);
  await batches.create({
    id: batch,
    operation,
    environment: 'acme-prod',
    identity: 'name:acme-prod',
    kind: 'live',
    origin: place,
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
      chunk,
    },
  );
  for (const [index, cell] of cells.entries()) await planner.add({ line: index + 1, cells: [cell] });
  await planner.end();
  await batches.start(batch, { sendFlawed: true, sendPaid: true, results: null });
}

/** Sends a call of a batch through the ledger, as the ui does. */
export async function sendThrough(
  ledger: Pick<Ledger, 'begin' | 'settle' | 'fingerprint'>,
  transport: Transport,
  clock: SimulatedClock,
  call: BatchCall,
  operation: OperationId = 'rc-advanced',
): Promise<Sent> {
  const body = utf8.encode(bodyOfCall(operationById(operation), call));
  const order = newOrder(orderId(`${call.draftId} as an order`), {
    draftId: call.draftId,
    operation,
    begunAt: clock.at,
    deadlineAt: clock.at + 70_000,
    fingerprint: await ledger.fingerprint(operation, body),
    batch: { id: call.batch, row: call.call },
    requestBody: body,
  });
  const request = {
    url: 'https://api.example.invalid',
    apiKey: null,
    body,
    deadlineMs: 60_000,
    connectTimeoutMs: 1000,
    maxResponseBytes: 1000,
  };
  const deps = { ledger, transport, now: clock.now };
  const result = await placeCall(deps, { order, admission: null, request }, new AbortController().signal);
  if (result.kind === 'not-begun') return result;
  const { outcome, messageCode } = result.settlement;
  return { kind: 'settled', outcome, messageCode, connectedMs: result.exchange.timing.connectedMs };
}

export const go: Verdict = { kind: 'go' };

/** An engine of which a test replaces what it is about. */
export function aRun(
  _t: TestContext | null,
  ledger: Ledger,
  clock: SimulatedClock,
  means: Partial<EngineMeans> & Pick<EngineMeans, 'send'>,
  options: Partial<EngineOptions> = {},
): BatchRun {
  return new BatchRun(
    {
      store: ledger.batches,
      look: async () => go,
      now: clock.now,
      sleep: clock.sleep,
      changed: () => undefined,
      ...means,
    },
    { batch: 'b', holder: 'window 1', stopAfterFailures: 5, concurrency: 1, ...options },
  );
}
