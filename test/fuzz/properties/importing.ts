import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { isRecord } from '../../../src/contract/record.ts';
import { plain } from '../../../src/contract/words.ts';
import { readCurl, readOpenApi } from '../../../src/imports/imports.ts';
import { readRequestFile } from '../../../src/requests/requestFile.ts';
import { resolveBody } from '../../../src/requests/resolve.ts';
import { requestFileForms } from '../../../src/requests/saved.ts';
import { appendRequest, printRequestFile } from '../../../src/requests/written.ts';
import { snippet } from '../../../src/snippets/snippets.ts';
import type { Body } from '../bodies.ts';
import { laidBare, pick } from '../property.ts';

const noInputs = { inputs: new Map<string, string>(), env: () => undefined };

/** A saved request sends what was typed, and its shared form holds nothing personal. */
function requestFiles({ text, dice }: Body): void {
  const operation = operations[dice % operations.length] ?? assert.fail('no operation');
  const forms = requestFileForms(operation, text);
  assert.ok(forms !== null);
  const file = printRequestFile(forms.withValues);
  const more = appendRequest(file, forms.withPlaceholders);
  assert.ok(more.ok, more.ok ? '' : plain(more.why));
  for (const [written, count] of [
    [file, 1],
    [more.text, 2],
  ] as const) {
    const reading = readRequestFile(written);
    assert.ok(reading.ok, reading.ok ? '' : plain(reading.why));
    assert.equal(reading.entries.length, count);
    const [{ reading: first }] = reading.entries;
    assert.ok(first.ok, first.ok ? '' : plain(first.why));
    const sent = resolveBody(first.request, operation, noInputs);
    assert.ok(sent.ok, sent.ok ? '' : plain(sent.why));
    assert.deepEqual(JSON.parse(sent.body), JSON.parse(text.toWellFormed()));
  }
}

/** Our own cURL command is read back; what is read of any holds no value. */
function curl({ text, planted, cut, dice }: Body): void {
  const operation = operations[dice % operations.length] ?? assert.fail('no operation');
  const { text: command } = snippet('curl', {
    operation,
    url: `https://a.invalid${operation.path}`,
    body: text,
    masked: false,
    deadlineMs: 60_000,
  });
  const reading = readCurl(command.slice(command.search(/^curl/m)));
  const value: unknown = JSON.parse(text);
  assert.equal(reading.ok, isRecord(value), reading.ok ? '' : plain(reading.why));
  if (!reading.ok || !isRecord(value)) return;
  const [found] = reading.found;
  assert.equal(found?.operation, operation.id);
  const { fields } = found?.fields() ?? assert.fail('nothing was found');
  const told = laidBare(JSON.stringify(fields));
  for (const { core } of planted) assert.ok(!told.includes(core), `${core} is kept of a command`);
  for (const torn of [text, command.slice(0, Math.floor(command.length * cut)), `curl -d ${text}`]) {
    const read = readCurl(torn);
    if (read.ok) for (const one of read.found) one.fields();
    else assert.doesNotMatch(plain(read.why), /\{\d\}|undefined/);
  }
}

/** Any JSON in a description's place of schemas is read or refused with a sentence, and never thrown at. */
async function descriptions({ text, cut, dice }: Body): Promise<void> {
  // YAML has no key twice.
  const json = JSON.stringify(JSON.parse(text));
  const whole = description(json, `{"$ref":"#/${dice % 2 ? 'components/schemas/a' : ''}"}`);
  const given = pick([whole, whole.slice(0, Math.floor(whole.length * cut)), text], dice >>> 2);
  const reading = await readOpenApi(given);
  if (given === whole) assert.ok(reading.ok, reading.ok ? '' : plain(reading.why));
  if (!reading.ok) assert.doesNotMatch(plain(reading.why), /\{\d\}|undefined/);
  else for (const found of reading.found) for (const note of found.fields().notes) plain(note);
}

/** A description in which a body stands wherever a schema can, and one refers to itself. */
function description(json: string, reference: string): string {
  const schema = `{"type":"object","properties":{"one":${json},"two":${reference}},"allOf":[${json}],"required":${json}}`;
  const content = `{"application/json":{"schema":${schema}}}`;
  return `{"openapi":"3.0.3","components":{"schemas":{"a":${schema}}},"paths":{"/p":{"post":{"requestBody":{"content":${content}}}},"/q":${json}}}`;
}

/** What was written by us or others is read as it was meant, or refused with a sentence. */
export function importing(body: Body): void | Promise<void> {
  // One way for each body: a snippet, and YAML, cost more than all else here.
  return pick([requestFiles, curl, descriptions], body.dice >>> 6)(body);
}
