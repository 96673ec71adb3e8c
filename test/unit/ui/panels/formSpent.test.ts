import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import { draftId, draftOfPage, type PageId, pageOfDraft } from '../../../../src/calls/ports/ids.ts';
import type { Question } from '../../../../src/calls/sending/ports.ts';
import { formServices } from './formServices.ts';
import { aDesk, aWindow, closedAsked, graceMs, plateOf } from './formWindows.ts';

const { plain } = await import('../../calls/sending/aSending.ts');

const never = () => new Promise<never>(() => undefined);

/**
 * Its call has left, and its window is killed before it has kept that the form's turn is over. VS Code brings the tab back, and its user
 * closes it.
 * @param before what they do first
 * @param unshown what they do before they look at the tab
 * @returns the window then
 */
async function sentAndForgotten(
  t: TestContext,
  { world, means, open, forms }: Awaited<ReturnType<typeof aDesk>>,
  before: (back: ReturnType<ReturnType<typeof aWindow>['last']>) => Promise<unknown> = async () => undefined,
  unshown: (later: ReturnType<typeof aWindow>, page: PageId) => Promise<unknown> = async () => undefined,
) {
  world.answers = [plain];
  const page = await open();
  await page.type('XX00AB0001');
  const draft = await page.typed('XX00AB0001');
  world.faults = {
    saveDraft: (...given) => (world.admissions > 0 ? never() : world.real.saveDraft(...given)),
  };
  page.panel.asks('call/submit', draft);
  await rest(500);
  assert.equal(world.requests.length, 1);
  forms.windowEnds();
  world.faults = {};
  const later = aWindow(t, world, means);
  await unshown(later, pageOfDraft(draftId(draft.draftId)));
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  assert.equal(plateOf(await later.last().shown()), 'XX00AB0001');
  await before(later.last());
  later.last().panel.dispose();
  await rest(graceMs);
  return later;
}

test('what left from a form whose window forgot that it did is not told as unsent once the form is closed', async (t) => {
  const desk = await aDesk(t);
  const later = await sentAndForgotten(t, desk);
  const state = await (await later.open()).shown();
  assert.doesNotMatch(state.problem ?? '', /was not sent/);
});

test('nor where its field was given another name before its window was back', async (t) => {
  const desk = await aDesk(t);
  const later = await sentAndForgotten(t, desk, undefined, async () => desk.means.correct());
  const state = await (await later.open()).shown();
  assert.doesNotMatch(state.problem ?? '', /was not sent/);
});

/** decisions.md: "A draft stays spent once its order is erased: … with no twin left to ask about". */
test('nor is it sent a second time where nothing settled is kept, and no twin is left to ask about', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  const later = await sentAndForgotten(t, desk);
  await world.real.applyPolicy(world.keep, world.now + 1);
  const page = await later.open();
  const { draft } = await page.shown();
  // Who reads that it was not sent presses Send, and then Send in the question, which names no twin.
  world.answers = [plain];
  await page.ask('call/submit', draft);
  assert.equal(world.requests.length, 1);
});

/** The ledger says then: "this request was already sent, here or in another window". */
test('nor is it told as unsent where Send was pressed before the form was closed, and was refused as sent already', async (t) => {
  const desk = await aDesk(t);
  desk.world.answers = [plain];
  const later = await sentAndForgotten(t, desk, async (back) => {
    const on = ({ choices }: Question) => choices.find(({ kind }) => kind === 'pass-twin' || kind === 'send');
    desk.world.answers = [on, on, on];
    await back.ask('call/submit', (await back.shown()).draft);
    assert.match((await back.shown()).problem ?? '', /already sent/);
  });
  assert.equal(desk.world.requests.length, 1);
  const state = await (await later.open()).shown();
  assert.doesNotMatch(state.problem ?? '', /was not sent/);
});

