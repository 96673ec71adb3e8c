import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asUnreadableRows, maxFileBytes, type RowSource } from '../../../src/calls/batch/reading.ts';
import { plain } from '../../../src/contract/words.ts';
import { batchReader } from '../../../src/tables/batch.ts';
import { textOf } from '../../../src/tables/sniff.ts';
import { aSource } from './aSource.ts';

async function read(source: RowSource): Promise<[number, ...string[]][]> {
  const shape = await batchReader.look(source);
  const rows: [number, ...string[]][] = [];
  for await (const { line, cells } of batchReader.rows(source, shape)) rows.push([line, ...cells]);
  return rows;
}

async function refused(source: RowSource): Promise<string> {
  try {
    await read(source);
  } catch (error) {
    const unreadable = asUnreadableRows(error);
    assert.ok(unreadable, String(error));
    const said = plain(unreadable.what);
    // Where its user is sent is what the sentence says.
    const line = /\bline (\d+)/.exec(said)?.[1];
    assert.equal(unreadable.line, line === undefined ? null : Number(line), said);
    return said;
  }
  return assert.fail('it was read');
}

for (const [name, mark] of [
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
] as const) {
  test(`CSV with ${name}, a byte order mark, quotes, blank lines and both kinds of line ends`, async () => {
    const text = `\ufeffreg no${mark}note\r\nXX00AA1000${mark}"a ""b""${mark} c"\r\n\r\n  XX00AA1001 ${mark}\n"XX00AA1002"${mark}"two\nlines"\nXX00AA1003${mark}x`;
    assert.deepEqual(await read(aSource(text)), [
      [1, 'reg no', 'note'],
      [2, 'XX00AA1000', `a "b"${mark} c`],
      [4, 'XX00AA1001', ''],
      [5, 'XX00AA1002', 'two\nlines'],
      [7, 'XX00AA1003', 'x'],
    ]);
  });
}

test('one column needs no delimiter; uneven rows come as they are, with their line', async () => {
  assert.deepEqual(await read(aSource('a@example.invalid\nb@example.invalid\n')), [
    [1, 'a@example.invalid'],
    [2, 'b@example.invalid'],
  ]);
  assert.deepEqual(await read(aSource('a,b\n1,2,3\n4\n')), [
    [1, 'a', 'b'],
    [2, '1', '2', '3'],
    [3, '4'],
  ]);
});

test('JSON Lines: columns are the keys of all objects, for who writes one leaves out what is empty; numbers keep their digits', async () => {
  const text =
    '\ufeff{"number":12345678901234567890,"name":" Nobody "}\n\n{"name":"x","mobile":"0000000000"}\n{"number":null}';
  assert.deepEqual(await read(aSource(text, 'rows.jsonl')), [
    [1, '12345678901234567890', 'Nobody', ''],
    [3, '', 'x', '0000000000'],
  ]);
  const { keys } = await batchReader.look(aSource(text, 'rows.ndjson'));
  assert.deepEqual(keys, ['number', 'name', 'mobile']);
  const odd = '{"__proto__":"1","constructor":"2"}\n{"toString":"3"}';
  assert.deepEqual(await read(aSource(odd, 'rows.jsonl')), [
    [1, '1', '2', ''],
    [2, '', '', '3'],
  ]);
});

test('JSON Lines of ever new names are no rows: told before they fill the memory', async () => {
  const line = (from: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`k${from + at}`, 'x'])));
  assert.equal((await read(aSource(line(0), 'rows.jsonl', 4096)))[0]?.length, 601);
  assert.equal(
    await refused(aSource(`${line(0)}\n${line(300)}\n${line(900)}`, 'rows.jsonl', 4096)),
    'rows.jsonl: by line 3 there are more than 1000 different names, the most columns a batch can have.',
  );
});

