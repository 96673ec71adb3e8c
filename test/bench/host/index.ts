/** What VS Code calls in the extension host: does the bench's jobs until it is told to end. */
import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { measureActivation } from './activation.ts';
import { startAnswer } from './answer.ts';
import { measureCalls, rawLarge } from './calls.ts';
import { openForm } from './form.ts';
import { startLookup } from './lookup.ts';
import type { Handlers, JobName } from './protocol.ts';
import { StallWatch } from './stalls.ts';

/** Written whole and renamed, so that a reader never sees half of it. */
function announce(address: AddressInfo | string | null): void {
  const file = join(__dirname, 'control.json');
  writeFileSync(`${file}.new`, JSON.stringify(address));
  renameSync(`${file}.new`, file);
}

export async function run(): Promise<void> {
  const stalls = new StallWatch();
  const over = Promise.withResolvers<void>();
  const handlers: Handlers = {
    activate: ({ id }) => measureActivation(id),
    calls: measureCalls,
    openForm,
    lookup: startLookup,
    answer: startAnswer,
    rawLarge,
    watch: async () => {
      stalls.start();
      return null;
    },
    watched: async () => stalls.stop(),
    end: async () => {
      setTimeout(over.resolve, 50);
      return null;
    },
  };
  const server = createServer(async (request, response) => {
    try {
      const { job, params }: { job: JobName; params: never } = JSON.parse(await text(request));
      const result = await handlers[job](params);
      response.end(JSON.stringify({ result }));
    } catch (error) {
      response.statusCode = 500;
      response.end(JSON.stringify({ error: error instanceof Error ? error.stack : String(error) }));
    }
  });
  server.listen(0, '127.0.0.1', () => announce(server.address()));
  await over.promise;
  server.closeAllConnections();
  server.close();
}
