import type { TestContext } from 'node:test';
import { Planner } from '../../../../src/calls/batch/planner.ts';
import { identityOf, placeOf } from '../../../../src/calls/environments/environments.ts';
import type { BatchId } from '../../../../src/calls/ports/ids.ts';
import { owned } from '../../calls/sending/aSender.ts';
import { aWorld, key } from '../../calls/sending/aSending.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

/** What the window of these tests was told; import this before anything of src/ui. */
export const told = await standInForVscode();
const vscode = await import('vscode');
const { BatchCommands } = await import('../../../../src/ui/batch/batchCommands.ts');

/** A world that may send, and a window that has what a batch shows itself in. */
export async function aBatchWindow(t: TestContext) {
  const before = { ...vscode.window };
  t.after(() => Object.assign(vscode.window, before));
  Object.assign(vscode.window, {
    createStatusBarItem: () => ({ show: () => undefined, dispose: () => undefined }),
  });
  const world = await aWorld(t);
  world.environments = [owned];
  world.chosen = identityOf(owned);
  world.setKey(key, owned);
  return world;
}

type World = Awaited<ReturnType<typeof aBatchWindow>>;

/** The batches of such a window. `plan` plans one of these registration numbers and presses Start; `planned` runs before it does. */
export function windowsBatches(world: World) {
  const errors: string[] = [];
  let ids = 0;
  const services = {
    ledger: async () => world.real,
    sending: world.sending,
    operation: world.ports.settings.operation,
    session: 'window',
    now: () => world.now,
    newId: () => `batch${ids++}`,
    log: { warn: () => undefined, error: (...words: unknown[]) => errors.push(words.join(' ')) },
  };
  const commands = new BatchCommands(services as never, { issue: () => 'proof' } as never);
  const operation = world.ports.settings.operation('rc-advanced');
  const { batches: store } = world.real;
  const prints = {
    fingerprint: (...of: Parameters<World['real']['fingerprint']>) => world.real.fingerprint(...of),
    inputPrint: (...of: Parameters<World['real']['inputPrint']>) => world.real.inputPrint(...of),
  };
  const plan = async (cells: readonly string[], planned: () => void = () => undefined): Promise<boolean> => {
    const read = async (batch: BatchId): Promise<true> => {
      const map = { rc_number: { column: 0 } };
      const to = { batch, operation, place: placeOf(owned), map, width: 1, chunk: 50 };
      const planner = new Planner({ store, ...prints }, to);
      for (const [index, cell] of cells.entries()) await planner.add({ line: index + 2, cells: [cell] });
      await planner.end();
      planned();
      return true;
    };
    told.answers.push('Start Batch');
    return commands.plan({
      ...{ operation, read, to: await world.sending.destination(owned) },
      ...{ source: { name: 'cars.csv', file: null }, insteadOf: null, results: null, columns: [], said: [] },
    });
  };
  return { commands, errors, plan };
}

/**
 * A batch of these registration numbers, planned and started as its user does it.
 * @param planned runs once the rows are planned and before the run begins
 * @returns what was logged as an error so far, too
 */
export async function startedBatch(world: World, cells: readonly string[], planned?: () => void) {
  const { commands, errors, plan } = windowsBatches(world);
  return { commands, errors, started: await plan(cells, planned) };
}
