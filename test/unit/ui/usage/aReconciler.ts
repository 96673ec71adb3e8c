import type { Environment } from '../../../../src/calls/environments/environments.ts';
import { plainVscode, world } from '../../../support/plainVscode.ts';
import { type aLedger, noon } from '../../ledger/aLedger.ts';

Object.assign(plainVscode, { ThemeIcon: class {} });
const { Reconciler } = await import('../../../../src/ui/usage/reconcileCommand.ts');
const { batchReader } = await import('../../../../src/tables/batch.ts');

type Ledger = Awaited<ReturnType<typeof aLedger>>['ledger'];
type Answer = (given: readonly unknown[]) => unknown;

/** The first line of a list. */
export const first: Answer = ([items]) => (items as readonly unknown[])[0];

/** The document that compares a statement on the clipboard, its columns as they were guessed. @param answers to what is asked after that */
export async function reconciled(
  ledger: Ledger,
  own: Environment,
  csv: string,
  ...answers: readonly Answer[]
): Promise<string> {
  Object.assign(plainVscode.env, { clipboard: { readText: async () => csv } });
  const kept = new Map<string, unknown>();
  const services = {
    ledger: async () => ledger,
    batchReader: async () => batchReader,
    environments: { current: () => own, all: () => [own] },
    memory: {
      get: (key: string, start: unknown) => kept.get(key) ?? start,
      update: async (key: string, value: unknown) => void kept.set(key, value),
    },
    now: () => noon,
    newId: () => 'id',
  };
  world.choices.push(([items]) => (items as readonly unknown[])[1], first, ...answers);
  const reconciler = new Reconciler(services as never);
  await reconciler.run();
  return reconciler.text('id');
}
