import assert from 'node:assert/strict';
import { compactJson } from '../../../src/contract/compactJson.ts';
import { parseWithNumbers, sortedJson } from '../../../src/contract/jsonNumbers.ts';
import { jsonPieces } from '../../../src/contract/jsonPieces.ts';
import { prettyJson, prettyJsonInTurns } from '../../../src/contract/jsonText.ts';
import type { Body } from '../bodies.ts';

/** Without the blanks outside of strings. */
function squeezed(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** What is printed says what came, character by character where it is laid out, and by its value in one line. */
export async function printing({ text, cut }: Body): Promise<void> {
  const whole = { maxChars: 1e9 };
  const pretty = prettyJson(text, whole);
  assert.equal(pretty.json, true);
  assert.equal(squeezed(pretty.text), squeezed(text));
  assert.equal(prettyJson(pretty.text, whole).text, pretty.text);
  const inTurns = await prettyJsonInTurns(text, whole, async () => undefined);
  assert.deepEqual(inTurns, pretty);
  for (const line of pretty.text.split('\n'))
    assert.equal(
      jsonPieces(line)
        .map((piece) => piece.text)
        .join(''),
      line,
    );

  const value = parseWithNumbers(text);
  const line = compactJson(value, 1e9);
  assert.deepEqual(JSON.parse(line), JSON.parse(text));
  const room = Math.floor(line.length * cut);
  const short = compactJson(value, room);
  assert.ok(short === line || (short.endsWith('…') && short.length <= room + 1), short);
  assert.deepEqual(JSON.parse(sortedJson(value)), JSON.parse(text));
  assert.equal(sortedJson(parseWithNumbers(line)), sortedJson(value));
}
