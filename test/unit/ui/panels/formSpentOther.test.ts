import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type { Question } from '../../../../src/calls/sending/ports.ts';
import { aDesk, aWindow, graceMs, plateOf } from './formWindows.ts';

const vscode = await import('vscode');

type Desk = Awaited<ReturnType<typeof aDesk>>;
type Page = ReturnType<Desk['last']>;

const never = () => new Promise<never>(() => undefined);
const on = ({ choices }: Question) => choices.find(({ kind }) => kind === 'pass-twin' || kind === 'send');
const notReached = {
  kind: 'failed',
  sent: 'no',
  code: 'refused',
  what: { text: 'The connection was refused.' },
  cause: 'ECONNREFUSED',
  head: null,
  partialBody: null,
  timing: { connectedMs: null, firstByteMs: null, totalMs: 9 },
} as const;

/**
 * Send is pressed, and the window killed before it has kept that what was pressed for has left. VS Code brings the tab back.
 * @param asked what is done while Send is asked about
 */
async function killedAsItLeaves(t: TestContext, desk: Desk, page: Page, asked?: () => Promise<unknown>) {
  const { world, means, forms } = desk;
  const { draft } = await page.shown();
  const before = world.requests.length;
  const opened = Promise.withResolvers<void>();
  const choice = Promise.withResolvers<void>();
  world.portFaults = {
    ask: async (question) => {
      opened.resolve();
      await choice.promise;
      return on(question);
    },
  };
  page.panel.asks('call/submit', draft);
  await opened.promise;
  await asked?.();
  world.faults = { saveDraft: never };
  choice.resolve();
  await rest(500);
  assert.equal(world.requests.length, before + 1);
  forms.windowEnds();
  world.faults = {};
  world.portFaults = {};
  const later = aWindow(t, world, means);
  const panel = vscode.window.createWebviewPanel('form', 'form', vscode.ViewColumn.One);
  await later.forms.restore(panel, { draftId: draft.draftId, operation: 'rc-advanced' });
  return later;
}

/** decisions.md: "A turn that is known to be spent is not used for another text, or that would be told as sent already." */
test('what is typed over an order’s request that left as its window was killed is not told as sent already', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  desk.fill('{"rc_number":"XX00AB0001"}');
  const later = await killedAsItLeaves(t, desk, desk.last());
  const back = later.last();
  assert.equal(plateOf(await back.shown()), 'XX00AB0001');
  world.answers = [on, on];
  await back.ask('call/submit', await back.typed('XX00AB0002'));
  assert.doesNotMatch((await back.shown()).problem ?? '', /already sent/);
  assert.equal(world.requests.length, 2);
});

test('while that request itself is not sent a second time from there', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  desk.fill('{"rc_number":"XX00AB0001"}');
  const later = await killedAsItLeaves(t, desk, desk.last());
  const back = later.last();
  world.answers = [on, on];
  await back.ask('call/submit', (await back.shown()).draft);
  assert.match((await back.shown()).problem ?? '', /already sent/);
  assert.equal(world.requests.length, 1);
});

test('nor is what was typed while Send was asked about, in a window that was killed as the rest left', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  const page = await desk.open();
  await page.type('XX00AB0001');
  const later = await killedAsItLeaves(t, desk, page, () => page.type('XX00AB0002'));
  const back = later.last();
  const { draft } = await back.shown();
  assert.equal(draft.fields.rc_number, 'XX00AB0002');
  world.answers = [on, on];
  await back.ask('call/submit', draft);
  assert.doesNotMatch((await back.shown()).problem ?? '', /already sent/);
  assert.equal(world.requests.length, 2);
});

test('it is not taken for what left once that order is erased either', async (t) => {
  const desk = await aDesk(t);
  const page = await desk.open();
  await page.type('XX00AB0001');
  const later = await killedAsItLeaves(t, desk, page, () => page.type('XX00AB0002'));
  assert.equal(plateOf(await later.last().shown()), 'XX00AB0002');
  await desk.erase('XX00AB0001');
  later.last().panel.dispose();
  await rest(graceMs);
  assert.equal(plateOf(await (await later.open()).shown()), 'XX00AB0002');
});

/** printOf: "made of what it says and not of how it is spelt". Where nothing settled is kept no twin is left to ask about. */
test('what left, spelt in another way, is not another text: it is not sent a second time from there', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  const page = await desk.open();
  await page.type('XX00AB0001');
  const later = await killedAsItLeaves(t, desk, page);
  await world.real.applyPolicy(world.keep, world.now + 1);
  const back = later.last();
  const { draft } = await back.shown();
  world.answers = [on, on];
  await back.ask('call/submit', { ...draft, tab: 'json', json: '{ "rc_number":\n"XX00AB0001" }' });
  assert.equal(world.requests.length, 1);
  assert.match((await back.shown()).problem ?? '', /already sent/);
});