test('what was typed while Send was asked about is unsent, also where the window ended as the rest left', async (t) => {
  const { world, means, open, forms } = await aDesk(t);
  const asked = Promise.withResolvers<void>();
  const choice = Promise.withResolvers<typeof plain>();
  world.portFaults = {
    ask: () => {
      asked.resolve();
      return choice.promise;
    },
  };
  const page = await open();
  const draft = await page.typed('XX00AB0001');
  page.panel.asks('call/submit', draft);
  await asked.promise;
  await page.type('XX00AB0002');
  world.faults = { saveDraft: never };
  choice.resolve(plain);
  await rest(500);
  assert.equal(world.requests.length, 1);
  forms.windowEnds();
  world.faults = {};
  const later = aWindow(t, world, means);
  const vscode = await import('vscode');
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  later.last().panel.dispose();
  await rest(graceMs);
  const state = await (await later.open()).shown();
  assert.equal(plateOf(state), 'XX00AB0002');
  assert.match(state.problem ?? '', /was not sent/);
});

test('what left from a closed form whose window ended before it had kept that is not told as unsent', async (t) => {
  const { world, tabs, forms, open } = await aDesk(t);
  const choice = await closedAsked({ world, open });
  world.faults = { saveDraft: never, deleteDraft: never };
  choice.resolve(plain);
  await rest(500);
  assert.equal(world.requests.length, 1);
  forms.windowEnds();
  world.faults = {};
  const later = aWindow(t, world, { ...formServices(world), tabs });
  const state = await (await later.open()).shown();
  assert.deepEqual([plateOf(state), state.problem], ['', null]);
});

test('nor is what the editor of its body, brought back before its form, saves as it was', async (t) => {
  const desk = await aDesk(t);
  const { bodyUri } = await import('../../../../src/ui/requests/both/bodyDocuments.ts');
  let spent = '';
  const later = await sentAndForgotten(
    t,
    desk,
    async (back) => assert.equal((await back.shown()).draft.draftId, spent),
    async ({ forms }, page) => {
      spent = draftOfPage(page, 0);
      const uri = bodyUri(page, 'rc-advanced');
      await forms.bodies.write(uri, (await forms.bodies.read(uri)).text);
    },
  );
  const state = await (await later.open()).shown();
  assert.deepEqual([plateOf(state), state.problem], ['', null]);
});

/** FormDraft.isUnsent: what was typed and never left "stays sealed"; sentAs: "Where nobody knows what was, this is taken for it". */
test('what is typed in such a form once it is back is not taken for what left, where that is not kept', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  const later = await sentAndForgotten(t, desk, async (back) => {
    await world.real.applyPolicy(world.keep, world.now + 1);
    await back.type('XX00AB0002');
  });
  assert.equal(plateOf(await (await later.open()).shown()), 'XX00AB0002');
});

test('nor where its order was erased by its user', async (t) => {
  const desk = await aDesk(t);
  const later = await sentAndForgotten(t, desk, async (back) => {
    await back.type('XX00AB0002');
    await desk.erase('XX00AB0001');
  });
  assert.equal(plateOf(await (await later.open()).shown()), 'XX00AB0002');
});

/** The ledger would say "this request was already sent … Its answer is in the order history", of one that never was. */
test('what is typed in such a form once it is back is not told as sent already, but sent as Send is pressed', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  await sentAndForgotten(t, desk, async (back) => {
    const on = ({ choices }: Question) => choices.find(({ kind }) => kind === 'pass-twin' || kind === 'send');
    world.answers = [on, on, on];
    await back.ask('call/submit', await back.typed('XX00AB0002'));
    assert.doesNotMatch((await back.shown()).problem ?? '', /already sent/);
  });
  assert.equal(world.requests.length, 2);
});

/** README: "filled with what was typed and not sent in the one closed last". Where nothing settled is kept, it stands nowhere else. */
test('what could not be sent, as the service was not reached, is not lost with its form where its order is not kept', async (t) => {
  const { world, open } = await aDesk(t);
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  world.answers = [plain];
  world.serviceAnswers = () => ({
    ...{ kind: 'failed', sent: 'no', code: 'refused', what: { text: 'The connection was refused.' } },
    ...{ cause: 'ECONNREFUSED', head: null, partialBody: null },
    timing: { connectedMs: null, firstByteMs: null, totalMs: 9 },
  });
  const page = await open();
  await page.ask('call/submit', await page.typed('XX00AB0001'));
  await world.real.applyPolicy(world.keep, world.now + 1);
  const { orders } = await world.real.list({ group: 'all', limit: 5, after: null });
  assert.deepEqual([world.requests.length, orders.length], [1, 0]);
  page.panel.dispose();
  await rest(graceMs);
  assert.equal(plateOf(await (await open()).shown()), 'XX00AB0001');
});
