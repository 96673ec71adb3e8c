import * as vscode from 'vscode';
import { ownerOf } from '../../calls/environments/countedTo.ts';
import { isEmbedded, originOf } from '../../calls/environments/environments.ts';
import type { OrderId } from '../../calls/ports/ids.ts';
import type { OrderSummary } from '../../calls/ports/ports.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { requestMaskAt } from '../../contract/masking.ts';
import { openChoices } from '../../contract/openChoices.ts';
import { maskKindByLook } from '../../contract/personalText.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { RuntimeServices, Services } from '../base/services.ts';
import { say } from '../words/both/translate.ts';
import { isReduced } from '../words/reducedWords.ts';
import { keptOrder } from './shownOrder.ts';

/** A call that is to become code. */
export interface CodeCall {
  readonly operation: Operation;
  readonly url: string;
  readonly body: string;
  /** True when nothing personal is in it: the values are our own examples, or defaults that are of nobody. */
  readonly examples: boolean;
  /** True when an Aadhaar number in it is kept as its last four digits only. */
  readonly reduced: boolean;
  /** The simulated key, when the code would call the embedded sandbox. */
  readonly sandboxKey: string | null;
  /** Whose request it is, where it is that of an order. */
  readonly order?: OrderSummary;
}

/** Of an operation alone: its assumed required fields with their examples, to the chosen environment. */
export async function callOfOperation(services: RuntimeServices, operation: Operation): Promise<CodeCall> {
  const to = await services.sending.destination();
  const { requestFields } = operation;
  const required = requestFields.filter((field) => field.required);
  // Of an imported command nobody knows yet what is required.
  const used = required.length > 0 ? required : requestFields;
  const examples = used.map((field) => [field.name, field.default ?? field.example] as const);
  return {
    operation,
    url: to.baseUrl + operation.path,
    body: bodyFromFields(operation, Object.fromEntries(examples)),
    examples: !used.some((field) => hasPersonalDefault(operation, field)),
    reduced: false,
    sandboxKey: to.sandbox?.key ?? null,
  };
}

/** A default is the user's own words, and so is the first of its choices, which is its example then. */
function hasPersonalDefault(operation: Operation, field: RequestField): boolean {
  const { path, default: own } = field;
  if (own === null || own === '') return field.choices !== undefined && openChoices(field) === null;
  return requestMaskAt(operation, path) !== undefined || maskKindByLook(own) !== null;
}

/** What an order sent, to where it was sent. Throws one sentence when its request cannot be read any more. */
export async function callOfOrder(services: Services, orderId: OrderId): Promise<CodeCall> {
  const shown = await keptOrder(services, orderId);
  if (shown.requestBody === null) {
    const why = shown.warning === null ? '' : say(shown.warning);
    throw new Error(vscode.l10n.t('The request of this order cannot be copied. {0}', why).trim());
  }
  const operation = services.operation(shown.order.operation);
  const body = new TextDecoder().decode(shown.requestBody);
  const reduced = isReduced(shown.order);
  const { order } = shown;
  return { operation, body, examples: false, reduced, order, ...(await placeOf(services, order, operation)) };
}

async function placeOf(
  services: Services,
  order: OrderSummary,
  operation: Operation,
): Promise<Pick<CodeCall, 'url' | 'sandboxKey'>> {
  const known = await (await services.ledger()).identities();
  const environment = ownerOf(services.environments.all(), order.identity, known);
  if (environment !== undefined && isEmbedded(environment)) {
    // Its port is another at each start.
    const sandbox = await services.sandbox();
    return { url: sandbox.url + operation.path, sandboxKey: sandbox.key };
  }
  // The environment knows the path prefix; one that has moved since says nothing about this order.
  const isSame = environment !== undefined && originOf(environment) === order.origin;
  return { url: (isSame ? environment.baseUrl : order.origin) + operation.path, sandboxKey: null };
}