test('a long line is read with the digits of its numbers or not at all, however the file comes', async () => {
  const line = (extra: number): string =>
    `{"rc_number":"XX00AA1000","consent_ref":12345678901234567890,"scan":"${'x'.repeat(extra)}"}`;
  // A remote file and the text of an editor come in one piece.
  for (const piece of [65_536, 4_000_000]) {
    for (const [extra, end] of [
      [1_000_000, '\n'],
      [1_000_000, ''],
      [2_000_000, '\n'],
      [2_000_000, ''],
    ] as const) {
      assert.equal(
        await refused(aSource(`{"rc_number":"XX00AA1001"}\n${line(extra)}${end}`, 'rows.jsonl', piece)),
        'rows.jsonl: line 2 is longer than 1 MB; JSON Lines has one object per line.',
        `${piece} ${extra}`,
      );
    }
    const [row] = await read(aSource(line(999_000), 'rows.jsonl', piece));
    assert.equal(row?.[2], '12345678901234567890');
  }
});

test('a line nested so deep that its numbers lose their digits is refused', async () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  const lines = `{"consent_ref":1}\n{"consent_ref":12345678901234567890,"more":${deep}}`;
  assert.match(await refused(aSource(lines, 'rows.jsonl', 65_536)), /^rows\.jsonl: line 2 /);
});

test('a bad file gets one sentence with the line, and quotes nothing of it', async () => {
  assert.match(
    await refused(aSource('a,b\n1,"2\n3,4\n')),
    /^rows\.csv: the quotation mark opened in or before line \d+ is never closed\.$/,
  );
  assert.match(await refused(aSource('a,b\n1,"2"x\n')), /^rows\.csv: line 2 has a stray quotation mark/);
  assert.equal(
    await refused(aSource('{"a":1}\n{"a":', 'rows.jsonl')),
    'rows.jsonl: line 2 is not a JSON object.',
  );
  assert.equal(
    await refused(aSource('{"a":1}\n[1]', 'rows.jsonl')),
    'rows.jsonl: line 2 is not a JSON object.',
  );
  assert.match(
    await refused(aSource('{"a":1}\n{"a":[1]}', 'rows.jsonl')),
    /^rows\.jsonl: line 2 has a list or an object in "a"/,
  );
  assert.equal(await refused(aSource('\n  \n')), 'rows.csv holds no rows.');
  const latin = Uint8Array.of(97, 10, 98, 10, 0xe9, 10, 99);
  assert.equal(
    await refused(aSource(latin)),
    'rows.csv is not text in UTF-8 (line 3). Save it as UTF-8 and try again.',
  );
  const utf16 = Buffer.from('a\nb\n', 'utf16le');
  assert.match(await refused(aSource(utf16)), /is not text in UTF-8/);
});

test('a file that is too large is told, and not read on', async () => {
  let pieces = 0;
  const source: RowSource = {
    name: 'huge.csv',
    file: null,
    format: 'csv',
    async *open() {
      const piece = new TextEncoder().encode('x\n'.repeat(512 * 1024));
      for (;;) {
        pieces += 1;
        yield piece;
      }
    },
  };
  await assert.rejects(async () => {
    for await (const _ of textOf(source));
  }, /is larger than/);
  assert.equal(pieces, maxFileBytes / 1024 / 1024 + 1);
});

test('whatever cells hold, what was written as CSV is read back', async () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', '"', ',', '\n', ';', '\t', 'é', '@', '1') })
    .map((text) => text.trim());
  const rows = fc.array(fc.tuple(fc.constantFrom('x', 'y'), cell, cell), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (wanted, piece) => {
      const text = wanted
        .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
        .join('\r\n');
      const shape = { format: 'csv', delimiter: ',', first: [], keys: null } as const;
      const got: string[][] = [];
      for await (const { cells } of batchReader.rows(aSource(text, 'rows.csv', piece), shape))
        got.push([...cells]);
      assert.deepEqual(got, wanted);
    }),
    { numRuns: 100 },
  );
});
