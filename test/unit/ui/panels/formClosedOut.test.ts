import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { until } from '../../../support/processes.ts';
import { verified } from '../../calls/batch/aRun.ts';
import { aDesk, graceMs } from './formWindows.ts';

const vscode = await import('vscode');
const { plain } = await import('../../calls/sending/aSending.ts');

/** What is shown in the corner, from then on. */
function notices(): string[] {
  const told: string[] = [];
  const show = async (words: string): Promise<undefined> => void told.push(words);
  Object.assign(vscode.window, { showInformationMessage: show, showWarningMessage: show });
  return told;
}

for (const [what, closed, waited] of [
  ['is told of where its form was closed meanwhile', true, graceMs],
  ['that comes as its form is closed is told of', true, 0],
  ['that its form shows is not told of as well', false, 0],
] as const)
  test(`an answer ${what}`, async (t) => {
    const { world, open } = await aDesk(t);
    const told = notices();
    const answered = Promise.withResolvers<typeof verified>();
    world.serviceAnswers = () => answered.promise;
    world.answers = [plain];
    const page = await open();
    page.panel.asks('call/submit', await page.typed('XX00AB0001'));
    await until(
      async () => (world.requests.length > 0 ? true : undefined),
      () => 'nothing was sent',
      5000,
    );
    if (closed) page.panel.dispose();
    await rest(waited);
    answered.resolve(verified);
    await until(
      async () =>
        (await world.real.list({ group: 'all', limit: 9, after: null })).orders.find(
          ({ state }) => state === 'settled',
        ),
      () => 'the call is not settled',
      5000,
    );
    await rest(graceMs);
    assert.equal(told.length, closed ? 1 : 0, told.join('\n'));
    if (closed) assert.match(told.join(), /^RC Details Advanced: Verified · XX•+01 · .*billed/);
    assert.equal(world.requests.length, 1);
  });
