import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import { magicInputs, magicTokens } from '../../../src/sandbox/magic.ts';
import { aSandbox, magic, ordinary, pathOf } from './aSandbox.ts';

const program = fileURLToPath(new URL('../../../src/sandbox/main.ts', import.meta.url));

interface Run {
  readonly child: ChildProcess;
  /** Resolves once standard output holds the text. */
  until(text: string): Promise<string>;
  ended(): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

function run(t: TestContext, args: readonly string[]): Run {
  const child = spawn(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', program, ...args]);
  t.after(() => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const closed = once(child, 'close');
  return {
    child,
    async until(text) {
      while (!out.includes(text)) {
        await Promise.race([once(child.stdout, 'data'), closed]);
        if (child.exitCode !== null && !out.includes(text)) throw new Error(`ended early: ${out}${err}`);
      }
      return out;
    },
    async ended() {
      await closed;
      return { code: child.exitCode, out, err };
    },
  };
}

test('the program prints how to use it, answers, and stops on Ctrl+C', async (t) => {
  const started = run(t, []);
  const out = await started.until('Ctrl+C stops it');
  for (const { key } of sandboxKeys) assert.ok(out.includes(key), key);
  for (const { id } of magicInputs) {
    for (const token of Object.values(magicTokens.get(id) ?? {}))
      assert.ok(out.includes(String(token)), String(token));
  }
  assert.match(out, /curl -i http:\/\/127\.0\.0\.1:\d+\/api\/v1\/rc\/advanced/);
  const url = /Base URL: (\S+)/.exec(out)?.[1] ?? '';
  const response = await fetch(url + pathOf('rc-advanced'), {
    method: 'POST',
    headers: { Authorization: 'Bearer sandbox-key-valid' },
    body: JSON.stringify(ordinary['rc-advanced']),
  });
  assert.equal(response.status, 200);
  const held = ['no-answer', 'slow'].map((id) =>
    assert.rejects(
      fetch(url + pathOf('credit-report'), {
        method: 'POST',
        headers: { Authorization: 'Bearer sandbox-key-valid' },
        body: JSON.stringify({ ...magic(id, 'credit-report'), sandbox_amount: 600_000 }),
      }),
      TypeError,
    ),
  );
  await started.until('(no-answer)');
  await started.until('(slow)');
  // Nothing calls process.exit: that the program ends shows that close() leaves nothing behind, held calls included.
  started.child.kill('SIGINT');
  await Promise.all(held);
  const { code, out: all, err } = await started.ended();
  assert.equal(code, 0);
  assert.equal(err, '');
  assert.match(all, /rc-advanced valid OK\n/);
  assert.doesNotMatch(all.slice(all.indexOf('Ctrl+C stops it')), /ZZ99ZZ9999/);
  await assert.rejects(fetch(url), TypeError);
});

for (const args of [['--port', 'many'], ['--port', '65536'], ['--prot', '1'], ['8080']]) {
  test(`the program refuses ${args.join(' ')} with its usage`, async (t) => {
    const { code, err } = await run(t, args).ended();
    assert.equal(code, 2);
    assert.match(err, /^Usage: npm run sandbox -- \[--port N\]/);
  });
}

test('a port in use is said in one sentence', async (t) => {
  const { sandbox } = await aSandbox(t);
  const { code, err } = await run(t, ['--port', String(sandbox.port)]).ended();
  assert.equal(code, 1);
  assert.match(err, /^The sandbox could not start: .*EADDRINUSE.*Choose another port with --port/);
});
