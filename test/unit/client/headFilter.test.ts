import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterHead, HeadFilter } from '../../../src/client/head.ts';
import { Wire } from './wire.ts';

/** What is passed on of each chunk. */
function passed(...chunks: readonly string[]): readonly string[] {
  const filter = new HeadFilter();
  return chunks.map((chunk) => filter.pass(Buffer.from(chunk, 'latin1')).toString('latin1'));
}

const ok = 'HTTP/1.1 200 OK\r\n';
/** What is passed on of a head with these lines and of the body after it. */
const ofHead = (...lines: readonly string[]): string => {
  const end = '\r\n{}';
  const [said = ''] = passed(`${ok}${lines.map((line) => `${line}\r\n`).join('')}${end}`);
  assert.ok(said.startsWith(ok) && said.endsWith(end), said);
  return said.slice(ok.length, -end.length);
};

for (const [name, said, left] of [
  ['an interim answer', 'HTTP/1.1 100 Continue\r\n\r\n', ''],
  ['one with headers', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\nContent-Length: 3\r\n\r\n', ''],
  ['one without a reason', 'HTTP/1.0 100\r\n\r\n', ''],
  ['two in a row', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n', ''],
  ['lines that end by a line feed alone', 'HTTP/1.1 100 Continue\nX: 1\n\n', ''],
  ['one after an empty line', '\r\n\nHTTP/1.1 100 Continue\r\n\r\n', '\r\n\n'],
] as const) {
  test(`left out before the answer: ${name}`, () => {
    const answer = `${ok}Content-Type: a\r\n\r\n{}`;
    assert.deepEqual(passed(said + answer), [left + answer]);
    assert.equal(passed(...said, ...answer).join(''), left + answer);
  });
}

for (const [name, said] of [
  ['another protocol that was agreed on', 'HTTP/1.1 101 Switching Protocols\r\nX: 1\r\n\r\n'],
  ['an answer', ok],
  ['the greeting of another protocol', '220 mail.example ESMTP\r\n'],
  ['a status of two digits', 'HTTP/1.1 10 X\r\n'],
  ['a status of four digits', 'HTTP/1.1 1000 X\r\n'],
  ['a version that is none', 'HTTP/1 100 Continue\r\n'],
  ['a status that does not come first', 'X HTTP/1.1 100 Continue\r\n'],
] as const) {
  test(`passed on as it came: ${name}`, () => {
    assert.deepEqual(passed(said), [said]);
  });
}

test('what is no head is passed on to its end, whatever stands in it', () => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
  for (const first of ['220 mail.example\r\n', 'HTTP/1.1 10 X\r\n', 'HTTP/1.1 1000 X\r\n'])
    assert.deepEqual(passed(first, interim, 'HTT', '\r'), [first, interim, 'HTT', '\r']);
  for (const first of ['220 mail.example\r\n', 'HTTP/1.1 10 X\r\n'])
    assert.deepEqual(passed(first, 'Content-Length: 2, 2\r\n'), [first, 'Content-Length: 2, 2\r\n']);
  const body = `${ok}\r\n${interim}Content-Length: 1\r\n`;
  assert.deepEqual(passed(body, 'Content-Length: 1\r\nX', interim), [
    body,
    'Content-Length: 1\r\nX',
    interim,
  ]);
});

test('after another protocol was agreed on, lines are read as the headers of the answer', () => {
  const head = 'HTTP/1.1 101 Switching Protocols\r\n';
  assert.deepEqual(passed(`${head}Content-Length: 2, 2\r\n`), [`${head}Content-Length: 2\r\n`]);
});

for (const start of ['\r', 'H', 'HTTP/', 'HTTP/1.1 2', 'HTTP/x']) {
  test(`half a line that may begin a head waits for its end: ${JSON.stringify(start)}`, () => {
    assert.deepEqual(passed(start), ['']);
    assert.deepEqual(passed('', start), ['', '']);
  });
}
for (const start of ['h', 'HTTQ', '\rH', 'SSH-2.0', 'HT ']) {
  test(`half a line of another protocol does not wait: ${JSON.stringify(start)}`, () => {
    assert.deepEqual(passed(start), [start]);
    assert.deepEqual(passed(start.slice(0, -1), start.slice(-1)).join(''), start);
    assert.deepEqual(passed(start, 'TP/1.1 100 X\r\n'), [start, 'TP/1.1 100 X\r\n']);
  });
}

test('half a line of a header waits for its end, whatever it says', () => {
  assert.deepEqual(passed(ok, 'X: ', '1\r\nContent-Le', 'ngth: 2,2\r\n', '\r', '\n{'), [
    ok,
    '',
    'X: 1\r\n',
    'Content-Length: 2\r\n',
    '',
    '\r\n{',
  ]);
});

for (const before of ['', ok]) {
  test(`no line longer than 64 KB is waited for, ${before === '' ? 'the first' : 'nor one after it'}`, () => {
    const line = 'HTTP/1.1 200 '.padEnd(65_536, 'x');
    assert.deepEqual(passed(before, line), [before, '']);
    const half = line.slice(0, 40_000);
    assert.deepEqual(passed(before, half, line.slice(40_000)), [before, '', '']);
    assert.deepEqual(passed(before, `${line}x`, 'y', 'Content-Length: 2,2\r\n'), [
      before,
      `${line}x`,
      'y',
      'Content-Length: 2,2\r\n',
    ]);
    assert.deepEqual(passed(before, half, line.slice(40_000), 'x\r'), [before, '', '', `${line}x\r`]);
  });
}

test('a line counts by itself: many lines together may be longer than 64 KB', () => {
  const line = `X: ${'x'.repeat(40_000)}\r\n`;
  assert.deepEqual(passed(ok, line, line, 'X: ', line), [ok, line, line, '', `X: ${line}`]);
});

const two = 'Content-Length: 2';
for (const [name, lines, left] of [
  ['once', [two], [two]],
  ['twice', [two, 'content-length:2'], [two]],
  ['three times', [two, two, 'Content-Length:  2 '], [two]],
  ['in one list', ['CONTENT-LENGTH: 2, 2 ,2'], [two]],
  ['in a list after it', [two, 'Content-Length: 2,2'], [two]],
  ['twice, with other headers about', ['A: 1', two, 'B: 2', two, 'C: 3'], ['A: 1', two, 'B: 2', 'C: 3']],
  ['by a list, then once', ['Content-Length: 02, 02', 'Content-Length: 02'], ['Content-Length: 02']],
] as const) {
  test(`a length that is said ${name} is said once`, () => {
    assert.equal(ofHead(...lines), left.map((line) => `${line}\r\n`).join(''));
  });
}

for (const lines of [
  [two, 'Content-Length: 3'],
  [two, 'Content-Length: 02'],
  ['Content-Length: 2, 3'],
  ['Content-Length: 2,'],
  ['Content-Length: ,2'],
  ['Content-Length: +2, +2'],
  ['Content-Length: 2a, 2a'],
  ['Content-Length: a2, a2'],
  ['Content-Length: '],
  ['Content-Length : 2', 'X-Content-Length: 2', 'Content-Length: 2'],
  ['Content-Length: 2', 'Content-Length: x'],
  [two, two, ' 3'],
  [two, two, '\t3'],
  [two, ' 3', 'X: 1'],
  ['X: 1', ' Content-Length: 2, 2'],
]) {
  test(`lengths that cannot be one are left to the parser: ${JSON.stringify(lines)}`, () => {
    assert.equal(ofHead(...lines), lines.map((line) => `${line}\r\n`).join(''));
  });
}

test('a folded line goes on with what stands right before it alone', () => {
  assert.equal(ofHead(two, two, 'X: 1', ' y'), `${two}\r\nX: 1\r\n y\r\n`);
});

test('a head has passed with its blank line', () => {
  const filter = new HeadFilter();
  for (const part of ['', 'HTTP/1.1 100 X\r\n\r\n', ok, 'X: 1', '\r\n', '\r']) {
    filter.pass(Buffer.from(part));
    assert.equal(filter.done, false, part);
  }
  filter.pass(Buffer.from('\n'));
  assert.equal(filter.done, true);
});

test('a socket reads what the filter passes, and nothing where nothing is left of a chunk', () => {
  const wire = new Wire([]);
  filterHead(wire);
  assert.equal(wire.read(), null);
  wire.push('HTTP/1.1 100 Continue\r\n');
  assert.equal(wire.read(), null);
  wire.push('\r\nHTTP/1.1 2');
  assert.equal(wire.read(), null);
  wire.push('00 OK\r\n\r\nHTTP/1.1 100 Continue\r\n');
  assert.equal(String(wire.read()), 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 Continue\r\n');
  wire.push('HTTP/1.1 100 Continue\r\n');
  assert.equal(String(wire.read(4)), 'HTTP');
  assert.equal(String(wire.read()), '/1.1 100 Continue\r\n');
  assert.equal(wire.read(), null);
  wire.push('X');
  assert.equal(String(wire.read()), 'X');
});

test('a byte that begins another protocol is read at once', () => {
  const wire = new Wire([]);
  filterHead(wire);
  wire.push('S');
  assert.equal(String(wire.read()), 'S');
});

test('of chunks that wait, those that are left out are passed over', () => {
  const wire = new Wire([]);
  filterHead(wire);
  const interim = 'HTTP/1.1 100 \r\n\r\n';
  for (const part of [interim, interim, ok]) wire.push(part);
  assert.equal(String(wire.read(interim.length)), ok.slice(0, interim.length));
});
