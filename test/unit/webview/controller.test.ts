import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HandlersOf } from '../../../src/protocol/frames.ts';
import type { AnswerView, DraftCheck, Method, Requests } from '../../../src/protocol/messages.ts';
import { type Client, RequestFailed } from '../../../webview/client.ts';
import { Controller } from '../../../webview/controller.ts';
import { lookOf } from '../../../webview/model.ts';
import { pasted, recordedOrder } from '../../e2e/page/orderSamples.ts';
import { calmNotice, draft, magic, negative, state } from '../../e2e/page/samples.ts';

const noCheck: DraftCheck = {
  hints: [],
  json: '{}',
  fields: {},
  misfit: null,
  broken: null,
  sameAsSent: false,
  notice: calmNotice,
};

/** A controller with a host of handlers, a clock that is set, and timers that run when told. */
function setUp(handlers: Partial<HandlersOf<Requests>> = {}) {
  const asked: [Method, unknown][] = [];
  const timers = new Set<() => void>();
  const clock = { now: 0 };
  const focused: (readonly string[])[] = [];
  const all = new Map<string, (params: never) => Promise<unknown>>(
    Object.entries({ 'page/ready': async () => state(), 'draft/check': async () => noCheck, ...handlers }),
  );
  const request = async (method: Method, params: unknown): Promise<unknown> => {
    asked.push([method, params]);
    return (await all.get(method)?.(params as never)) ?? null;
  };
  const controller = new Controller({
    client: { request: request as Client['request'] },
    now: () => clock.now,
    later: (run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    changed: () => {},
    focusEmpty: (names) => focused.push(names),
    focusFirst: () => focused.push(['first']),
  });
  const quiet = () => {
    for (const run of [...timers]) run();
    timers.clear();
  };
  const count = (method: Method) => asked.filter(([name]) => name === method).length;
  return { controller, asked, clock, quiet, count, timers, focused };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('typing is saved once the keys are quiet, with all that was typed', async () => {
  const { controller, asked, quiet, count, timers } = setUp();
  await controller.start();
  controller.typeField('rc_number', 'X');
  controller.typeField('rc_number', 'XX');
  assert.equal(count('draft/save'), 0);
  assert.equal(timers.size, 1);
  quiet();
  assert.deepEqual(
    asked.find(([name]) => name === 'draft/save')?.[1],
    draft({ fields: { rc_number: 'XX' } }),
  );
  controller.saveNow();
  assert.equal(count('draft/save'), 1);
});

test('what was said of the input is asked again where a live service takes the place of a sandbox', async () => {
  const { controller, count } = setUp();
  await controller.start();
  await settle();
  const before = count('draft/check');
  controller.adopt(state());
  assert.equal(count('draft/check'), before);
  controller.adopt(state({ environment: { ...state().environment, kind: 'live' } }));
  assert.equal(count('draft/check'), before + 1);
});

test('a check that comes back late does not replace hints for newer text', async () => {
  const late = Promise.withResolvers<DraftCheck>();
  let calls = 0;
  const { controller, quiet } = setUp({
    'draft/check': async () => (++calls === 2 ? late.promise : { ...noCheck, broken: `check ${calls}` }),
  });
  await controller.start();
  await settle();
  controller.typeJson('1');
  quiet();
  controller.typeJson('12');
  quiet();
  await settle();
  late.resolve({ ...noCheck, broken: 'late' });
  await settle();
  assert.equal(controller.model.check?.broken, 'check 3');
});

test('JSON that does not fit the fields, or is no JSON, keeps its tab and says why', async () => {
  for (const why of [{ misfit: '"extra" has no field.' }, { broken: 'a value is missing.' }]) {
    const { controller } = setUp({
      'page/ready': async () => state({ draft: draft({ tab: 'json', json: '{"extra":1}' }) }),
      'draft/check': async () => ({ ...noCheck, ...why }),
    });
    await controller.start();
    await controller.switchTab('form');
    assert.equal(controller.model.draft.tab, 'json');
    assert.equal(controller.model.draft.json, '{"extra":1}');
    assert.match(controller.model.refusal ?? '', /^("extra" has no field|a value is missing)\.$/);
  }
});

test('what is typed while the tab is being switched is asked about again', async () => {
  const first = Promise.withResolvers<DraftCheck>();
  const jsons: string[] = [];
  const { controller } = setUp({
    'page/ready': async () => state({ draft: draft({ tab: 'json', json: '1' }) }),
    'draft/check': async ({ json }) => {
      jsons.push(json);
      return jsons.length === 2 ? first.promise : { ...noCheck, fields: { rc_number: json } };
    },
  });
  await controller.start();
  const switching = controller.switchTab('form');
  controller.typeJson('12');
  first.resolve({ ...noCheck, fields: { rc_number: 'old' } });
  await switching;
  assert.deepEqual(jsons.slice(0, 3), ['1', '1', '12']);
  assert.equal(controller.model.draft.fields.rc_number, '12');
});

test('one submit at a time, none while a call is out, and none from an order’s page', async () => {
  const held = Promise.withResolvers<{ sent: boolean }>();
  const { controller, count } = setUp({ 'call/submit': async () => held.promise });
  await controller.start();
  const first = controller.submit();
  await controller.submit();
  assert.equal(count('call/submit'), 1);
  held.resolve({ sent: true });
  await first;
  controller.adopt(
    state({ call: { orderId: 'o', environment: 'acme-prod', startedAt: 0, cancelling: false } }),
  );
  await controller.submit();
  controller.adopt(state({ mode: 'order', answer: negative }));
  await controller.submit();
  assert.equal(count('call/submit'), 1);
});

test('Send while a call is out says, each time, that it is', async () => {
  const { controller, count } = setUp();
  await controller.start();
  const call = { orderId: 'o', environment: 'acme-prod', startedAt: 0, cancelling: false };
  controller.adopt(state({ call }));
  const said: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    await controller.submit();
    said.push(controller.model.announcement);
    controller.adopt(state({ call }));
  }
  for (const words of said) assert.equal(words.trim(), 'Sending to acme-prod. Waiting for the answer…');
  // A screen reader says what changes.
  assert.ok(said[0] !== said[1] && said[1] !== said[2]);
  assert.equal(count('call/submit'), 0);
});

test('the second click of a double click on Send does not cancel', async () => {
  const { controller, clock, count } = setUp();
  await controller.start();
  clock.now = 1000;
  controller.adopt(
    state({ call: { orderId: 'o', environment: 'acme-prod', startedAt: 1000, cancelling: false } }),
  );
  clock.now = 1200;
  controller.cancel();
  assert.equal(count('call/cancel'), 0);
  clock.now = 1600;
  controller.cancel();
  controller.adopt(
    state({ call: { orderId: 'o', environment: 'acme-prod', startedAt: 1000, cancelling: true } }),
  );
  controller.cancel();
  assert.equal(count('call/cancel'), 1);
});

test('a new draft id after a call keeps what was typed meanwhile and saves it under the new id', async () => {
  const { controller, asked, quiet } = setUp();
  await controller.start();
  controller.typeField('rc_number', 'XX00AB1234');
  await controller.submit();
  controller.typeField('rc_number', 'XX00AB12345');
  controller.adopt(state({ draft: draft({ draftId: 'draft-2', fields: { rc_number: 'XX00AB1234' } }) }));
  assert.deepEqual(
    controller.model.draft,
    draft({ draftId: 'draft-2', fields: { rc_number: 'XX00AB12345' } }),
  );
  quiet();
  assert.deepEqual(asked.findLast(([name]) => name === 'draft/save')?.[1], controller.model.draft);
});

test('a magic input fills the draft, and what was typed can be had back', async () => {
  const { controller } = setUp();
  await controller.start();
  controller.typeField('rc_number', 'typed');
  controller.fillMagic(0);
  controller.fillMagic(1);
  assert.deepEqual(controller.model.draft.fields, magic[1]?.fields);
  assert.equal(controller.model.magic, 1);
  controller.restoreTyped();
  assert.deepEqual(controller.model.draft.fields, { rc_number: 'typed' });
  assert.equal(controller.model.magic, null);
});

test('there is nothing to have back where nothing was typed, or only a magic input', async () => {
  const { controller } = setUp({ 'page/ready': async () => state({ draft: draft({ fields: {} }) }) });
  await controller.start();
  controller.fillMagic(0);
  assert.equal(controller.model.replaced, null);
  controller.adopt(state({ draft: draft({ draftId: 'draft-2', fields: magic[0]?.fields ?? {} }) }));
  controller.fillMagic(1);
  assert.equal(controller.model.replaced, null);
});

test('a failure is said; what the user gave up is not a failure', async () => {
  const { controller } = setUp({
    'environment/setKey': async () => {
      throw new RequestFailed({ code: 'cancelled', message: 'given up' });
    },
    'answer/copyOrderId': async () => {
      throw new RequestFailed({ code: 'internal', message: 'The clipboard is closed.' });
    },
  });
  await controller.start();
  controller.forward('environment/setKey', null);
  await settle();
  assert.equal(controller.model.failure, null);
  controller.forward('answer/copyOrderId', { orderId: 'order-1' });
  await settle();
  assert.equal(controller.model.failure, 'Failed: The clipboard is closed.');
});

test('each answer of an order’s page is revealed by its own id, and hidden apart from the other', async () => {
  const clear = (answer: AnswerView): AnswerView => ({ ...answer, raw: { ...answer.raw, masked: false } });
  const { controller, asked } = setUp({
    'page/ready': async () => recordedOrder,
    'answer/reveal': async ({ orderId }) => clear(orderId === pasted.id ? pasted : negative),
  });
  await controller.start();
  const seen = () => [negative.id, pasted.id].map((id) => lookOf(controller.model, id).revealed.raw !== null);
  await controller.reveal(pasted.id, null);
  assert.deepEqual(asked.at(-1), ['answer/reveal', { orderId: 'order-1#recorded', path: null }]);
  assert.deepEqual(seen(), [false, true]);
  await controller.reveal(negative.id, null);
  controller.hide(pasted.id, null);
  assert.deepEqual(seen(), [true, false]);
});

test('an answer revealed too late, after another was recorded in its place, is not shown', async () => {
  const late = Promise.withResolvers<AnswerView>();
  const { controller } = setUp({
    'page/ready': async () => recordedOrder,
    'answer/reveal': async () => late.promise,
  });
  await controller.start();
  const revealing = controller.reveal(pasted.id, null);
  const { details } = recordedOrder;
  const recorded = details?.recorded && { ...details.recorded, answer: { ...pasted, messageCode: 'OTHER' } };
  controller.adopt({ ...recordedOrder, details: details && { ...details, recorded: recorded ?? null } });
  late.resolve({ ...pasted, raw: { ...pasted.raw, masked: false } });
  await revealing;
  assert.equal(lookOf(controller.model, pasted.id).revealed.raw, null);
});

test('an action on the order goes to the host, and takes an earlier failure off the page', async () => {
  let fails = true;
  const { controller, asked } = setUp({
    'page/ready': async () => recordedOrder,
    'order/act': async () => {
      if (fails) throw new RequestFailed({ code: 'internal', message: 'The disk is full.' });
      return null;
    },
  });
  await controller.start();
  controller.actOnOrder(negative.id, 'export');
  await settle();
  assert.equal(controller.model.failure, 'Failed: The disk is full.');
  fails = false;
  controller.actOnOrder(negative.id, 'erase');
  assert.deepEqual(asked.at(-1), ['order/act', { orderId: 'order-1', action: 'erase' }]);
  assert.equal(controller.model.failure, null);
});

test('Copy as hands the draft over as it is typed now', async () => {
  const { controller, asked } = setUp();
  await controller.start();
  controller.typeField('rc_number', 'XX00AB1234');
  controller.copyAs();
  assert.deepEqual(asked.at(-1), ['draft/copyAs', controller.model.draft]);
  assert.equal(controller.model.draft.fields.rc_number, 'XX00AB1234');
});

test('Save as request file hands the draft over as it is typed now', async () => {
  const { controller, asked } = setUp();
  await controller.start();
  controller.typeField('rc_number', 'XX00AB1234');
  controller.saveAs();
  assert.deepEqual(asked.at(-1), ['draft/saveAs', controller.model.draft]);
  controller.editJson();
  assert.deepEqual(asked.at(-1), ['draft/editJson', controller.model.draft]);
});

test('a Send that empty fields hold up says so until they are filled, and puts the focus there', async () => {
  const { controller, focused } = setUp({
    'call/submit': async () => ({ sent: false, empty: ['rc_number', 'other'] }),
  });
  await controller.start();
  await controller.submit();
  assert.deepEqual(controller.model.empty, ['rc_number', 'other']);
  assert.deepEqual(focused, [['rc_number', 'other']]);
  controller.typeField('rc_number', 'X');
  assert.deepEqual(controller.model.empty, ['other']);
});

test('JSON with an empty field is sent once its writer was told; an edit takes the word back', async () => {
  const json = '{"rc_number":""}';
  const { controller, asked } = setUp({
    'page/ready': async () => state({ draft: draft({ tab: 'json', json }) }),
    'call/submit': async ({ anyway }) =>
      anyway === true ? { sent: true } : { sent: false, empty: ['rc_number'] },
  });
  const sent = () => asked.filter(([name]) => name === 'call/submit').map(([, params]) => params);
  await controller.start();
  await controller.submit();
  controller.typeJson(`${json} `);
  assert.deepEqual(controller.model.empty, []);
  await controller.submit();
  await controller.submit({ anyway: true });
  assert.deepEqual(controller.model.empty, []);
  const now = draft({ tab: 'json', json: `${json} ` });
  assert.deepEqual(sent(), [draft({ tab: 'json', json }), now, { ...now, anyway: true }]);
});

test('what is lacking in a JSON is said once somebody typed there or pressed Send, and of another draft anew', async () => {
  const json = '{"rc_number":""}';
  const ways = [(one: Controller) => one.typeJson('{}'), async (one: Controller) => one.submit()];
  for (const way of ways) {
    const { controller } = setUp({
      'page/ready': async () => state({ draft: draft({ tab: 'json', json }) }),
    });
    await controller.start();
    assert.equal(controller.model.saysLacking, false);
    await way(controller);
    assert.equal(controller.model.saysLacking, true);
    controller.adopt(
      state({ draft: draft({ draftId: 'another', tab: 'json', json: '{"rc_number":null}' }) }),
    );
    assert.equal(controller.model.saysLacking, false);
  }
});

test('a recent input takes the place of what was typed, which can be had back; given up, nothing changes', async () => {
  const picks = [null, { tab: 'form', fields: { rc_number: 'OLD' }, json: '{}' } as const];
  const { controller, count } = setUp({ 'draft/recent': async () => picks.shift() ?? null });
  await controller.start();
  controller.typeField('rc_number', 'TYPED');
  await controller.fillFrom('draft/recent');
  assert.equal(controller.model.draft.fields.rc_number, 'TYPED');
  await controller.fillFrom('draft/recent');
  assert.equal(controller.model.draft.fields.rc_number, 'OLD');
  assert.equal(controller.model.draft.tab, 'form');
  assert.equal(count('call/submit'), 0);
  controller.restoreTyped();
  assert.equal(controller.model.draft.fields.rc_number, 'TYPED');
});

test('what was brought back makes way for an empty form, which is saved, and can be had back', async () => {
  const empty = { tab: 'form', fields: { rc_number: '' }, json: '{}' } as const;
  const { controller, asked } = setUp({ 'draft/startEmpty': async () => empty });
  const saved = () => asked.filter(([name]) => name === 'draft/save').at(-1)?.[1];
  await controller.start();
  controller.typeField('rc_number', 'TYPED');
  await controller.fillFrom('draft/startEmpty');
  assert.equal(controller.model.draft.fields.rc_number, '');
  assert.deepEqual(saved(), controller.model.draft);
  controller.restoreTyped();
  assert.equal(controller.model.draft.fields.rc_number, 'TYPED');
});

test('a form started empty takes the focus into its first field, and what it held can be had back after a magic input filled it', async () => {
  const empty = { tab: 'form', fields: { rc_number: '' }, json: '{}' } as const;
  const { controller, focused } = setUp({ 'draft/startEmpty': async () => empty });
  await controller.start();
  controller.typeField('rc_number', 'TYPED');
  await controller.fillFrom('draft/startEmpty');
  assert.deepEqual(focused, [['first']]);
  controller.fillMagic(0);
  controller.fillMagic(1);
  controller.restoreTyped();
  assert.equal(controller.model.draft.fields.rc_number, 'TYPED');
});

test('an empty form that could not be had leaves the focus where it is', async () => {
  const fails = () => Promise.reject(new RequestFailed({ code: 'internal', message: 'It failed.' }));
  const { controller, focused } = setUp({ 'draft/startEmpty': fails });
  await controller.start();
  await controller.fillFrom('draft/startEmpty');
  assert.deepEqual(focused, []);
});

test('what was typed comes back on the tab it was typed on, and as it was to be sent', async () => {
  const recent = { tab: 'json', fields: {}, json: '{"other":1}' } as const;
  const { controller } = setUp({ 'draft/recent': async () => recent });
  await controller.start();
  controller.typeField('rc_number', 'xx 00');
  controller.toggleAsTyped('rc_number');
  const typed = controller.model.draft;
  await controller.fillFrom('draft/recent');
  assert.equal(controller.model.draft.tab, 'json');
  controller.restoreTyped();
  assert.deepEqual(controller.model.draft, typed);
});

test('a field to be sent as typed is saved so, until it is taken back or the form is filled anew', async () => {
  const { controller, asked } = setUp();
  const saved = () => asked.filter(([name]) => name === 'draft/save').at(-1)?.[1];
  await controller.start();
  controller.typeField('rc_number', 'xx 00');
  controller.toggleAsTyped('rc_number');
  assert.deepEqual(saved(), draft({ fields: { rc_number: 'xx 00' }, asTyped: ['rc_number'] }));
  controller.typeField('rc_number', 'xx 01');
  assert.deepEqual(controller.model.draft.asTyped, ['rc_number']);
  controller.toggleAsTyped('rc_number');
  assert.deepEqual(saved(), draft({ fields: { rc_number: 'xx 01' } }));
  controller.toggleAsTyped('rc_number');
  controller.fillMagic(0);
  assert.equal(controller.model.draft.asTyped, undefined);
});
