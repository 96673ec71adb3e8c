import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerView } from '../../../src/protocol/messages.ts';
import {
  afterSnapshot,
  draftIsAhead,
  firstModel,
  keptFocus,
  keptScroll,
  keptTab,
  type Look,
  lookOf,
  type Model,
  tabOf,
  toKeep,
} from '../../../webview/model.ts';
import { details, pasted, recordedOrder } from '../../e2e/page/orderSamples.ts';
import { draft, negative, rcOperation, state, verified } from '../../e2e/page/samples.ts';

const call = { orderId: 'order-9', environment: 'acme-prod', startedAt: 1000, cancelling: false };
const after = (model: Model, ...states: Parameters<typeof state>[0][]): Model =>
  states.reduce<Model>((last, part) => afterSnapshot(last, state(part), 5000), model);

test('an answer found on opening is not announced', () => {
  assert.equal(after(firstModel, { answer: negative }).announcement, '');
});

test('sending is announced once, then the headline with the money', () => {
  const sending = after(firstModel, {}, { call }, { call: { ...call, cancelling: true } });
  assert.equal(sending.announcement, 'Sending');
  assert.equal(after(sending, { answer: negative }).announcement, 'No record found. Money: BILLED (stated)');
});

test('a snapshot that changes something else says nothing new', () => {
  const shown = after(firstModel, {}, { call }, { answer: negative });
  const silenced = { ...shown, announcement: 'kept' };
  assert.equal(after(silenced, { answer: { ...negative, advice: 'other' } }).announcement, 'kept');
});

test('an answer that settles differently is announced again', () => {
  const held = after(firstModel, {}, { answer: { ...negative, outcome: 'pending', headline: 'Pending' } });
  assert.match(
    after(held, { answer: { ...negative, outcome: 'refunded', headline: 'Refunded' } }).announcement,
    /^Refunded\./,
  );
});

test('an order under way that is given up is announced, though nothing else became known of it', () => {
  const unknown = { ...negative, outcome: 'unknown', billing: 'unknown', messageCode: '' } as const;
  const waiting: AnswerView = { ...unknown, underWay: true, headline: 'Waiting for the answer' };
  const out = after(firstModel, { mode: 'order', answer: waiting });
  assert.equal(after(out, { mode: 'order', answer: { ...waiting, advice: 'other' } }).announcement, '');
  const lost = { ...unknown, headline: 'Outcome unknown' };
  assert.match(after(out, { mode: 'order', answer: lost }).announcement, /^Outcome unknown\./);
});

test('the elapsed time counts by the page’s clock for its own call, by the host’s for one found out', () => {
  assert.equal(after({ ...after(firstModel, {}), submitting: true }, { call }).callSince, 5000);
  assert.equal(after(firstModel, { call }).callSince, 1000);
  assert.equal(after(firstModel, { call: { ...call, startedAt: 9000 } }).callSince, 5000);
});

test('a form’s next answer keeps the tab, with nothing revealed; one that settled otherwise starts anew', () => {
  const first = after(firstModel, { answer: negative });
  const look: Look = { ...lookOf(first, negative.id), tab: 'raw', expanded: new Set(['x']) };
  const raw: Model = { ...first, looks: new Map([[negative.id, look]]) };
  const next = after(raw, { call }, { answer: verified });
  assert.equal(lookOf(next, verified.id).tab, 'raw');
  assert.equal(lookOf(next, verified.id).revealed.values.size, 0);
  const order = after(firstModel, { mode: 'order', answer: negative });
  const opened: Model = { ...order, looks: new Map([[negative.id, look]]) };
  assert.deepEqual([...after(opened, { mode: 'order', answer: verified }).looks], []);
  assert.deepEqual([...after(raw, { answer: { ...negative, outcome: 'refunded' } }).looks], []);
  assert.equal(lookOf(after(raw, { answer: { ...negative, advice: 'other' } }), negative.id).tab, 'raw');
});

test('what is no envelope is shown raw until a tab is chosen, and the next answer has its result first again', () => {
  const page: AnswerView = { ...negative, id: 'order-9', groups: [], rawFirst: true };
  const first = after(firstModel, { answer: page });
  assert.equal(tabOf(first, page), 'raw');
  assert.equal(tabOf(after(first, { call }, { answer: verified }), verified), 'result');
  const look: Look = { ...lookOf(first, page.id), tab: 'result' };
  const chosen: Model = { ...first, looks: new Map([[page.id, look]]) };
  assert.equal(tabOf(chosen, page), 'result');
  const next = { ...page, id: 'order-10' };
  assert.equal(tabOf(after(chosen, { call }, { answer: next }), next), 'raw');
});

test('what is recorded anew is masked anew, though its id and all that is seen of it are the same', () => {
  const first = afterSnapshot(firstModel, recordedOrder, 5000);
  const looks = [negative.id, pasted.id].map((id): [string, Look] => [
    id,
    { ...lookOf(first, id), revealed: { ...lookOf(first, id).revealed, answerId: id, raw: pasted.raw } },
  ]);
  const revealed: Model = { ...first, looks: new Map(looks) };
  assert.equal(afterSnapshot(revealed, recordedOrder, 5000).looks.size, 2);
  const again = state({
    ...recordedOrder,
    details: recordedOrder.details && {
      ...recordedOrder.details,
      timeline: [
        ...recordedOrder.details.timeline,
        { when: 'later', what: 'Recorded: verified', detail: '' },
      ],
    },
  });
  assert.deepEqual([...afterSnapshot(revealed, again, 5000).looks.keys()], [negative.id]);
});

