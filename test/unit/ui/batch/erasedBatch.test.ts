import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForVscode } from '../vscodeStandIn.ts';

await standInForVscode();
const { BatchCommands } = await import('../../../../src/ui/batch/batchCommands.ts');

const id = '11111111-2222-4333-8444-555555555555';

function commandsWithoutBatches() {
  const kept = { batches: { get: async () => null } };
  const services = { ledger: async () => kept, session: 'a window', now: () => 0, log: {} };
  return new BatchCommands(services as never, {} as never);
}

test('a press on Show Rows of a batch that was erased is answered with that sentence, and opens nothing', async () => {
  const commands = commandsWithoutBatches() as unknown as { follow(id: string): Promise<void> };
  await assert.rejects(commands.follow(id), { message: 'This batch is no longer kept.' });
});
