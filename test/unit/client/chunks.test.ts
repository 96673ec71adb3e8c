import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rawServer } from './servers.ts';

/** Bytes of the answer, each in a chunk of its own. */
const size = 2_000_000;

test('an answer in one-byte chunks takes little more memory than its bytes', {
  timeout: 60_000,
}, async (t) => {
  const block = Buffer.from('1\r\na\r\n'.repeat(10_000));
  const server = await rawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    let left = size / 10_000;
    const more = (): void => {
      while (left > 0) {
        left -= 1;
        if (!socket.write(block)) {
          socket.once('drain', more);
          return;
        }
      }
      socket.write('0\r\n\r\n');
    };
    more();
  });
  const program = `
    import { createTransport } from ${JSON.stringify(new URL('../../../src/client/client.ts', import.meta.url).href)};
    const settings = {
      proxy: { support: 'off', url: null, authorization: null, strictSsl: true, noProxy: [] },
      systemCertificates: false,
      extraCertificates: [],
    };
    const transport = createTransport({ version: '0', settings: () => settings, env: {}, now: () => performance.now() });
    const url = ${JSON.stringify(server.url)};
    const send = { url, apiKey: 'k', body: Buffer.from('{}'), deadlineMs: 50000, connectTimeoutMs: 10000, maxResponseBytes: 10_000_000 };
    const before = process.memoryUsage.rss();
    const { kind, body } = await transport.send(send, new AbortController().signal);
    console.log(JSON.stringify({ kind, length: body?.length, grown: process.resourceUsage().maxRSS * 1024 - before }));
  `;
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const args = ['--input-type=module', '--no-warnings', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, timeout: 50_000 });
  const { kind, length, grown } = JSON.parse(stdout);
  t.diagnostic(`${Math.round(grown / 1e6)} MB`);
  assert.deepEqual([kind, length], ['answered', size]);
  assert.ok(grown < 120_000_000, `${Math.round(grown / 1e6)} MB`);
});
