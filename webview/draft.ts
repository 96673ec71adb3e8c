import { own } from '../src/contract/own.ts';
import type { DraftInput, FieldView } from '../src/protocol/messages.ts';

/** What a draft says, without its identity. */
export type DraftContent = Pick<DraftInput, 'fields' | 'json'>;

export const noDraft: DraftInput = { draftId: '', tab: 'form', fields: {}, json: '' };

/** What is typed for a field; a name may be one that every object inherits. */
export function fieldValue({ fields }: DraftContent, name: string): string {
  return own(fields, name) ?? '';
}

export function sameForm(before: readonly FieldView[], now: readonly FieldView[]): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

/** The draft after an edit; what is empty of `asTyped` is left out. */
export function edited(draft: DraftInput, part: Partial<Omit<DraftInput, 'draftId'>>): DraftInput {
  const { asTyped, ...typed } = { ...draft, ...part };
  return asTyped === undefined || asTyped.length === 0 ? typed : { ...typed, asTyped };
}

/** With the name where it was not, without it where it was. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}

function sameFields(a: DraftContent['fields'], b: DraftContent['fields']): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  const value = (fields: DraftContent['fields'], name: string): string =>
    fieldValue({ fields, json: '' }, name);
  return [...names].every((name) => value(a, name) === value(b, name));
}

/** The place of the magic input that the open tab shows; -1 = none. One that fits no field of the user's fills nothing. */
export function magicShown({ tab, fields, json }: DraftInput, magic: readonly DraftContent[]): number {
  if (tab === 'json') return magic.findIndex((one) => one.json === json);
  const isEmpty = Object.values(fields).every((value) => value === '');
  return isEmpty ? -1 : magic.findIndex((one) => sameFields(one.fields, fields));
}

/** Whether somebody wrote what the open tab shows: it is not empty, and no magic input filled it. */
export function isTyped(draft: DraftInput, magic: readonly DraftContent[]): boolean {
  const texts = draft.tab === 'json' ? [draft.json.trim()] : Object.values(draft.fields);
  return texts.some((text) => text !== '') && magicShown(draft, magic) === -1;
}

export function sameContent(a: DraftContent, b: DraftContent): boolean {
  return a.json === b.json && sameFields(a.fields, b.fields);
}

/** All that a draft says beside its content: its tab, and how it is to be sent. */
function howSent({ draftId: _id, fields: _fields, json: _json, ...how }: DraftInput): string {
  return JSON.stringify(how);
}

/** Whether two drafts would send the same, as far as their open tab shows. */
export function sameSent(a: DraftInput, b: DraftInput): boolean {
  if (howSent(a) !== howSent(b)) return false;
  return a.tab === 'json' ? a.json === b.json : sameFields(a.fields, b.fields);
}

/**
 * The page's draft after a snapshot. The page owns the text while it lives; the host may replace the draft (another id
 * with other content: "send again") or only give it a new id, so that the next Send is a new call. The latter is known
 * by the content being what the page has now or had `sent`; then what was typed since stays.
 */
export function adoptDraft(own: DraftInput, incoming: DraftInput, sent: readonly DraftContent[]): DraftInput {
  if (own.draftId === '') return incoming;
  if (own.draftId === incoming.draftId) return own;
  const onlyRenewed = [own, ...sent].some((content) => sameContent(content, incoming));
  return onlyRenewed ? { ...own, draftId: incoming.draftId } : incoming;
}

/** Fields and JSON that say the same, as they were when the tab was last switched. */
export type TabPair = DraftContent;

/**
 * The draft on the other tab. `converted` is the host's translation; where nothing was changed since the last switch,
 * the exact text from before it is taken instead, so that looking at the other tab changes nothing.
 */
export function onOtherTab(draft: DraftInput, converted: DraftContent, before: TabPair | null): DraftInput {
  if (draft.tab === 'form') {
    const unchanged = before !== null && sameFields(before.fields, draft.fields);
    return { ...draft, tab: 'json', json: unchanged ? before.json : converted.json };
  }
  const unchanged = before !== null && before.json === draft.json;
  // What is typed in a field that the settings have lost is there for when they have it again.
  const fields = unchanged ? before.fields : { ...draft.fields, ...converted.fields };
  return { ...draft, tab: 'form', fields };
}
