import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operations.ts';
import { readAnswer } from '../../../src/contract/read.ts';
import { readPart } from '../../../src/contract/readPart.ts';
import { isRecord } from '../../../src/contract/record.ts';
import { plain } from '../../../src/contract/words.ts';
import type { Body } from '../bodies.ts';
import { parsedOrNot } from '../property.ts';

/** The keys of the outermost object, by their meaning, as often as they stand there. */
function outerKeys(text: string): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/gs)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1) keys.push(String(parsedOrNot(token)));
  }
  return keys;
}

/**
 * An answer says what its JSON says, whatever stands around it; the beginning of it never says more or otherwise; no
 * bytes make a reader throw, and every sentence is whole.
 */
export function reading({ text, cut, dice }: Body): void {
  const operation = operations[dice % operations.length] ?? assert.fail('no operation');
  const bytes = new TextEncoder().encode(text);
  const status = dice % 5 === 0 ? 429 : 200;
  const whole = readAnswer(operation, { status }, bytes);
  const value = parsedOrNot(text);
  const keys = outerKeys(text);
  const once = (name: string): boolean => keys.filter((key) => key === name).length === 1;
  const charged = isRecord(value) && once('charged') ? value.charged : undefined;
  if (whole.shape === 'envelope') {
    const said = typeof charged === 'boolean';
    assert.equal(whole.evidence === 'stated', said);
    if (said) assert.equal(whole.billing === 'billed', charged);
    else assert.equal(whole.billing, 'unknown');
  }
  for (const { what } of whole.deviations) assert.doesNotMatch(plain(what), /\{\d\}|undefined|\[object/);

  const end = Math.floor(bytes.length * cut);
  const part = readPart(bytes.subarray(0, end));
  if (part.charged !== null && once('charged')) assert.equal(part.charged, charged);
  if (part.messageCode !== null && once('message_code'))
    assert.equal(part.messageCode, isRecord(value) ? value.message_code : undefined);
  if (part.orderId !== null && once('order_id') && once('data')) assert.ok(text.includes(part.orderId));

  const damaged = bytes.slice(0, end);
  if (end > 0) damaged[dice % end] = dice & 0xff;
  const broken = readAnswer(operation, { status }, damaged);
  if (broken.evidence === 'stated') assert.match(new TextDecoder().decode(damaged), /true|false/);
}
