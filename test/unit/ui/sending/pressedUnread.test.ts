import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { Question } from '../../../../src/calls/sending/ports.ts';
import { aWorld, plain } from '../../calls/sending/aSending.ts';
import { standInForVscode } from '../vscodeStandIn.ts';

const told = await standInForVscode();
const { askAbout } = await import('../../../../src/ui/sending/askAbout.ts');
const { askUntilRead } = await import('../../../../src/ui/asking/pressedUnread.ts');

async function aQuestion(t: TestContext): Promise<Question> {
  const world = await aWorld(t);
  world.answers = [plain];
  await world.send({ body: '{"rc_number":"XX00AB0000"}' });
  const [question] = world.asked;
  assert.ok(question !== undefined);
  return question;
}

const details = (): readonly string[] =>
  told.shown.flatMap((parts) => {
    const [, options] = parts as readonly [string, { readonly detail?: string }];
    return options?.detail === undefined ? [] : [options.detail];
  });

test('Send pressed before the question can have been read is asked about again, and says that nothing was done', async (t) => {
  const question = await aQuestion(t);
  told.readsFor = 0;
  // A key that is held presses twice more before it is let go.
  told.answers.push('Send', 'Send', 'Send');
  const answer = await askAbout(question);
  assert.equal(answer, undefined);
  const [first = '', ...again] = details();
  assert.equal(again.length, 3);
  for (const one of again) {
    assert.equal(one, `Pressed before it could be read: nothing was done. Press again.\n${first}`);
  }
  told.readsFor = 750;
  told.answers.push('Send');
  assert.equal((await askAbout(question))?.kind, 'send');
});

test('of a form, whose Send no held Enter presses, a second press alone is none; of a command a held one is none, either', async (t) => {
  const question = await aQuestion(t);
  const answered = async (proven: boolean, after: number): Promise<string | undefined> => {
    told.readsFor = after;
    told.answers.splice(0, told.answers.length, 'Send');
    return (await askAbout({ ...question, proven }))?.kind;
  };
  assert.equal(await answered(true, 400), 'send');
  assert.equal(await answered(true, 100), undefined);
  assert.equal(await answered(false, 400), undefined);
});

/** As VS Code has it: a second dialog is shown once the first is closed, and what is left of a double press goes to it. */
function dialogs() {
  let closed: Promise<unknown> = Promise.resolve();
  return (name: string, shown: string[], pressedAfterMs: number): Promise<string> => {
    const mine = closed.then(async () => {
      shown.push(name);
      await after(pressedAfterMs);
      return 'Send';
    });
    closed = mine;
    return mine;
  };
}

test('a question that stood behind another one was not read while it stood there', async () => {
  const dialog = dialogs();
  const shown: string[] = [];
  const first = askUntilRead(
    () => dialog('first', shown, 900),
    () => true,
  );
  // Its wait is over while the first question stands; the second press of the double Enter meets it.
  let times = 0;
  const second = askUntilRead(
    () => dialog('second', shown, times++ === 0 ? 40 : 900),
    () => true,
  );
  assert.deepEqual(await Promise.all([first, second]), ['Send', 'Send']);
  assert.deepEqual(shown, ['first', 'second', 'second']);
});
