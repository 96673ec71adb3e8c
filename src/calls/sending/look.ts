import { maskedInput } from '../../contract/masking.ts';
import type { Operation } from '../../contract/shapes.ts';
import { mayBill, placeOf } from '../environments/environments.ts';
import { guardQuestion } from '../guard/admission.ts';
import { type Preflight, type PreflightContext, preflight } from '../guard/preflight.ts';
import { printOf } from '../inputs/compared.ts';
import type { GuardFacts, GuardQuestion, InputPrint } from '../ports/guardPorts.ts';
import { keyOf } from './destination.ts';
import type { Destination, SendingPorts } from './ports.ts';

/** What a call is judged by before the ledger is asked; all of it read a moment ago. */
export interface Prospect {
  readonly to: Destination;
  readonly context: PreflightContext;
  readonly question: GuardQuestion;
  /** The bytes that would leave; null while nothing is typed. */
  readonly body: Uint8Array | null;
  readonly shownInput: string;
}

/** What was found before a call, and what it was found from. */
export interface Check extends Preflight {
  readonly to: Destination;
  readonly context: PreflightContext;
  readonly facts: GuardFacts;
}

/** Everything a preflight needs but what the ledger knows. */
function contextOf(ports: SendingPorts, operation: Operation, to: Destination): PreflightContext {
  const paise = to.sandbox?.pricePaise(operation.id) ?? null;
  return {
    operation,
    environment: to.environment,
    key: to.key,
    simulatedPrice: paise === null ? null : (paise / 100).toFixed(2),
    looseProxy: mayBill(to.environment) && ports.settings.looseProxy(),
    now: ports.now(),
  };
}

/** @param text what would leave; null = any input, of which nothing is said then */
export async function prospectOf(
  ports: SendingPorts,
  operation: Operation,
  to: Destination,
  text: string | null,
  lagMs: number,
): Promise<Prospect> {
  const ledger = await ports.ledger();
  const body = text === null ? null : new TextEncoder().encode(text);
  const input: InputPrint | null = text === null ? null : await printOf(ledger, operation, text);
  const place = placeOf(to.environment);
  const account = { place, keyHash: await ledger.keyHash(place, keyOf(to)) };
  const context = contextOf(ports, operation, to);
  const question = guardQuestion(context, { account, input, session: ports.session, lagMs });
  return { to, context, question, body, shownInput: text === null ? '' : maskedInput(operation, text) };
}

export function checkOf({ to, context }: Prospect, facts: GuardFacts): Check {
  return { ...preflight(facts, context), to, context, facts };
}
