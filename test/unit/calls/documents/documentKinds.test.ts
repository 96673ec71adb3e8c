import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentKind, wordOfFormat } from '../../../../src/calls/documents/documentKinds.ts';
import { plain } from '../../../../src/contract/words.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

type Row = readonly [type: string, body: Uint8Array, extension: string, expected: boolean, word: string];

const byBytes: readonly Row[] = [
  ['text/html', bytes('%PDF-1.7'), 'pdf', true, 'PDF'],
  ['', hex('89504e470d0a1a0a'), 'png', true, 'PNG image'],
  ['', hex('ffd8ffe0'), 'jpg', true, 'JPEG image'],
  ['text/html', bytes('GIF89a'), 'gif', true, 'GIF image'],
  ['', hex('49492a0008000000'), 'tif', true, 'TIFF image'],
  ['', hex('4d4d002a00000008'), 'tif', true, 'TIFF image'],
  ['', bytes('RIFF\u0001\u0002\u0003\u0004WEBPVP8 '), 'webp', true, 'WebP image'],
  ['', bytes('RIFF\u0001\u0002\u0003\u0004WAVEfmt '), 'bin', false, 'unknown format'],
  ['text/plain', hex('504b030414000000'), 'zip', true, 'ZIP archive'],
];

const byWord: readonly Row[] = [
  ['text/plain', bytes('a note'), 'txt', true, 'text'],
  ['text/csv', bytes('a,b'), 'csv', true, 'CSV'],
  ['application/json', bytes('{}'), 'json', true, 'JSON'],
  ['application/xml', bytes('<a/>'), 'xml', true, 'XML'],
  ['text/xml', bytes('<a/>'), 'xml', true, 'XML'],
  ['text/html', bytes('Sign in'), 'html', false, 'web page'],
  ['application/pdf', bytes('\n<html><body>expired'), 'html', false, 'web page'],
  ['application/pdf', bytes('not one'), 'bin', false, 'unknown format'],
  ['', bytes('not one'), 'bin', false, 'unknown format'],
  ['constructor', bytes('x'), 'bin', false, 'unknown format'],
  ['application/x-msdownload', bytes('MZ'), 'bin', false, 'unknown format'],
];

for (const [what, rows] of [
  ['a document is what it holds, whatever its host calls it', byBytes],
  ['where nothing in it tells, a document is what its host calls it', byWord],
] as const) {
  test(what, () => {
    for (const [type, body, extension, expected, word] of rows) {
      const kind = documentKind(type, body);
      assert.deepEqual([kind.extension, kind.expected, plain(kind.word)], [extension, expected, word]);
      assert.deepEqual(wordOfFormat(extension), kind.word);
    }
  });
}

test('a PDF may start a little later, within the first 1024 bytes', () => {
  const after = (count: number): Uint8Array => bytes(`${' '.repeat(count)}%PDF-1.4`);
  assert.equal(documentKind('application/pdf', after(1024 - 5)).extension, 'pdf');
  assert.equal(documentKind('application/pdf', after(1024 - 4)).extension, 'bin');
});
