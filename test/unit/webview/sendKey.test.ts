import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SendKey } from '../../../webview/sendKey.ts';

const enter = {
  key: 'Enter',
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isTrusted: true,
};

function setUp() {
  const clock = { now: 1_000_000 };
  return { clock, keys: new SendKey(() => clock.now) };
}

test('a press proves one Send, whatever is typed before VS Code has answered', () => {
  const { keys, clock } = setUp();
  keys.key(enter);
  clock.now += 30;
  keys.key({ ...enter, key: 'x', ctrlKey: false });
  assert.deepEqual([keys.take(), keys.take()], ['press', 'command']);
  keys.key({ ...enter, ctrlKey: false, metaKey: true });
  assert.equal(keys.take(), 'press');
});

test('a key held down is one Send', () => {
  const { keys, clock } = setUp();
  keys.key(enter);
  assert.equal(keys.take(), 'press');
  for (let round = 0; round < 5; round += 1) {
    clock.now += 40;
    keys.key({ ...enter, repeat: true });
    assert.equal(keys.take(), 'held');
  }
  clock.now += 2000;
  assert.equal(keys.take(), 'command');
});

test('nothing but that press proves a hand', () => {
  const { keys, clock } = setUp();
  assert.equal(keys.take(), 'command');
  for (const other of [
    { key: 'Enter', ctrlKey: false },
    { key: 'F9', ctrlKey: false },
    { altKey: true },
    { shiftKey: true },
    { isTrusted: false },
  ]) {
    keys.key({ ...enter, ...other });
    assert.equal(keys.take(), 'command', JSON.stringify(other));
  }
  keys.key(enter);
  clock.now += 6000;
  assert.equal(keys.take(), 'command', 'a press that VS Code did not answer is no proof later');
});
