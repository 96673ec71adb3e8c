import assert from 'node:assert/strict';
import { until } from '../../../support/processes.ts';
import { root } from '../../house/sources.ts';

const quiet = () => undefined;
const event = () => ({ dispose: quiet });

type World = Awaited<ReturnType<typeof import('../../calls/sending/aSending.ts')['aWorld']>>;

/** What the form of a registration number asks of the extension; its page comes from the built files, as in the product. */
export function formServices(world: World) {
  const operation = () => world.ports.settings.operation('rc-advanced');
  const fieldsChanged = new Set<() => void>();
  let ids = 0;
  const services = {
    extensionUri: { path: root },
    ledger: async () => world.ledger,
    sending: world.sending,
    operation,
    operations: () => [operation()],
    environments: { onDidChange: event, current: () => world.environments[0], all: () => world.environments },
    keys: { onDidChange: event },
    onDidChangeFields: (one: () => void) => {
      fieldsChanged.add(one);
      return { dispose: () => fieldsChanged.delete(one) };
    },
    now: () => world.now,
    newId: () => {
      ids += 1;
      return `11111111-2222-4333-8444-${String(ids).padStart(12, '0')}`;
    },
    leavesFrom: 'here',
    memory: { get: quiet },
    log: { warn: quiet, error: quiet, info: quiet },
  };
  /** Edit Request Fields… gives the first field another name. */
  const correct = () => {
    const [first, ...others] = operation().requestFields;
    assert.equal(first?.name, 'rc_number');
    world.fields.set('rc-advanced', [
      { ...first, name: 'vehicle_number', path: ['vehicle_number'], assumed: 'stated-by-user' },
      ...others,
    ]);
    for (const one of fieldsChanged) one();
  };
  return { services, operation, correct };
}

interface Panel {
  readonly posted: readonly unknown[];
  asks(method: string, params: unknown): void;
}

/** What a page is answered that asks from this panel. */
export function askingFrom(panel: Panel): (method: string, params: unknown) => Promise<unknown> {
  return async (method, params) => {
    const from = panel.posted.length;
    panel.asks(method, params);
    const isReply = (one: unknown): boolean =>
      ['result', 'failure'].includes((one as { readonly kind: string }).kind);
    const reply = await until(
      async () => panel.posted.slice(from).find(isReply),
      () => `no reply to ${method}`,
      5000,
    );
    return (reply as { readonly result: unknown }).result;
  };
}
