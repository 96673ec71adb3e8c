import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageId } from '../../../../src/calls/ports/ids.ts';
import { operationById } from '../../../../src/contract/operations.ts';
import type { DraftInput } from '../../../../src/protocol/messages.ts';
import { decodeDraft, draftFor, emptyDraft, unsentOf } from '../../../../src/ui/panels/draft.ts';
import { FormDraft } from '../../../../src/ui/panels/formDraft.ts';

const page = pageId('a-page');
const plates = operationById('rc-advanced');
const plate = (rc_number: string) => ({ ...emptyDraft(plates).fields, rc_number });

function aForm(kept = emptyDraft(plates)) {
  const form = new FormDraft(page, kept, plates);
  return {
    form,
    type: (rc_number: string, more: Partial<DraftInput> = {}) =>
      form.take({ ...form.shown().draft, fields: plate(rc_number), ...more }),
    unsent: () => form.isUnsent(plates),
    /** As a reload of the window brings it back. */
    reloaded: () => {
      const kept = decodeDraft(form.bytes(plates));
      assert.ok(kept !== null);
      return aForm(kept);
    },
  };
}

test('a new form holds nothing that would be lost, and nothing again once what was typed is deleted', () => {
  const { type, unsent } = aForm();
  assert.equal(unsent(), false);
  type('XX00AB0001');
  assert.equal(unsent(), true);
  type('');
  assert.equal(unsent(), false);
});

test('what was filled in from an order or a file would be lost only once it was edited', () => {
  const { type, unsent } = aForm({ ...emptyDraft(plates), fields: plate('XX00AB0001') });
  assert.equal(unsent(), false);
  type('XX00AB0002');
  assert.equal(unsent(), true);
  type('XX00AB0001');
  assert.equal(unsent(), false);
});

test('what was sent would not be lost, what is typed after it would', () => {
  const { form, type, unsent } = aForm();
  type('XX00AB0001');
  form.renew('an-order', form.body(plates), plates);
  assert.equal(unsent(), false);
  type('XX00AB0002');
  assert.equal(unsent(), true);
});

test('what was typed while Send was asked about, and did not leave, would be lost', () => {
  const { form, type, unsent } = aForm();
  type('XX00AB0002');
  form.renew('an-order', null, plates);
  assert.equal(unsent(), true);
});

test('what an editor wrote would be lost, and JSON that says what the fields said would not', () => {
  const { form, type, unsent } = aForm();
  type('XX00AB0001');
  form.renew('an-order', form.body(plates), plates);
  form.edit(form.body(plates));
  assert.equal(unsent(), false);
  form.edit('{"rc_number":"XX00AB0009"');
  assert.equal(unsent(), true);
});

test('a reload of the window forgets nothing of that', () => {
  const { form, type, reloaded } = aForm();
  type('XX00AB0001');
  assert.equal(reloaded().unsent(), true);
  form.renew('an-order', form.body(plates), plates);
  assert.equal(reloaded().unsent(), false);
  const later = reloaded();
  later.type('XX00AB0002');
  assert.equal(later.unsent(), true);
});

test('of a draft that an earlier version kept nobody knows: it would be lost, unless it is empty', () => {
  const { told: _, ...earlier } = emptyDraft(plates);
  assert.equal(aForm(earlier).unsent(), false);
  assert.equal(aForm({ ...earlier, fields: plate('XX00AB0001') }).unsent(), true);
});

test('what was erased is not there to be lost', () => {
  const { form, type, unsent } = aForm();
  type('XX00AB0001');
  form.empty(plates);
  assert.equal(unsent(), false);
});

test('a field that got another name is no edit', () => {
  const [first, ...others] = plates.requestFields;
  assert.ok(first !== undefined);
  const renamed = {
    ...plates,
    requestFields: [{ ...first, name: 'vehicle_number', path: ['vehicle_number'] }, ...others],
  };
  const { form, type } = aForm();
  type('XX00AB0001');
  form.renew('an-order', form.body(plates), plates);
  form.follow(renamed);
  assert.match(form.body(renamed), /"vehicle_number": "XX00AB0001"/);
  assert.equal(form.isUnsent(renamed), false);
});

/** followFields: "What is typed is kept, also under names that are gone". */
test('what is typed in a field that the settings lose for a while is not lost with its form', () => {
  const [first] = plates.requestFields;
  assert.ok(first !== undefined);
  const more = { ...first, name: 'remark', path: ['remark'], check: null, required: false };
  const own = { ...plates, requestFields: [...plates.requestFields, more] };
  const form = new FormDraft(page, emptyDraft(own), own);
  form.take({ ...form.shown().draft, fields: { remark: 'typed for ten minutes' } });
  form.follow(plates);
  assert.equal(form.isUnsent(plates), true);
});

