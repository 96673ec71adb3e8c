import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import {
  aSandbox,
  json,
  magic,
  operationIds,
  rawExchange,
  rawPost,
  record,
  resultOf,
  send,
} from './aSandbox.ts';

for (const operation of operationIds) {
  test(`${operation}: reset-before closes with a reset and not one byte, and is billed`, async (t) => {
    const { sandbox } = await aSandbox(t);
    const got = await rawExchange(
      sandbox.port,
      rawPost(sandbox.port, operation, magic('reset-before', operation)),
    );
    assert.deepEqual(got, { text: '', error: 'ECONNRESET' });
    assert.equal(sandbox.books().entries[0]?.charged, true);
  });

  test(`${operation}: reset-during sends half a body, then a reset`, async (t) => {
    const { sandbox } = await aSandbox(t);
    const got = await rawExchange(
      sandbox.port,
      rawPost(sandbox.port, operation, magic('reset-during', operation)),
    );
    assert.equal(got.error, 'ECONNRESET');
    assert.match(got.text, /^HTTP\/1\.1 200 OK\r\n/);
    assert.equal(sandbox.books().entries[0]?.charged, true);
  });

  test(`${operation}: truncated ends properly at half its Content-Length`, async (t) => {
    const { sandbox } = await aSandbox(t);
    const got = await rawExchange(
      sandbox.port,
      rawPost(sandbox.port, operation, magic('truncated', operation)),
    );
    assert.equal(got.error, null);
    const announced = Number(/content-length: (\d+)/i.exec(got.text)?.[1]);
    const [, body = ''] = got.text.split('\r\n\r\n');
    assert.equal(Buffer.byteLength(body), Math.floor(announced / 2));
  });

  test(`${operation}: enormous, deep and exact answers are whole envelopes`, async (t) => {
    const started = await aSandbox(t);
    const enormous = await send(started, operation, {
      ...magic('enormous', operation),
      sandbox_amount: 300_000,
    });
    assert.equal(json(enormous).message_code, 'OK');
    assert.ok(
      enormous.text.length >= 300_000 && enormous.text.length < 301_000,
      String(enormous.text.length),
    );
    const deep = await send(started, operation, { ...magic('deep', operation), sandbox_amount: 500 });
    assert.ok(deep.text.includes(`${'['.repeat(500)}${']'.repeat(500)}`));
    assert.equal(json(deep).message_code, 'OK');
    const exact = await send(started, operation, magic('exact-text', operation));
    assert.ok(exact.text.includes('"twenty_digits" : 12345678901234567890,\n\t"twice": 1, "twice": 2'));
    assert.equal(json(exact).charged, true);
  });

  test(`${operation}: the contradictions of the deviation sample`, async (t) => {
    const started = await aSandbox(t);
    const answer = await send(started, operation, magic('deviations', operation));
    const { status_code, message_code, charged, order_id, data } = json(answer);
    assert.equal(answer.status, 200);
    assert.deepEqual([status_code, message_code, charged], [422, 'NO_RECORD_FOUND', true]);
    assert.equal(record(data).order_id, `${order_id}-other`);
    assert.equal(record(data).error_code, 'not_in_the_documents');
    assert.equal(resultOf(answer).field_not_in_the_documents, 'invented by the sandbox');
    assert.equal(Object.values(resultOf(answer)).includes(20261121), true);
  });
}

test('enormous and deep have the promised size by themselves', async (t) => {
  const started = await aSandbox(t);
  const enormous = await send(started, 'rc-advanced', magic('enormous', 'rc-advanced'));
  assert.ok(enormous.text.length >= 10 * 1024 * 1024);
  assert.equal(json(enormous).message_code, 'OK');
  const deep = await send(started, 'rc-advanced', magic('deep', 'rc-advanced'));
  assert.ok(deep.text.includes('['.repeat(10_000)));
});

test('slow holds a verified answer back', async (t) => {
  const started = await aSandbox(t);
  const answer = await send(started, 'email-bulk', { ...magic('slow', 'email-bulk'), sandbox_amount: 1 });
  assert.equal(json(answer).message_code, 'OK');
});

test('no-answer sends nothing until the client leaves, and is billed', async (t) => {
  const { sandbox, log } = await aSandbox(t);
  let received = 0;
  const socket = connect(sandbox.port, '127.0.0.1');
  socket.on('data', (bytes) => {
    received += bytes.length;
  });
  socket.write(rawPost(sandbox.port, 'rc-advanced', magic('no-answer', 'rc-advanced')));
  while (log.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.destroy();
  await closed;
  await sandbox.close();
  assert.equal(received, 0);
  assert.equal(sandbox.books().entries[0]?.charged, true);
});

test('bodies that are no envelope', async (t) => {
  const started = await aSandbox(t);
  const ask = async (id: string) => send(started, 'rc-advanced', magic(id, 'rc-advanced'));
  assert.equal((await ask('empty-body')).text, '');
  assert.equal((await ask('null-body')).text, 'null');
  assert.match((await ask('array-body')).text, /^\[\{"status":"SUCCESS"/);
  const broken = await ask('broken-json');
  assert.throws(() => JSON.parse(broken.text), SyntaxError);
  assert.equal(Number(broken.headers.get('content-length')), Buffer.byteLength(broken.text));
  const page = await ask('html-502');
  assert.deepEqual([page.status, page.headers.get('content-type')], [502, 'text/html; charset=utf-8']);
  const charged = started.sandbox.books().entries.map((entry) => entry.charged);
  assert.deepEqual(charged, [true, true, true, true, false]);
});

test('gzip is announced and unpacks to an envelope', async (t) => {
  const { sandbox } = await aSandbox(t);
  const { text } = await rawExchange(
    sandbox.port,
    rawPost(sandbox.port, 'rc-advanced', magic('gzip', 'rc-advanced')),
  );
  assert.match(text, /content-encoding: gzip/i);
  const started = await aSandbox(t);
  assert.equal(json(await send(started, 'rc-advanced', magic('gzip', 'rc-advanced'))).message_code, 'OK');
});

test('a redirect points to the same origin and is free', async (t) => {
  const started = await aSandbox(t);
  const answer = await send(started, 'rc-advanced', magic('redirect', 'rc-advanced'));
  assert.deepEqual([answer.status, answer.headers.get('location')], [307, '/api/v1/rc/advanced/moved']);
  assert.deepEqual(
    started.sandbox.books().entries.map((entry) => entry.amountPaise),
    [0],
  );
});

test('an unknown message_code, and an envelope without charged', async (t) => {
  const started = await aSandbox(t);
  const unknown = json(await send(started, 'rc-advanced', magic('unknown-code', 'rc-advanced')));
  assert.deepEqual([unknown.message_code, unknown.charged], ['NOT_IN_THE_DOCUMENTS', true]);
  const missing = json(await send(started, 'rc-advanced', magic('charged-missing', 'rc-advanced')));
  assert.equal('charged' in missing, false);
  assert.equal(missing.message_code, 'OK');
  assert.deepEqual(
    started.sandbox.books().entries.map((entry) => entry.charged),
    [true, true],
  );
});

test("an input that looks like the sandbox's own marker does not break the answer", async (t) => {
  const started = await aSandbox(t);
  const marked = { number: '@@sandbox-fills-this@@' };
  assert.equal(resultOf(await send(started, 'credit-report', marked)).number, marked.number);
  const exact = { ...magic('exact-text', 'credit-report'), name: marked.number };
  assert.equal(resultOf(await send(started, 'credit-report', exact)).name, marked.number);
});
