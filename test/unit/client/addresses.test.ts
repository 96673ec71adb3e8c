import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardedLookup, isAllowed, mayAsk } from '../../../src/client/addresses.ts';

test('public addresses are allowed, special ones are not, and this computer only where the answer came from it', () => {
  for (const address of ['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:4700::1111'])
    assert.ok(isAllowed(address, false), address);
  for (const address of [
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '::ffff:10.0.0.1',
    'fd12::1',
    '64:ff9b::a00:1',
  ])
    assert.ok(!isAllowed(address, true), address);
  for (const address of ['127.0.0.1', '127.9.9.9', '::1'])
    assert.deepEqual([isAllowed(address, false), isAllowed(address, true)], [false, true], address);
});

test('names of a network of its own are not asked for', () => {
  for (const name of ['intranet', 'nas.local', 'a.internal', 'router.home.arpa', 'localhost', 'x.localhost'])
    assert.ok(!mayAsk(name, false), name);
  assert.deepEqual([mayAsk('localhost', true), mayAsk('intranet', true)], [true, false]);
  assert.ok(mayAsk('files.example.com', false));
  assert.ok(mayAsk('files.example.com.', false));
});

const look = (local: boolean, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    guardedLookup(local)('localhost', { all }, (error, address) => {
      if (error === null) resolve(address);
      else reject(error);
    });
  });

test('a name that leads to this computer is not connected to, whatever it is called', async () => {
  for (const all of [true, false])
    await assert.rejects(
      look(false, all),
      (error: NodeJS.ErrnoException) => error.code === 'PRIVATE_ADDRESS',
    );
  assert.match(String(await look(true, false)), /^(127\.0\.0\.1|::1)$/);
  assert.ok(Array.isArray(await look(true, true)));
});
