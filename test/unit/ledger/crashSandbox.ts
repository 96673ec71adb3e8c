/** The sandbox in a process of its own: tells its address, and its books when asked. */
import { randomUUID } from 'node:crypto';
import { startSandbox } from '../../../src/sandbox/server.ts';

const [salt = ''] = process.argv.slice(2);
let first = true;

const sandbox = await startSandbox({
  now: Date.now,
  // The first id salts the books' hashes of inputs: the test computes the same ones.
  newId: () => {
    if (!first) return randomUUID();
    first = false;
    return salt;
  },
  latencyMs: 5,
});
process.on('message', () => process.send?.(sandbox.books()));
process.send?.(sandbox.url);
