import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { maxRequestBytes, startSandbox } from '../../../src/sandbox/server.ts';
import { aSandbox, json, magic, ordinary, pathOf, rawExchange, rawPost, send } from './aSandbox.ts';

test('a foreign Host header is refused before anything is looked at', async (t) => {
  const { sandbox } = await aSandbox(t);
  const { port } = sandbox;
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    '127.0.0.1:1',
    `127.0.0.1:${port}.evil`,
  ]) {
    const { text } = await rawExchange(port, rawPost(port, 'rc-advanced', ordinary['rc-advanced'], host));
    assert.match(text, /^HTTP\/1\.1 403 /, host);
    assert.match(text, /answers to the Host 127\.0\.0\.1:\d+ only\.\n$/);
  }
  assert.equal(
    sandbox.books().entries.some((entry) => entry.charged),
    false,
  );
  const local = await rawExchange(
    port,
    rawPost(port, 'rc-advanced', ordinary['rc-advanced'], `LocalHost:${port}`),
  );
  assert.match(local.text, /^HTTP\/1\.1 200 /);
});

test('no answer has CORS headers, not even the one to OPTIONS', async (t) => {
  const started = await aSandbox(t);
  const preflight = await fetch(started.sandbox.url + pathOf('rc-advanced'), {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
  });
  assert.equal(preflight.status, 404);
  const answer = await send(started, 'rc-advanced', ordinary['rc-advanced']);
  for (const headers of [preflight.headers, answer.headers]) {
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  }
});

test('GET / says what this is', async (t) => {
  const { sandbox } = await aSandbox(t);
  const page = await fetch(`${sandbox.url}/`);
  assert.equal(page.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(
    await page.text(),
    /simulated on this computer[\s\S]*POST http:\/\/127\.0\.0\.1:\d+\/api\/v1\/rc\/advanced/,
  );
});

test('unknown paths and other methods are answered NOT_FOUND, free and without an order', async (t) => {
  const { sandbox } = await aSandbox(t);
  const asked = [
    ['POST', '/api/v1/rc/advanced/'],
    ['POST', '/api/v2/rc/advanced'],
    ['POST', '/'],
    ['GET', '/api/v1/rc/advanced'],
    ['PUT', '/api/v1/rc/advanced'],
  ] as const;
  for (const [method, path] of asked) {
    const response = await fetch(sandbox.url + path, { method });
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), {
      status: 'FAILED',
      status_code: 404,
      charged: false,
      success: false,
      message: "No such endpoint. (the sandbox's own words)",
      message_code: 'NOT_FOUND',
    });
  }
});

test('a body over 1 MB is refused in words, one of 1 MB is read', async (t) => {
  const started = await aSandbox(t);
  const frame = '{"rc_number":"ZZ99ZZ9999","filler":""}';
  const body = (size: number) => frame.replace('""}', `"${'x'.repeat(size - frame.length)}"}`);
  const large = await send(started, 'rc-advanced', body(maxRequestBytes + 1));
  assert.equal(large.status, 413);
  assert.match(large.text, /up to 1 MB; the limit of the service is not documented/);
  assert.equal(json(await send(started, 'rc-advanced', body(maxRequestBytes))).message_code, 'OK');
});

test('a body nested a hundred thousand levels deep is answered', async (t) => {
  const answer = await send(
    await aSandbox(t),
    'rc-advanced',
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  );
  assert.equal(json(answer).message_code, 'INVALID_INPUT');
});

test('latencyMs holds every answer back, and close does not wait for it', async (t) => {
  const { sandbox, log } = await aSandbox(t, 3_600_000);
  const sending = assert.rejects(fetch(sandbox.url + pathOf('rc-advanced'), { method: 'POST' }), TypeError);
  while (log.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await sandbox.close();
  await sending;
});

test('close cuts held and idle connections, frees the port and may be called twice', async (t) => {
  const { sandbox, log } = await aSandbox(t);
  const { port } = sandbox;
  const idle = connect(port, '127.0.0.1');
  const idleClosed = new Promise((resolve) => idle.once('close', resolve));
  idle.on('error', () => {});
  const held = rawExchange(port, rawPost(port, 'rc-advanced', magic('no-answer', 'rc-advanced')));
  while (log.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([sandbox.close(), sandbox.close()]);
  assert.equal((await held).text, '');
  await idleClosed;
  const next = await startSandbox({ port, now: () => 0, newId: () => 'x' });
  assert.equal(next.port, port);
  await next.close();
});

test("a port in use is Node's own error", async (t) => {
  const { sandbox } = await aSandbox(t);
  await assert.rejects(startSandbox({ port: sandbox.port, now: () => 0, newId: () => 'x' }), {
    code: 'EADDRINUSE',
  });
});

test('a client that leaves in the middle of an enormous answer leaves nothing behind', async (t) => {
  const { sandbox, log } = await aSandbox(t);
  const body = JSON.stringify({ ...magic('enormous', 'rc-advanced'), sandbox_amount: 100_000_000 });
  await new Promise<void>((resolve, reject) => {
    const sending = request(sandbox.url + pathOf('rc-advanced'), {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-key-unlimited' },
    });
    sending.once('error', reject);
    sending.once('response', (response) => {
      response.once('error', () => resolve());
      response.once('data', () => response.destroy());
      response.once('close', () => resolve());
    });
    sending.end(body);
  });
  while (log.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(log[1], 'the client left before the answer');
});
