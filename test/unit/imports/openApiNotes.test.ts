import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOpenApi } from '../../../src/imports/openApi.ts';

/** The note of the one field that a description has. */
async function noteOf(schema: object): Promise<string> {
  const body = { type: 'object', properties: { vehicle: { type: 'string', ...schema } } };
  const post = { requestBody: { content: { 'application/json': { schema: body } } } };
  const text = JSON.stringify({ openapi: '3.0.3', paths: { '/api/v1/rc/advanced': { post } } });
  const reading = await readOpenApi(text);
  assert.ok(reading.ok);
  return reading.found[0]?.fields().fields[0]?.note ?? '';
}

const words =
  'The number of the vehicle as the certificate has it, in capitals and without spaces; of its holder';

test('a personal example is covered in a note also where the note is cut amid it', async () => {
  const number = await noteOf({ description: `${words.padEnd(148, '.')} 200000000124 is one.` });
  assert.ok(number.startsWith(words) && number.endsWith('…'), number);
  assert.doesNotMatch(number, /20000000/);
  const address = `${words.padEnd(140, '.')} asha.testperson@nowhere.example`;
  assert.doesNotMatch(await noteOf({ description: address }), /asha\.testperson/);
  assert.doesNotMatch(await noteOf({ enum: [`${words.slice(0, 88)} 200000000124`] }), /20000000/);
  const blank = `${words}${' '.repeat(1000 - words.length - 8)}200000000124`;
  assert.doesNotMatch(await noteOf({ description: blank }), /20000000/);
});
