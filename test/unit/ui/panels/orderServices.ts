import { root } from '../../house/sources.ts';

const event = () => ({ dispose: () => undefined });
const quiet = () => undefined;

type World = Awaited<ReturnType<typeof import('../../calls/sending/aSending.ts')['aWorld']>>;

/** What the tab of an order asks of the extension; its page comes from the built files, as in the product. */
export function orderServices(world: World) {
  return {
    extensionUri: { path: root },
    ledger: async () => world.ledger,
    operation: world.ports.settings.operation,
    environments: { all: () => [], onDidChange: event },
    onDidChangeFields: event,
    now: () => world.now,
    log: { warn: quiet, error: quiet, info: quiet },
  };
}
