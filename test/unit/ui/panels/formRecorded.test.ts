import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderId } from '../../../../src/calls/ports/ids.ts';
import type { OrderSummary } from '../../../../src/calls/ports/ports.ts';
import { aShownForm } from './aShownForm.ts';

const { plain } = await import('../../calls/sending/aSending.ts');
const { answer } = await import('../../calls/batch/aRun.ts');

test('the answer of a form follows what is recorded of its order elsewhere', async (t) => {
  const { world, page, shows } = await aShownForm(t, (one) => {
    one.answers = [plain];
    one.serviceAnswers = () => answer('ACCEPTED', 202, true);
  });
  assert.equal(await page.sendEdited(), true);
  const before = (await shows((state) => state.answer !== null)).answer;
  assert.equal(before?.recorded, undefined);
  assert.notEqual(before?.advice, '');
  const record = (outcome: Exclude<OrderSummary['resolved'], null>): Promise<void> =>
    world.ledger.resolve(page.answered() as OrderId, { at: world.now, outcome, note: '', pasted: null });
  await record('still-open');
  const open = (await shows((state) => state.answer?.recorded?.isClosed === false)).answer;
  assert.equal(open?.advice, before?.advice);
  await record('verified');
  const closed = (await shows((state) => state.answer?.recorded?.isClosed === true)).answer;
  assert.match(closed?.recorded?.headline ?? '', /^Recorded: verified \(you, /);
  assert.deepEqual([closed?.meaning, closed?.advice], ['', '']);
  // What the service answered stays what it was.
  assert.equal(closed?.headline, before?.headline);
  // At the same moment of the clock, as another outcome.
  await record('negative');
  await shows((state) => state.answer?.recorded?.headline.startsWith('Recorded: negative') === true);
});
