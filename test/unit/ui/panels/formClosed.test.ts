import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { draftId, pageOfDraft } from '../../../../src/calls/ports/ids.ts';
import type { DraftContents } from '../../../../src/protocol/messages.ts';
import { until } from '../../../support/processes.ts';
import { aDesk, aWindow, closedAsked, graceMs, plateOf } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');
const { verified } = await import('../../calls/batch/aRun.ts');

test('what was typed in a form that was closed is in the next one, which says so and sends it under another id', async (t) => {
  const { open, leave, kept } = await aDesk(t);
  await leave('XX00AB0001');
  await rest(graceMs);
  assert.equal(await kept(), 1);
  const before = await (await open()).shown();
  assert.equal(plateOf(before), 'XX00AB0001');
  assert.equal(before.problem, 'What was typed in a closed form is back. It was not sent from there.');
  assert.deepEqual([before.isCaution, before.canStartEmpty, before.answer], [true, true, null]);
  assert.equal(await kept(), 0);
});

test('opened again at once, it is there at once', async (t) => {
  const { open, last } = await aDesk(t);
  await open();
  await last().type('XX00AB0001');
  last().panel.dispose();
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('closed once more without an edit it is there once more, and its draft has another id each time', async (t) => {
  const { open, leave, last } = await aDesk(t);
  await leave('XX00AB0001');
  const first = (await (await open()).shown()).draft.draftId;
  last().panel.dispose();
  const state = await (await open()).shown();
  assert.equal(plateOf(state), 'XX00AB0001');
  assert.notEqual(state.draft.draftId, first);
});

test('of several closed forms the last one comes first, and how many are left is said', async (t) => {
  const { world, open, fill, last, kept } = await aDesk(t);
  for (const plate of ['XX00AB0001', 'XX00AB0002']) {
    world.now += 1;
    fill('{"rc_number":""}');
    await last().type(plate);
    last().panel.dispose();
    await rest(graceMs);
  }
  assert.equal(await kept(), 2);
  const page = await open();
  const state = await page.shown();
  assert.equal(plateOf(state), 'XX00AB0002');
  assert.match(state.problem ?? '', /Older closed forms: 1\.$/);
  // Emptied and closed, it makes way for the one before.
  const empty = (await page.ask('draft/startEmpty', null)) as DraftContents;
  assert.equal(empty.fields.rc_number ?? '', '');
  await page.ask('draft/save', { ...state.draft, ...empty });
  const { problem, canStartEmpty } = await page.shown();
  assert.deepEqual([problem, canStartEmpty], [null, undefined]);
  page.panel.dispose();
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('a form that nobody typed into, or that shows what an order or a file has, leaves nothing', async (t) => {
  const { open, fill, last, kept } = await aDesk(t);
  (await open()).panel.dispose();
  fill('{"rc_number":"XX00AB0001"}');
  await last().shown();
  last().panel.dispose();
  await rest(graceMs);
  assert.equal(await kept(), 0);
  assert.deepEqual([plateOf(await (await open()).shown())], ['']);
});

test('a form that an order or a file fills takes nothing from those that were closed', async (t) => {
  const { leave, fill, last, kept } = await aDesk(t);
  await leave('XX00AB0001');
  await rest(graceMs);
  fill('{"rc_number":"XX00AB0002"}');
  assert.equal(plateOf(await last().shown()), 'XX00AB0002');
  assert.equal(await kept(), 1);
});

test('what was sent and answered is in the history, and does not come back', async (t) => {
  const { world, open, kept } = await aDesk(t);
  world.answers = [plain];
  const page = await open();
  assert.deepEqual(await page.ask('call/submit', await page.typed('XX00AB0001')), { sent: true });
  page.panel.dispose();
  await rest(graceMs);
  assert.equal(await kept(), 0);
  assert.equal(plateOf(await (await open()).shown()), '');
  assert.equal(world.requests.length, 1);
});

for (const [what, typedSince] of [
  ['nor does what is still under way as the form closes', null],
  ['what was typed while a call was under way does', 'XX00AB0002'],
] as const) {
  test(what, async (t) => {
    const { world, open, kept } = await aDesk(t);
    world.answers = [plain];
    const answer = Promise.withResolvers<typeof verified>();
    world.serviceAnswers = () => answer.promise;
    const page = await open();
    page.panel.asks('call/submit', await page.typed('XX00AB0001'));
    await until(
      async () => world.requests.length > 0 || undefined,
      () => 'nothing left',
      5000,
    );
    if (typedSince !== null) await page.type(typedSince);
    page.panel.dispose();
    await rest(graceMs);
    assert.equal(await kept(), typedSince === null ? 0 : 1);
    answer.resolve(verified);
    await world.sending.finish();
    assert.equal(plateOf(await (await open()).shown()), typedSince ?? '');
    assert.equal(world.requests.length, 1);
  });
}

test('what is asked about as the form closes comes back only once it is known that it does not leave', async (t) => {
  const { world, open, kept } = await aDesk(t);
  const choice = await closedAsked({ world, open });
  const meanwhile = await open();
  assert.equal(plateOf(await meanwhile.shown()), '');
  meanwhile.panel.dispose();
  choice.resolve(undefined);
  await rest(100);
  assert.equal(await kept(), 1);
  assert.equal(world.requests.length, 0);
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});

test('erased everywhere, an input comes back in no window; another window has what is left', async (t) => {
  const { world, means, leave, erase } = await aDesk(t);
  await leave('XX00AB0001');
  await rest(graceMs);
  const other = aWindow(t, world, means);
  await erase('XX00AB0001');
  assert.equal(plateOf(await (await other.open()).shown()), '');
  other.last().panel.dispose();
  await leave('XX00AB0002');
  await rest(graceMs);
  assert.equal(plateOf(await (await other.open()).shown()), 'XX00AB0002');
});

test('erased in the second in which a form is closed, its input is not kept', async (t) => {
  const { open, kept, erase } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  page.panel.dispose();
  await erase('XX00AB0001');
  await rest(graceMs);
  assert.equal(await kept(), 0);
});

test('a form that was closed with its window stays under its own name, for its tab comes back', async (t) => {
  const { world, forms, open, kept } = await aDesk(t);
  const page = await open();
  await page.type('XX00AB0001');
  const { draft } = await page.shown();
  forms.windowEnds();
  page.panel.dispose();
  await rest(graceMs);
  assert.equal(await kept(), 0);
  assert.notEqual(await world.real.loadDraft(pageOfDraft(draftId(draft.draftId))), null);
});

test('a tab that is closed before its form is there loses nothing either', async (t) => {
  const { world, open, leave, last, kept } = await aDesk(t);
  await leave('XX00AB0001');
  world.faults = {
    keepDraftAs: async (from, to) => {
      world.faults = {};
      const moved = await world.real.keepDraftAs(from, to);
      last().panel.dispose();
      return moved;
    },
  };
  await open();
  await rest(graceMs);
  assert.equal(await kept(), 1);
});

test('where what was closed cannot be read a form is opened all the same', async (t) => {
  const { world, open } = await aDesk(t);
  world.faults = { pagesBeginning: () => Promise.reject(new Error('disk')) };
  assert.equal(plateOf(await (await open()).shown()), '');
});
