import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aLedger, noon } from './aLedger.ts';
import { at, teach } from './taught.ts';

const day = 86_400_000;

test('inputs that are asked again and show more do not take away what was known before', async (t) => {
  const { ledger } = await aLedger(t);
  const ask = (n: number, days: number, result: unknown) =>
    teach(ledger, `o${n}.${days}`, { input: `XX00AB000${n}`, result, at: days * day + n });
  for (let n = 0; n < 10; n += 1) await ask(n, 0, { year: 1 });
  // The service adds a field; the same ten test vehicles are asked about again.
  for (let n = 0; n < 10; n += 1) await ask(n, 30, { year: 1, variant: 'x' });
  const [head] = (await ledger.learning.heads({})).filter(({ side }) => side === 'answer');
  assert.equal(head?.since, noon, 'Compare Observed Shapes offers "As known a week ago"');
  const then = (await ledger.learning.shapes({ asOf: noon + 7 * day })).find(({ side }) => side === 'answer');
  assert.notEqual(then, undefined, 'nothing is said to have been learned then');
  assert.notEqual(at(then, 'data.result.year'), undefined);
  assert.equal(at(then, 'data.result.variant'), undefined);
});

test('a field that half of the inputs still show as before was there for all of them then', async (t) => {
  const { ledger } = await aLedger(t);
  const ask = (n: number, days: number, result: unknown) =>
    teach(ledger, `o${n}.${days}`, { input: `XX00AB000${n}`, result, at: days * day + n });
  for (let n = 0; n < 4; n += 1) await ask(n, 0, { year: 1, ...(n < 2 ? { color: 'x' } : {}) });
  for (let n = 0; n < 2; n += 1) await ask(n, 30, { year: 1, color: 'x', variant: 'x' });
  const then = (await ledger.learning.shapes({ asOf: noon + 7 * day })).find(({ side }) => side === 'answer');
  assert.notEqual(at(then, 'data.result.color'), undefined, 'the diff says that color is new');
});
