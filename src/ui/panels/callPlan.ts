import { type Environment, isEmbedded, mayBill, originOf } from '../../calls/environments.ts';
import { admission, guardQuestion, readGuard } from '../../calls/guard/admission.ts';
import type { GuardQuestion } from '../../calls/guardPorts.ts';
import { type KeyState, keyTail } from '../../calls/key.ts';
import { localDay } from '../../calls/periods.ts';
import type { PlannedCall } from '../../calls/placeCall.ts';
import { type Preflight, type PreflightContext, preflight, priceOf } from '../../calls/preflight.ts';
import { maskedInput } from '../../contract/masking.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import { networkSettings, settings } from '../adapters/settings.ts';
import type { RunningSandbox, Services } from '../services.ts';

/** Where a call would go now: the environment, its key and, if it is the embedded one, the running sandbox. */
export interface Destination {
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly key: KeyState;
  readonly sandbox: RunningSandbox | null;
}

/** Reads the key of the environment (the chosen one) afresh; starts the sandbox if that is the one. */
export async function destination(
  services: Services,
  environment = services.environments.current(),
): Promise<Destination> {
  const sandbox = isEmbedded(environment) ? await services.sandbox() : null;
  const key = await services.keys.state(environment, sandbox?.key ?? '');
  return { environment, baseUrl: sandbox?.url ?? environment.baseUrl, key, sandbox };
}

export function tailOf(key: KeyState): string | null {
  return key.kind === 'present' ? keyTail(key.key) : null;
}

/** What a preflight says against sending, the hardest first. */
export function warningsOf({ obstacles, warning }: Preflight): readonly Phrase[] {
  return [...obstacles.map(({ what }) => what), ...(warning === null ? [] : [warning])];
}

/** Everything a preflight needs but what the ledger knows. */
function contextOf(services: Services, operation: Operation, to: Destination): PreflightContext {
  const paise = to.sandbox?.pricePaise(operation.id) ?? null;
  const { proxy } = networkSettings();
  return {
    operation,
    environment: to.environment,
    key: to.key,
    simulatedPrice: paise === null ? null : (paise / 100).toFixed(2),
    looseProxy: mayBill(to.environment) && proxy.support === 'on' && proxy.url !== null && !proxy.strictSsl,
    now: services.now(),
  };
}

/** What was found before a call, and what it was found from. */
export interface Check extends Preflight {
  readonly context: PreflightContext;
  readonly question: GuardQuestion;
}

/**
 * What there is to know and say before a call of this operation leaves for there.
 * @param body what would leave; null while nothing is typed: then nothing is said of the same input
 */
export async function checkBefore(
  services: Services,
  operation: Operation,
  to: Destination,
  body: string | null,
): Promise<Check> {
  const ledger = await services.ledger();
  const context = contextOf(services, operation, to);
  const fingerprint =
    body === null ? null : await ledger.fingerprint(operation.id, new TextEncoder().encode(body));
  const { question, facts } = await readGuard(ledger, context, { fingerprint, session: services.session });
  return { ...preflight(facts, context), context, question };
}

/** Whether what stands in the way must be accepted there: the sandbox bills nothing, and nobody waits in it. */
export function isGuarded(environment: Environment): boolean {
  return mayBill(environment) || settings.rehearseGuard();
}

/** Grace after the call's own deadline before an unsettled order counts as lost: time to read and settle. */
const settleGraceMs = 10_000;

/**
 * One call, ready to leave: the order that is written first, and the bytes that go.
 * @param accepted ids of the obstacles its sender passes; the ledger refuses whatever else stands in the way then
 */
export async function planCall(
  services: Services,
  operation: Operation,
  to: Destination,
  draftId: string,
  body: string,
  accepted: ReadonlySet<string> = new Set(),
): Promise<PlannedCall> {
  const ledger = await services.ledger();
  const begunAt = services.now();
  const deadlineMs = settings.deadlineMs();
  const bytes = new TextEncoder().encode(body);
  const key = to.key.kind === 'present' || to.key.kind === 'simulated' ? to.key.key : null;
  const fingerprint = await ledger.fingerprint(operation.id, bytes);
  const context = { ...contextOf(services, operation, to), now: begunAt };
  const question = guardQuestion(context, { fingerprint, session: services.session }, null);
  return {
    admission: isGuarded(to.environment) ? admission(context, question, accepted) : null,
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
      fingerprint,
      day: localDay(begunAt),
      session: services.session,
      price: priceOf({ environment: to.environment, operation }),
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
