import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aWorld, plain } from '../../calls/sending/aSending.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { askAbout } = await import('../../../../src/ui/sending/askAbout.ts');

const details = (): readonly string[] =>
  told.shown.flatMap((parts) => {
    const [, options] = parts as readonly [string, { readonly detail?: string }];
    return options?.detail === undefined ? [] : [options.detail];
  });

test('Send pressed before the question can have been read is asked about again, and says that nothing was sent', async (t) => {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send({ body: '{"rc_number":"XX00AB0000"}' });
  const [question] = world.asked;
  assert.ok(question !== undefined);
  told.reads = false;
  // A key that is held presses twice more before it is let go.
  told.answers.push('Send', 'Send', 'Send');
  const answer = await askAbout(question);
  assert.equal(answer, undefined);
  const [first = '', ...again] = details();
  assert.equal(again.length, 3);
  for (const one of again) {
    assert.equal(one, `Pressed before it could be read: nothing was sent. Press again.\n${first}`);
  }
  told.reads = true;
  told.answers.push('Send');
  assert.equal((await askAbout(question))?.kind, 'send');
});
