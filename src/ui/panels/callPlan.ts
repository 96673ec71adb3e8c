import { type Environment, isEmbedded, mayBill, originOf } from '../../calls/environments.ts';
import { type KeyState, keyTail } from '../../calls/key.ts';
import { localDay } from '../../calls/periods.ts';
import type { PlannedCall } from '../../calls/placeCall.ts';
import { countCalls, type Preflight, preflight } from '../../calls/preflight.ts';
import { maskedInput } from '../../contract/masking.ts';
import type { Operation } from '../../contract/shapes.ts';
import { networkSettings, settings } from '../adapters/settings.ts';
import type { RunningSandbox, Services } from '../services.ts';

/** Where a call would go now: the environment, its key and, if it is the embedded one, the running sandbox. */
export interface Destination {
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly key: KeyState;
  readonly sandbox: RunningSandbox | null;
}

/** Reads the chosen environment and its key afresh; starts the sandbox if that is the one. */
export async function destination(services: Services): Promise<Destination> {
  const environment = services.environments.current();
  const sandbox = isEmbedded(environment) ? await services.sandbox() : null;
  const key = await services.keys.state(environment, sandbox?.key ?? '');
  return { environment, baseUrl: sandbox?.url ?? environment.baseUrl, key, sandbox };
}

export function tailOf(key: KeyState): string | null {
  return key.kind === 'present' ? keyTail(key.key) : null;
}

/** What there is to know and say before a call of this operation leaves for there. */
export async function checkBefore(
  services: Services,
  operation: Operation,
  to: Destination,
): Promise<Preflight> {
  const ledger = await services.ledger();
  const counts = await countCalls(ledger, operation, to.environment, tailOf(to.key), services.now());
  const pricePaise = to.sandbox?.pricePaise(operation.id) ?? null;
  const { proxy } = networkSettings();
  const looseProxy =
    mayBill(to.environment) && proxy.support === 'on' && proxy.url !== null && !proxy.strictSsl;
  return preflight({
    operation,
    environment: to.environment,
    key: to.key,
    pricePaise,
    looseProxy,
    ...counts,
  });
}

/** Grace after the call's own deadline before an unsettled order counts as lost: time to read and settle. */
const settleGraceMs = 10_000;

/** One call, ready to leave: the order that is written first, and the bytes that go. */
export async function planCall(
  services: Services,
  operation: Operation,
  to: Destination,
  draftId: string,
  body: string,
): Promise<PlannedCall> {
  const ledger = await services.ledger();
  const begunAt = services.now();
  const deadlineMs = settings.deadlineMs();
  const bytes = new TextEncoder().encode(body);
  const key = to.key.kind === 'present' || to.key.kind === 'simulated' ? to.key.key : null;
  return {
    admission: null,
    order: {
      id: services.newId(),
      draftId,
      operation: operation.id,
      environment: to.environment.name,
      kind: to.environment.kind,
      origin: to.sandbox === null ? originOf(to.environment) : new URL(to.sandbox.url).origin,
      keyTail: tailOf(to.key),
      machine: services.machine,
      begunAt,
      deadlineAt: begunAt + deadlineMs + settleGraceMs,
      maskedInput: maskedInput(operation, body),
      fingerprint: await ledger.fingerprint(operation.id, bytes),
      day: localDay(begunAt),
      session: services.session,
      price: null,
      batch: null,
      requestBody: bytes,
    },
    request: {
      url: to.baseUrl + operation.path,
      apiKey: key,
      body: bytes,
      deadlineMs,
      connectTimeoutMs: settings.connectTimeoutMs(),
      maxResponseBytes: settings.maxResponseBytes(),
    },
  };
}
