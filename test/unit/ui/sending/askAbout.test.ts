import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aWorld, plain } from '../../calls/sending/aSending.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { askAbout } = await import('../../../../src/ui/sending/askAbout.ts');

test('what looks wrong in a value stands in the question, before where the call goes, and the value nowhere', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send({ body: '{"rc_number":"MH12AB987654321"}' });
  const [question] = world.asked;
  assert.ok(question !== undefined);
  told.answers.push('Send');
  await askAbout(question);
  const [words, options] = told.shown.at(-1) as readonly [string, { readonly detail: string }];
  const [first, blank, ...rest] = options.detail.split('\n');
  assert.equal(
    first,
    'Looks wrong: Does not look like a registration number, such as MH12AB0000 or 22BH0000AA.',
  );
  assert.equal(blank, '');
  assert.match(rest.join('\n'), /https:/);
  assert.doesNotMatch(words + options.detail, /987654/);
});
