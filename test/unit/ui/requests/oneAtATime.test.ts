import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OneAtATime } from '../../../../src/ui/requests/oneAtATime.ts';

const done = async () => undefined;

it('a command that was given while the request was on its way sends nothing, however late its file is read', async () => {
  const sends = new OneAtATime();
  const [first, second] = [sends.given(), sends.given()];
  assert.equal(sends.isTaken('a', first), false);
  const answer = Promise.withResolvers<undefined>();
  const sent = sends.run('a', () => answer.promise);
  assert.equal(sends.isTaken('a', second), true);
  answer.resolve(undefined);
  await sent;
  assert.equal(sends.isTaken('a', second), true, 'it was given before the answer came');
  assert.equal(sends.isTaken('b', second), false, 'another request of the file is another matter');
  assert.equal(sends.isTaken('a', sends.given()), false, 'asked for again, it is sent again');
});

it('a request that was picked after the answer had come is sent', async () => {
  const sends = new OneAtATime();
  sends.given();
  const slow = sends.given();
  await sends.run('a', done);
  assert.equal(sends.isTaken('a', slow), true);
  assert.equal(sends.isTaken('a', sends.given()), false);
});

it('a send that failed is over, too', async () => {
  const sends = new OneAtATime();
  const failing = sends.run('a', async () => {
    throw new Error('no answer');
  });
  await assert.rejects(failing, /no answer/);
  assert.equal(sends.isTaken('a', sends.given()), false);
});