test('nor is what left under a name that its field had between two corrections', async (t) => {
  const desk = await aDesk(t);
  const { world, means } = desk;
  means.correct();
  const page = await desk.open();
  const { draft } = await page.shown();
  await page.ask('draft/save', { ...draft, fields: { ...draft.fields, vehicle_number: 'XX00AB0001' } });
  const [first, ...others] = means.operation().requestFields;
  assert.ok(first !== undefined);
  const later = await killedAsItLeaves(t, desk, page, async () => {
    world.fields.set('rc-advanced', [{ ...first, name: 'plate', path: ['plate'] }, ...others]);
  });
  const back = later.last();
  const { draft: followed } = await back.shown();
  assert.equal(followed.fields.plate, 'XX00AB0001');
  world.answers = [on, on];
  await back.ask('call/submit', followed);
  assert.equal(world.requests.length, 1);
});

/** FormDraft.stayed: "It could never leave." What is told of here did, before. */
test('what left is not told as unsent where it was sent once more, and could not leave then', async (t) => {
  const { world, open } = await aDesk(t);
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  world.answers = [on, on];
  const page = await open();
  await page.ask('call/submit', await page.typed('XX00AB0001'));
  await world.real.applyPolicy(world.keep, world.now + 1);
  world.serviceAnswers = () => notReached;
  world.answers = [on, on];
  await page.ask('call/submit', (await page.shown()).draft);
  await world.real.applyPolicy(world.keep, world.now + 1);
  assert.equal(world.requests.length, 2);
  page.panel.dispose();
  await rest(graceMs);
  const state = await (await open()).shown();
  assert.deepEqual([plateOf(state), state.problem], ['', null]);
});

/** FormDraft.isUnsent: "nor filled in from elsewhere". */
test('nor is what an order filled, and nobody edited, where it could not be sent', async (t) => {
  const { world, fill, last, open } = await aDesk(t);
  world.answers = [on, on];
  world.serviceAnswers = () => notReached;
  fill('{"rc_number":"XX00AB0001"}');
  await last().ask('call/submit', (await last().shown()).draft);
  assert.equal(world.requests.length, 1);
  last().panel.dispose();
  await rest(graceMs);
  const state = await (await open()).shown();
  assert.deepEqual([plateOf(state), state.problem], ['', null]);
});

test('what could not be sent is lost no more where its field got another name while it was tried', async (t) => {
  const { world, means, open } = await aDesk(t);
  world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
  world.answers = [on];
  world.serviceAnswers = () => {
    means.correct();
    return notReached;
  };
  const page = await open();
  await page.ask('call/submit', await page.typed('XX00AB0001'));
  assert.equal(world.requests.length, 1);
  await world.real.applyPolicy(world.keep, world.now + 1);
  page.panel.dispose();
  await rest(graceMs);
  assert.equal((await (await open()).shown()).draft.fields.vehicle_number, 'XX00AB0001');
});

/** README: "filled with what was typed and not sent in the one closed last". */
for (const when of ['long before', 'right before'] as const) {
  test(`nor where its form was closed ${when} that was known`, async (t) => {
    const { world, open } = await aDesk(t);
    world.keep = { keep: 'open-only', payloadDays: 0, orderDays: 0 };
    world.answers = [on];
    const answer = Promise.withResolvers<typeof notReached>();
    const out = Promise.withResolvers<void>();
    world.serviceAnswers = () => {
      out.resolve();
      return answer.promise;
    };
    const page = await open();
    page.panel.asks('call/submit', await page.typed('XX00AB0001'));
    await out.promise;
    page.panel.dispose();
    if (when === 'long before') await rest(graceMs);
    answer.resolve(notReached);
    await rest(graceMs);
    await world.real.applyPolicy(world.keep, world.now + 1);
    const state = await (await open()).shown();
    assert.equal(plateOf(state), 'XX00AB0001');
    assert.match(state.problem ?? '', /was not sent/);
  });
}

/** FormDraft: "Each call … begins a new turn: what the page still saves of an earlier one is late". So its page has to hear of it. */
test('what is typed while Send is asked about another text than what left is not taken for late', async (t) => {
  const desk = await aDesk(t);
  const { world } = desk;
  const page = await desk.open();
  await page.type('XX00AB0001');
  const back = (await killedAsItLeaves(t, desk, page)).last();
  const typed = await back.typed('XX00AB0002');
  const from = back.panel.posted.length;
  const asked = Promise.withResolvers<void>();
  world.portFaults = {
    ask: () => {
      asked.resolve();
      return never();
    },
  };
  back.panel.asks('call/submit', typed);
  await asked.promise;
  await rest(500);
  const told = JSON.stringify(back.panel.posted.slice(from)).match(/"draftId":"([^"]+)"/);
  await back.ask('draft/save', {
    ...typed,
    draftId: told?.[1] ?? typed.draftId,
    fields: { rc_number: 'XX00AB0003' },
  });
  assert.equal(plateOf(await back.shown()), 'XX00AB0003');
});
