import assert from 'node:assert/strict';
import { prettyJson } from '../../../src/contract/jsonText.ts';
import { maskAt, maskedInput } from '../../../src/contract/masking.ts';
import { operations } from '../../../src/contract/operations.ts';
import { OwnInput } from '../../../src/contract/ownInput.ts';
import type { Body } from '../bodies.ts';
import { laidBare, pick } from '../property.ts';

const ways = ['whole', 'as asked', 'broken off', 'broken off', 'in part', 'in a line'] as const;

/**
 * No planted value is shown, however much of the body came, however much of it is shown, and however it is spelled; masked
 * JSON stays JSON.
 */
export function masking({ text, planted, cut, dice }: Body): void {
  const operation = operations[dice % operations.length] ?? assert.fail('no operation');
  const mask = (path: readonly string[]) => maskAt(operation, path);
  const show = (shown: string, maxChars: number, own?: OwnInput): string => {
    const pretty = prettyJson(shown, { maxChars, mask, own });
    if (pretty.json && !pretty.truncated) JSON.parse(pretty.text);
    return pretty.text;
  };
  const end = Math.floor(text.length * cut);
  const way = pick([...ways], dice >>> 2);
  const shown = {
    whole: () => show(text, 1e9),
    'as asked': () => show(text, 1e9, new OwnInput(operation, text)),
    'broken off': () => show(text.slice(0, end), 1e9),
    'in part': () => show(text, end),
    'in a line': () => maskedInput(operation, text),
  }[way]();
  const bare = laidBare(shown);
  for (const { core } of planted) assert.ok(!bare.includes(core), `${way}: ${core} is shown`);
}
