import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedSandbox } from '../../../src/sandbox/embedded.ts';

const options = { now: Date.now, newId: () => 'id' };

test('the embedded sandbox comes back where it was, and elsewhere as long as its port is taken', async () => {
  const first = await embeddedSandbox(options);
  const { port } = first;
  const beside = await embeddedSandbox(options, [port]);
  assert.notEqual(beside.port, port);
  await first.close();
  const again = await embeddedSandbox(options, [port]);
  assert.deepEqual([again.port, again.url], [port, `http://127.0.0.1:${port}`]);
  await beside.close();
  // A second window of the same folder: the first one is at its place again.
  const second = await embeddedSandbox(options, [port, beside.port]);
  assert.equal(second.port, beside.port);
  await Promise.all([second.close(), again.close()]);
  const odd = await embeddedSandbox(options, [99_999]);
  assert.ok(odd.port > 0 && odd.port !== port);
  await odd.close();
});
