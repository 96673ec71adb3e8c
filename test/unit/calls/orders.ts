import { draftId, orderId } from '../../../src/calls/ports/ids.ts';
import type { NewOrder, OrderSummary } from '../../../src/calls/ports/ports.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** A settled order of an invented input. */
export function anOrder(changes: Partial<OrderSummary> = {}): OrderSummary {
  return {
    id: orderId('00000000-0000-4000-8000-000000000001'),
    draftId: draftId('draft.0'),
    operation: 'rc-advanced',
    environment: 'acme-prod',
    identity: 'name:acme-prod',
    kind: 'live',
    origin: 'https://api.example.invalid',
    keyTail: '9f3a',
    machine: 'workbench',
    begunAt: noon,
    deadlineAt: noon + 70_000,
    maskedInput: 'XX••••••01',
    fingerprint: null,
    price: null,
    batch: null,
    state: 'settled',
    settledAt: noon + 812,
    outcome: 'negative',
    billing: 'billed',
    evidence: 'stated',
    httpStatus: 422,
    messageCode: 'NO_RECORD_FOUND',
    orderId: 'ORD-INVENTED-1',
    failureCode: null,
    totalMs: 812,
    hasNote: false,
    resolved: null,
    resolvedAt: null,
    payloadsKept: true,
    followUp: null,
    drift: null,
    aadhaarReducedAt: null,
    ...changes,
  };
}

/** The same, about to leave. */
export function aNewOrder(changes: Partial<NewOrder> = {}): NewOrder {
  return {
    id: orderId('order-1'),
    draftId: draftId('draft.0'),
    operation: 'rc-advanced',
    environment: 'acme-prod',
    identity: 'name:acme-prod',
    kind: 'live',
    origin: 'https://api.example.invalid',
    place: 'https://api.example.invalid',
    keyTail: '9f3a',
    keyHash: 'hash of 9f3a',
    machine: 'workbench',
    begunAt: noon,
    deadlineAt: noon + 70_000,
    maskedInput: 'XX••••••01',
    fingerprint: null,
    parts: [],
    day: '2026-11-21',
    session: 'session',
    price: null,
    batch: null,
    requestBody: new TextEncoder().encode('{"rc_number":"XX00AB0001"}'),
    aadhaar: [],
    ...changes,
  };
}
