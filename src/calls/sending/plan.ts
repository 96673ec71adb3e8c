import { aadhaarNumbersIn } from '../../contract/aadhaar/numbers.ts';
import { countedAs } from '../environments/counting.ts';
import { mayBill } from '../environments/environments.ts';
import { priceOf } from '../guard/preflight.ts';
import { orderId } from '../ports/ids.ts';
import type { CallRequest, CallWay, NewOrder } from '../ports/ports.ts';
import { originOfDestination, tailOf } from './destination.ts';
import type { Prospect } from './look.ts';
import type { SendingPorts } from './ports.ts';
import type { Wanted } from './wanted.ts';

/** Grace after the call's own deadline before an unsettled order counts as lost: time to read and settle. */
const settleGraceMs = 10_000;

/** The order that is written before its call leaves. */
export function orderFor(ports: SendingPorts, want: Wanted, prospect: Prospect, body: Uint8Array): NewOrder {
  const { to, context, question, shownInput } = prospect;
  const { environment } = to;
  return {
    id: orderId(ports.newId()),
    draftId: want.draftId,
    operation: want.operation.id,
    environment: environment.name,
    identity: countedAs(environment),
    // What may be billed is never kept as simulated, whatever the settings call it.
    kind: mayBill(environment) ? 'live' : 'sandbox',
    origin: originOfDestination(to),
    place: question.place,
    keyHash: question.keyHash,
    keyTail: tailOf(to.key),
    machine: ports.machine,
    begunAt: context.now,
    deadlineAt: context.now + ports.settings.deadlineMs() + settleGraceMs,
    maskedInput: shownInput,
    fingerprint: question.input?.whole ?? null,
    parts: question.input?.parts ?? [],
    day: question.day,
    session: ports.session,
    price: priceOf(context),
    batch: want.batch,
    requestBody: body,
    aadhaar: aadhaarNumbersIn(want.operation, new TextDecoder().decode(body)),
  };
}

/** What leaves, made of what was written: the body is the order's. */
export function requestFor(
  ports: SendingPorts,
  { to }: Prospect,
  way: CallWay,
  order: NewOrder,
): CallRequest {
  return {
    ...way,
    way,
    apiKey: to.key.kind === 'present' || to.key.kind === 'simulated' ? to.key.key : null,
    body: order.requestBody,
    deadlineMs: ports.settings.deadlineMs(),
    maxResponseBytes: ports.settings.maxResponseBytes(),
  };
}