test('what was just recorded is announced; what was recorded before is not', () => {
  const opened = afterSnapshot(firstModel, recordedOrder, 5000);
  assert.equal(opened.announcement, '');
  const before = afterSnapshot(firstModel, state({ ...recordedOrder, details: details() }), 5000);
  assert.equal(afterSnapshot(before, recordedOrder, 5000).announcement, 'Recorded: verified (you, 21 Nov).');
});

test('a replaced draft takes its hints and refusals with it', () => {
  const typed: Model = { ...after(firstModel, {}), refusal: 'does not fit' };
  const next = after(typed, { draft: draft({ draftId: 'draft-2', json: '{"a":1}' }) });
  assert.deepEqual([next.refusal, next.draft.draftId], [null, 'draft-2']);
});

test('text typed while the id was renewed is ahead of the host and has to be saved', () => {
  const model = after(firstModel, {});
  const typed: Model = { ...model, draft: { ...model.draft, json: 'typed' }, sent: [model.draft] };
  const renewed = after(typed, { draft: draft({ draftId: 'draft-2' }) });
  assert.deepEqual(
    [renewed.draft.json, renewed.draft.draftId, draftIsAhead(renewed)],
    ['typed', 'draft-2', true],
  );
});

test('what VS Code keeps in clear has nothing that was typed', () => {
  const model = after(firstModel, {
    draft: draft({ fields: { rc_number: 'XX00AB1234' }, json: '"secret"' }),
    answer: negative,
  });
  assert.deepEqual(toKeep(model, 40, 'send'), {
    draftId: 'draft-1',
    operation: 'rc-advanced',
    tab: 'form',
    scroll: 40,
    mode: 'form',
    orderId: '',
    answerTab: null,
    focus: 'send',
  });
  assert.equal(toKeep(after(firstModel, { mode: 'order', answer: negative }), 0)?.orderId, 'order-1');
});

test('the place is found again for the same draft or order only', () => {
  const model = after(firstModel, {});
  assert.equal(keptScroll(toKeep(model, 40), model), 40);
  assert.equal(keptScroll({ ...toKeep(model, 40), draftId: 'other' }, model), 0);
  const kept = { ...toKeep(model, 40, 'field-rc_number'), answerTab: 'raw' };
  assert.deepEqual([keptFocus(kept, model), keptTab(kept, model)], ['field-rc_number', 'raw']);
  const other = { ...kept, draftId: 'other' };
  assert.deepEqual([keptFocus(other, model), keptTab(other, model)], ['', null]);
  assert.equal(keptTab({ ...kept, answerTab: 'a tab of another version' }, model), null);
  for (const strange of [null, 7, {}, { scroll: 'x', draftId: 'draft-1' }])
    assert.equal(keptScroll(strange, model), 0);
});

test('what a text editor wrote is taken over, also where it says again what the page once sent', () => {
  const own = after(firstModel, { draft: draft({ draftId: 'p.1', tab: 'json', json: '{"a":1}' }) });
  const earlier = { ...own.draft, json: '{}' };
  const typed: Model = { ...own, sent: [earlier] };
  const back = draft({ draftId: 'p.2', tab: 'json', json: '{}' });
  assert.equal(after(typed, { draft: back }).draft.json, '{"a":1}');
  const taken = after(typed, { draft: back, edited: 'p.2' });
  assert.deepEqual([taken.draft, draftIsAhead(taken)], [back, false]);
  // What is typed in the page afterwards is the page's own again.
  const more: Model = { ...taken, draft: { ...taken.draft, json: '{"b":2}' } };
  assert.equal(after(more, { draft: back, edited: 'p.2' }).draft.json, '{"b":2}');
});

test('a form whose input was erased forgets it, and all it had of earlier ones', () => {
  const first = after(firstModel, { draft: draft({ draftId: 'p.1', json: '{"a":1}' }), answer: negative });
  const typed: Model = {
    ...first,
    draft: draft({ draftId: 'p.1', json: 'planted' }),
    sent: [{ fields: {}, json: 'planted' }],
    pair: { fields: { a: 'planted' }, json: '{}' },
    replaced: { tab: 'form', fields: {}, json: 'planted' },
    asked: [draft({ json: 'planted' })],
    refusal: 'no JSON: planted',
    empty: ['a'],
  };
  const empty = draft({ draftId: 'p.2', fields: {}, json: '{}' });
  const emptied = after(typed, { draft: empty, answer: null, emptied: 'p.2', problem: 'erased' });
  assert.deepEqual(emptied.draft, empty);
  assert.doesNotMatch(JSON.stringify(emptied), /planted|ORD-|No record found/);
  // What is typed afterwards is the page's own again.
  const more = { ...emptied, draft: { ...empty, json: '{"b":2}' } };
  assert.equal(after(more, { draft: empty, emptied: 'p.2' }).draft.json, '{"b":2}');
});

test('what a magic input has replaced goes with corrected fields, too: Restore brings it back where it is sent', () => {
  const fieldOf = (name: string) => ({ ...rcOperation.fields[0], name, check: 'registration' }) as never;
  const formOf = (name: string) => ({ operation: { ...rcOperation, fields: [fieldOf(name)] } });
  const typed = { tab: 'form', fields: { rc_number: 'TYPED' }, json: '{}' } as const;
  const chosen: Model = { ...after(firstModel, formOf('rc_number')), replaced: typed, magic: 0 };
  const corrected = after(chosen, formOf('vehicle_number'));
  assert.equal(corrected.replaced?.fields.vehicle_number, 'TYPED');
  assert.equal(after(firstModel, formOf('rc_number'), formOf('vehicle_number')).replaced, null);
});
