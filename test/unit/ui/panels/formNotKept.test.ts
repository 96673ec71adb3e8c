import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../support/processes.ts';
import { aDesk, aWindow } from './formWindows.ts';

const { forgetHeld } = await import('../../../../src/ui/answers/notKept.ts');
const { plain } = await import('../../calls/sending/aSending.ts');

for (const [keep, said] of [
  ['open-only', /^Not kept, as the settings say: save what you need of it/],
  ['metadata', /^Not kept, as the settings say: save what you need of it/],
  ['everything', /^$/],
] as const)
  test(`the answer in a form says whether it is kept: ${keep}`, async (t) => {
    const { world, open } = await aDesk(t);
    world.keep = { keep, payloadDays: 0, orderDays: 0 };
    world.answers = [plain];
    const page = await open();
    page.panel.asks('call/submit', await page.typed('XX00AB0001'));
    const answer = await until(
      async () => (await page.shown()).answer ?? undefined,
      () => 'no answer stands in the form',
      10_000,
    );
    assert.equal(answer.outcome, 'verified');
    assert.match(answer.warning ?? '', said);
  });

test('an answer that is gone after a reload still belongs to what stands in the form, and to nothing else', async (t) => {
  const { world, means, forms, open, hostEnds } = await aDesk(t);
  world.keep = { keep: 'metadata', payloadDays: 0, orderDays: 0 };
  world.answers = [plain];
  const page = await open();
  await page.type('XX00AB0001');
  page.panel.asks('call/submit', await page.typed('XX00AB0001'));
  await until(
    async () => (await page.shown()).answer ?? undefined,
    () => 'no answer stands in the form',
    10_000,
  );
  const { draft } = await page.shown();
  forms.windowEnds();
  hostEnds();
  // It is held in the memory of the window that went.
  forgetHeld(world.ledger);
  const later = aWindow(t, world, means);
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  const { answer, sameAsSent } = await later.last().shown();
  assert.match(answer?.warning ?? '', /no longer kept/);
  assert.equal(sameAsSent, true);
  await later.last().type('XX00AB0002');
  assert.equal((await later.last().shown()).sameAsSent, false);
});