test('what the page is to fill in from an order would be lost only once it was edited', () => {
  const { form, type, unsent, reloaded } = aForm();
  form.filled({ tab: 'form', fields: plate('XX00AB0001'), json: '' });
  type('XX00AB0003');
  assert.equal(unsent(), true);
  type('XX00AB0001');
  assert.equal(unsent(), false);
  assert.equal(reloaded().unsent(), false);
});

/** isUnsent: "What leaves is not all of it". */
test('nor once what the other fields hold was sent, for that one was not', () => {
  const [first] = plates.requestFields;
  assert.ok(first !== undefined);
  const more = { ...first, name: 'remark', path: ['remark'], check: null, required: false };
  const own = { ...plates, requestFields: [...plates.requestFields, more] };
  const form = new FormDraft(page, emptyDraft(own), own);
  form.take({ ...form.shown().draft, fields: { rc_number: 'XX00AB0001', remark: 'typed for ten minutes' } });
  form.follow(plates);
  const sent = form.body(plates);
  assert.doesNotMatch(sent, /ten minutes/);
  form.renew('an-order', sent, plates);
  assert.equal(form.isUnsent(plates), true);
});

/** `A` is sent while the settings have lost the field that a text was typed into. */
function sentBesideLost() {
  const [first] = plates.requestFields;
  assert.ok(first !== undefined);
  const more = { ...first, name: 'remark', path: ['remark'], check: null, required: false };
  const own = { ...plates, requestFields: [...plates.requestFields, more] };
  const form = new FormDraft(page, emptyDraft(own), own);
  form.take({ ...form.shown().draft, fields: { rc_number: 'XX00AB0001', remark: 'typed for ten minutes' } });
  form.follow(plates);
  form.renew('an-order', form.body(plates), plates);
  const kept = decodeDraft(form.bytes(plates));
  assert.ok(kept !== null);
  return { own, form, kept };
}

test('what was sent beside it does not come back as unsent: that text does, once the settings have its field', () => {
  const { own, kept } = sentBesideLost();
  assert.equal(unsentOf(plates, kept), null);
  const { rc_number = '', remark } = unsentOf(own, kept)?.fields ?? {};
  assert.deepEqual([rc_number, remark], ['', 'typed for ten minutes']);
});

test('nor after a reload, while what is typed then does', () => {
  const { kept } = sentBesideLost();
  const form = new FormDraft(page, kept, plates);
  assert.equal(form.isUnsent(plates), true);
  const again = decodeDraft(form.bytes(plates));
  assert.ok(again !== null);
  assert.equal(unsentOf(plates, again), null);
  form.take({ ...form.shown().draft, fields: { ...kept.fields, rc_number: 'XX00AB0002' } });
  const edited = decodeDraft(form.bytes(plates));
  assert.ok(edited !== null);
  const { rc_number, remark } = unsentOf(plates, edited)?.fields ?? {};
  assert.deepEqual([rc_number, remark], ['XX00AB0002', 'typed for ten minutes']);
});

test('a text that left before the settings lost its field left all the same', () => {
  const { own, form } = sentBesideLost();
  form.follow(own);
  form.renew('another', form.body(own), own);
  form.follow(plates);
  form.take({ ...form.shown().draft, fields: { ...form.shown().draft.fields, rc_number: 'XX00AB0003' } });
  form.renew('a-third', form.body(plates), plates);
  assert.equal(form.isUnsent(plates), false);
});

test('what stands under a corrected name, too, is not unsent under the old one', () => {
  const [first, ...others] = plates.requestFields;
  assert.ok(first !== undefined);
  const renamed = {
    ...plates,
    requestFields: [{ ...first, name: 'vehicle_number', path: ['vehicle_number'] }, ...others],
  };
  const { form, type } = aForm();
  type('XX00AB0001');
  form.follow(renamed);
  form.renew('an-order', form.body(renamed), renamed);
  assert.equal(form.isUnsent(renamed), false);
});

/** The settings have its field again when the window is loaded anew: it stands in the form, and never left. */
test('nor is that text taken for sent where a reload brings the form back once the settings have its field again', () => {
  const { own, kept } = sentBesideLost();
  const form = new FormDraft(page, draftFor(own, kept), own);
  assert.match(form.body(own), /ten minutes/);
  assert.equal(form.isUnsent(own), true);
});
