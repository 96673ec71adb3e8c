import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { operationById } from '../../../src/contract/operations.ts';
import { snippet } from '../../../src/snippets/snippets.ts';
import { aFolder, aRecorder, programs, run } from './running.ts';

const operation = operationById('rc-advanced');
const body = '{"rc_number":"XX00AA0000"}';

async function served(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.closeAllConnections());
  t.after(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('a call that is answered by a redirect', () => {
  for (const program of programs) {
    const { language } = program;
    for (const status of [307, 308]) {
      it(`goes nowhere else, and its answer is printed: ${language}, ${status}`, {
        skip: program.skip,
      }, async (t) => {
        const elsewhere = await aRecorder(t);
        let calls = 0;
        const url = await served(t, (req, res) => {
          req.resume().on('end', () => {
            calls += 1;
            res.writeHead(status, { location: `${elsewhere.url}/other` }).end('{"moved":true}');
          });
        });
        const { text } = snippet(language, { operation, url, body, masked: false, deadlineMs: 60_000 });
        // Reading it may fail afterwards; the failure names what was printed.
        const printed = await run(aFolder(t), program, text, 'key-of-test').catch(String);
        assert.equal(calls, 1);
        assert.deepEqual(elsewhere.received, []);
        assert.match(printed, /"moved":true/);
      });
    }
  }

  // Neither runs on every machine.
  for (const [language, code] of [
    ['go', /CheckRedirect: .*\n.*return http\.ErrUseLastResponse\n[\s\S]*client\.Do\(req\)/],
    ['csharp', /new HttpClient\(new HttpClientHandler \{ AllowAutoRedirect = false \}\)/],
  ] as const) {
    it(`is not followed by the code: ${language}`, () => {
      assert.match(
        snippet(language, {
          operation,
          url: 'https://api.example.in',
          body,
          masked: false,
          deadlineMs: 60_000,
        }).text,
        code,
      );
    });
  }
});
