import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followFields } from '../../../src/contract/followFields.ts';
import type { DraftInput, FieldView } from '../../../src/protocol/messages.ts';
import {
  adoptDraft,
  fieldValue,
  isTyped,
  magicShown,
  noDraft,
  onOtherTab,
  sameContent,
  sameForm,
} from '../../../webview/draft.ts';

const typed: DraftInput = { draftId: 'a', tab: 'form', fields: { rc_number: 'XX00AB1234' }, json: '{}' };

test('the first snapshot seeds the draft', () => {
  assert.deepEqual(adoptDraft(noDraft, typed, []), typed);
});

test('a snapshot with the same draft id never touches what was typed', () => {
  assert.equal(adoptDraft(typed, { ...typed, fields: { rc_number: 'old' } }, []), typed);
});

test('a renewed id for what was sent keeps what was typed since', () => {
  const now = { ...typed, fields: { rc_number: 'XX00AB12345' } };
  assert.deepEqual(adoptDraft(now, { ...typed, draftId: 'b' }, [typed]), { ...now, draftId: 'b' });
});

test('a renewed id for the present content keeps the open tab', () => {
  const now: DraftInput = { ...typed, tab: 'json' };
  assert.deepEqual(adoptDraft(now, { ...typed, draftId: 'b' }, []), { ...now, draftId: 'b' });
});

test('another draft with other content replaces all of it', () => {
  const other: DraftInput = { draftId: 'c', tab: 'json', fields: {}, json: '{"rc_number":"XX00ZZ0001"}' };
  assert.equal(adoptDraft(typed, other, [typed]), other);
});

test('a field that is absent and one that is empty say the same', () => {
  assert.equal(sameContent({ fields: {}, json: '' }, { fields: { name: '' }, json: '' }), true);
  assert.equal(sameContent({ fields: {}, json: '' }, { fields: { name: ' ' }, json: '' }), false);
});

test('looking at the other tab and back changes neither text', () => {
  const json = '{ "rc_number" :  "XX00AB1234" }';
  const onJson: DraftInput = { ...typed, tab: 'json', json };
  const onForm = onOtherTab(onJson, { fields: { rc_number: 'XX00AB1234' }, json: 'unused' }, null);
  assert.deepEqual(onForm, { ...typed, json });
  const back = onOtherTab(
    onForm,
    { fields: {}, json: '{"rc_number":"XX00AB1234"}' },
    { fields: onForm.fields, json },
  );
  assert.equal(back.json, json);
});

test('nor does the way back to the fields after an edit drop what the settings have no field for now', () => {
  const asked: DraftInput = {
    ...typed,
    tab: 'json',
    fields: { rc_number: 'old', remark: 'typed for ten minutes' },
  };
  const { fields } = onOtherTab(asked, { fields: { rc_number: 'new' }, json: '' }, null);
  assert.deepEqual(fields, { rc_number: 'new', remark: 'typed for ten minutes' });
});

test('a changed field takes the host’s conversion', () => {
  const before = { fields: { rc_number: 'old' }, json: '{ "rc_number" : "old" }' };
  assert.equal(onOtherTab(typed, { fields: {}, json: 'converted' }, before).json, 'converted');
});

function aField(name: string, part: Partial<FieldView> = {}): FieldView {
  const texts = { label: name, placeholder: '', assumed: '', note: '' };
  return { name, kind: 'text', required: true, start: null, check: null, personal: true, ...texts, ...part };
}

test('a renamed field takes over what was typed, by what it is checked for; the old text stays', () => {
  const before = [aField('rc_number', { check: 'registration' })];
  const now = [
    aField('vehicle.reg', { check: 'registration' }),
    aField('consent', { start: 'true' }),
    aField('x'),
  ];
  const followed = followFields(typed, before, now);
  assert.deepEqual(followed.fields, {
    rc_number: 'XX00AB1234',
    'vehicle.reg': 'XX00AB1234',
    consent: 'true',
    x: '',
  });
  assert.deepEqual(followFields(followed, now, before), followed);
  assert.equal(sameForm(before, now), false);
  assert.equal(sameForm(now, [...now]), true);
});

