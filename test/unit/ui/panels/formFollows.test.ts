import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FormState } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { aNewOrder } from '../../calls/orders.ts';
import { formWithEditor } from '../requests/aFormWithEditor.ts';

const { otherWindow, plain } = await import('../../calls/sending/aSending.ts');

/** A form, and what its page was told last; nobody touches it. */
async function aFormLeftAlone(t: TestContext) {
  const { world, panel } = await formWithEditor(t);
  const last = (): FormState | undefined =>
    panel.posted.findLast(
      (one): one is { payload: FormState } => (one as { event?: string }).event === 'page/state',
    )?.payload;
  const shows = (words: (state: FormState) => unknown) =>
    until(
      async () => (last() !== undefined && words(last() as FormState) === true) || undefined,
      () => JSON.stringify([last()?.notice, last()?.operation.fields]),
      20_000,
    );
  return { world, panel, shows };
}

test('a form says how many calls there were in the last minute, as it goes by', async (t) => {
  const { world, panel, shows } = await aFormLeftAlone(t);
  const told = (words: string) => shows(({ notice }) => notice?.details.some((one) => one.startsWith(words)));
  const begunAt = world.now - 57_000;
  await world.real.begin(aNewOrder({ ...(await world.account()), begunAt, deadlineAt: begunAt + 70_000 }));
  await told('1 this minute');
  const before = panel.posted.length;
  // It leaves the minute after three seconds by a clock that stands still.
  world.now += 3000;
  await told('0 this minute');
  assert.equal(panel.posted.length, before + 1, 'once, when it changes');
});

test('a form says what worked as long as that is known, whichever window forgets it', async (t) => {
  const { world, shows } = await aFormLeftAlone(t);
  const learned = ({ operation }: FormState) => operation.fields[0]?.learned?.text;
  world.answers = [plain];
  await world.send();
  await shows((state) => learned(state) === 'worked for 1 input');
  await otherWindow(world).real.learning.forget('rc-advanced');
  await shows((state) => learned(state) === undefined);
});
