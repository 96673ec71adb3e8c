import { identityOf, placeOf, sandboxEnvironment } from '../../src/calls/environments/environments.ts';
import { draftId, orderId } from '../../src/calls/ports/ids.ts';
import type { NewOrder } from '../../src/calls/ports/ports.ts';
import { aNewOrder } from '../unit/calls/orders.ts';

/** An order of the embedded sandbox that is about to leave now. */
export function aSandboxOrder(id: string, changes: Partial<NewOrder> = {}): NewOrder {
  const begunAt = Date.now();
  return aNewOrder({
    id: orderId(id),
    draftId: draftId(`${id}.1`),
    environment: sandboxEnvironment.name,
    identity: identityOf(sandboxEnvironment),
    kind: sandboxEnvironment.kind,
    place: placeOf(sandboxEnvironment),
    origin: 'http://127.0.0.1:1',
    keyTail: null,
    keyHash: '',
    begunAt,
    deadlineAt: begunAt + 60_000,
    ...changes,
  });
}