test('a field that is renamed back has what was typed last, not what it held before', () => {
  const before = [aField('rc_number', { check: 'registration' })];
  const now = [aField('vehicle.reg', { check: 'registration' })];
  const { fields } = followFields(typed, before, now);
  const retyped = { ...typed, fields: { ...fields, 'vehicle.reg': 'XX00AB5678' } };
  assert.equal(fieldValue(followFields(retyped, now, before), 'rc_number'), 'XX00AB5678');
});

test('what is to be sent as typed is so under a corrected name, and under a former one as it was last', () => {
  const before = [aField('rc_number', { check: 'registration' })];
  const now = [aField('vehicle.reg', { check: 'registration' })];
  const followed = followFields({ ...typed, asTyped: ['rc_number'] }, before, now);
  assert.ok(followed.asTyped?.includes('vehicle.reg'));
  const taken = followFields({ ...followed, asTyped: ['rc_number'] }, now, before);
  assert.deepEqual(taken.asTyped, [], 'it was taken back of its successor');
  assert.equal('asTyped' in followFields(typed, before, now), false);
});

const pans = { one: 'AAAPA0000A', two: 'BBBPB0000B' };

test('two fields of the same check that are renamed at once keep each its own text', () => {
  const pan = (name: string): FieldView => aField(name, { check: 'pan' });
  const draft: DraftInput = { ...noDraft, fields: pans, asTyped: ['two'] };
  const followed = followFields(draft, [pan('one'), pan('two')], [pan('pan_one'), pan('pan_two')]);
  assert.deepEqual(followed.fields, { ...pans, pan_one: pans.one, pan_two: pans.two });
  assert.deepEqual(followed.asTyped, ['two', 'pan_two']);
});

test('one field that is replaced by two of its check is not typed twice', () => {
  const pan = (name: string): FieldView => aField(name, { check: 'pan' });
  const { fields } = followFields(
    { ...noDraft, fields: { one: pans.one } },
    [pan('one')],
    [pan('pan'), pan('pan_of_spouse')],
  );
  assert.deepEqual(fields, { one: pans.one, pan: pans.one, pan_of_spouse: '' });
});

test('lines of a list become one line once its field is a text, and stay while it is a list', () => {
  const list = aField('emails', { kind: 'list' });
  const draft: DraftInput = { ...noDraft, fields: { emails: 'a@b.invalid\r\n\n c@d.invalid\n' } };
  assert.equal(followFields(draft, [list], [aField('emails', { kind: 'list', label: 'other' })]), draft);
  const { fields } = followFields(draft, [list], [{ ...list, kind: 'text' }]);
  assert.deepEqual(fields, { emails: 'a@b.invalid c@d.invalid' });
});

test('a field that comes back in nobody’s place has what was typed in it', () => {
  const before = [aField('other')];
  assert.equal(followFields(typed, before, [aField('rc_number', { start: 'new' })]), typed);
});

test('a field that was there is left alone, whatever its default is now', () => {
  const before = [aField('rc_number')];
  assert.equal(followFields(typed, before, [aField('rc_number', { start: 'other' })]), typed);
});

test('a name that every object inherits is empty until something is typed', () => {
  assert.equal(fieldValue({ fields: {}, json: '' }, 'constructor'), '');
});

test('an empty form shows no magic input, also where none fits its fields', () => {
  const unfitting = [{ fields: {}, json: '{"rc_number":"XX00AB1234"}' }];
  const empty: DraftInput = { ...noDraft, fields: { count: '' } };
  assert.equal(magicShown(empty, unfitting), -1);
  assert.equal(magicShown({ ...empty, fields: {} }, unfitting), -1);
  assert.equal(isTyped(empty, unfitting), false);
  assert.equal(magicShown(typed, [...unfitting, { fields: typed.fields, json: '' }]), 1);
  assert.equal(magicShown({ ...empty, tab: 'json', json: unfitting[0]?.json ?? '' }, unfitting), 0);
});
