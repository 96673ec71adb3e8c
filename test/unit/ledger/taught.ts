import { orderId } from '../../../src/calls/ports/ids.ts';
import type { Ledger, NewOrder, OrderSummary, Settlement } from '../../../src/calls/ports/ports.ts';
import { operationById } from '../../../src/contract/operations.ts';
import type { LearnedPath, LearnedShape, Observed } from '../../../src/shapes/model.ts';
import { observed } from '../../../src/shapes/observed.ts';
import { pathText } from '../../../src/shapes/path.ts';
import { aSettlement, bytes, newOrder, noon } from './aLedger.ts';

const rc = operationById('rc-advanced');

/** One call about an input, and what was answered. */
export interface Call {
  readonly input: string;
  readonly result: unknown;
  /** `NO_RECORD_FOUND` where it is absent. */
  readonly code?: string;
  /** Ms after noon. */
  readonly at?: number;
  readonly order?: Partial<NewOrder>;
  readonly settlement?: Partial<Settlement>;
}

export function requestOf(input: string): string {
  return JSON.stringify({ rc_number: input });
}

function answerOf(code: string, result: unknown): string {
  return JSON.stringify({ message_code: code, charged: true, data: { result } });
}

export function observedOf({
  input,
  result,
  code = 'NO_RECORD_FOUND',
}: Pick<Call, 'input' | 'result' | 'code'>): Observed {
  return observed({
    operation: rc,
    request: requestOf(input),
    reading: { shape: 'envelope', messageCode: code },
    answer: answerOf(code, result),
    headers: [],
    receivedAt: noon,
  });
}

export async function beginCall(ledger: Ledger, id: string, { input, at = 0, order }: Call): Promise<void> {
  const requestBody = bytes(requestOf(input));
  const { whole, parts } = await ledger.inputPrint('rc-advanced', requestBody);
  await ledger.begin(newOrder(id, { requestBody, fingerprint: whole, parts, begunAt: noon + at, ...order }));
}

export function settlementOf(call: Call): Settlement {
  const body = bytes(answerOf(call.code ?? 'NO_RECORD_FOUND', call.result));
  const answer = { ...aSettlement().answer, body };
  const settledAt = noon + (call.at ?? 0);
  return aSettlement({ settledAt, answer, observed: observedOf(call), ...call.settlement });
}

/** Begins and settles, and says how it is kept. */
export async function teach(ledger: Ledger, id: string, call: Call): Promise<OrderSummary | null> {
  await beginCall(ledger, id, call);
  await ledger.settle(orderId(id), settlementOf(call));
  return ledger.get(orderId(id));
}

export async function answers(ledger: Ledger): Promise<LearnedShape | undefined> {
  const shapes = await ledger.learning.shapes({});
  return shapes.find(({ side }) => side === 'answer');
}

export function at(shape: LearnedShape | undefined, path: string): LearnedPath | undefined {
  return shape?.paths.find((one) => pathText(one.path) === path);
}

/** How many inputs are known to have answered. */
export async function inputs(ledger: Ledger): Promise<number> {
  return (await answers(ledger))?.seen.inputs ?? 0;
}
