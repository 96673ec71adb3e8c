import * as z from 'zod/mini';
import { withoutMark } from '../../contract/byteOrderMark.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { fieldChecks, fieldTypes } from '../../contract/fieldKinds.ts';
import { type FollowedField, followedField, followFields } from '../../contract/followFields.ts';
import { normalFields } from '../../contract/identifiers.ts';
import { operationIds } from '../../contract/operationIds.ts';
import { own } from '../../contract/own.ts';
import { startOf } from '../../contract/requestFields.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { DraftContents, DraftInput } from '../../protocol/messages.ts';

/** What of a field goes into the JSON that leaves, beside its name and what it is checked for. */
const shape = z.object({ type: z.string(), required: z.boolean(), path: z.array(z.string()) });

const kept = z.object({
  v: z.literal(1),
  operation: z.enum(operationIds),
  turn: z.int().check(z.gte(0)),
  tab: z.enum(['form', 'json']),
  fields: z.record(z.string(), z.string()),
  json: z.string(),
  lastOrder: z.nullable(z.string()),
  asTyped: z._default(z.array(z.string()), []),
  /** What it holds stands elsewhere, too: it was sent, or filled in from there. Absent in one of an earlier version. */
  told: z.optional(z.boolean()),
  /** What it would send does, though not what is typed in fields that the settings have lost. */
  sent: z.optional(z.boolean()),
  /** It was known by then that a call had left with this turn: what it holds now is not to be taken for that. */
  spent: z.optional(z.boolean()),
  /** What Send was pressed with, where that is what stands here, whatever its fields are called by now. */
  pressed: z.optional(z.string()),
  /** The fields it was kept with; absent in one of an earlier version. */
  of: z.optional(
    z.array(
      z.object({
        name: z.string(),
        check: z.nullable(z.string()),
        start: z.nullable(z.string()),
        /** Absent in one of an earlier version. */
        shape: z.optional(shape),
      }),
    ),
  ),
});

/** What a form holds while nobody looks at it. Kept sealed in the ledger: a draft may be personal data. */
export type KeptDraft = z.infer<typeof kept>;

/** A new form: what the fields start with, and nothing else. */
export function emptyDraft(operation: Operation): KeptDraft {
  const fields = startOf(operation);
  return {
    v: 1,
    operation: operation.id,
    turn: 0,
    tab: operation.requestFields.length === 0 ? 'json' : 'form',
    fields,
    json: bodyFromFields(operation, fields),
    lastOrder: null,
    asTyped: [],
    told: true,
  };
}

export function draftContents({ tab, fields, json }: KeptDraft): DraftContents {
  return { tab, fields, json };
}

export function followedOf({ requestFields }: Operation): KeptField[] {
  return requestFields.map((field) => {
    const { type, required, path } = field;
    return { ...followedField(field), shape: { type, required, path: [...path] } };
  });
}

/** A request field, as a draft is kept with it. */
export interface KeptField extends FollowedField {
  readonly shape?: z.infer<typeof shape> | undefined;
}

/** The fields a draft was kept with: what left from there went by them. As they are now where that is not known. */
export function operationThen(operation: Operation, { of = [] }: KeptDraft): Operation {
  const known = of.flatMap(({ name, check, shape, start }) => {
    const type = fieldTypes.find((one) => one === shape?.type);
    if (shape === undefined || type === undefined) return [];
    const checked = fieldChecks.find((one) => one === check) ?? null;
    return [{ ...plainField, ...shape, type, name, check: checked, default: start }];
  });
  return known.length < of.length || of.length === 0 ? operation : { ...operation, requestFields: known };
}

/** What of a field does not leave. */
const plainField = { label: '', assumed: 'stated-by-user', mask: null, example: '', note: '' } as const;

/** A kept draft for the fields as they are now: they may have been corrected while no window had it open. */
export function draftFor(operation: Operation, draft: KeptDraft): KeptDraft {
  return draft.of === undefined ? draft : followFields(draft, draft.of, followedOf(operation));
}

export function encodeDraft(draft: KeptDraft): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(draft));
}

/** Null for anything that is not a draft of this version. */
export function decodeDraft(bytes: Uint8Array): KeptDraft | null {
  try {
    const read = kept.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The text that leaves: the fields as JSON, their identifiers in the one form; or the JSON as typed, but for a byte order mark that was pasted along. */
export function bodyOfDraft(
  operation: Operation,
  { tab, fields, json, asTyped }: Pick<DraftInput, 'tab' | 'fields' | 'json' | 'asTyped'>,
): string {
  return tab === 'form'
    ? bodyFromFields(operation, normalFields(operation, fields, asTyped))
    : withoutMark(json);
}

interface Shown {
  readonly requestFields: readonly { readonly name: string }[];
}

function isShown({ requestFields }: Shown, name: string): boolean {
  return requestFields.some((field) => field.name === name);
}

/** Without what stands in fields that the settings do not have now. */
export function shownOf(operation: Shown, draft: KeptDraft): KeptDraft {
  const fields = Object.entries(draft.fields).filter(([name]) => isShown(operation, name));
  return { ...draft, fields: Object.fromEntries(fields) };
}

/** What of a draft that was sent has left: only what it showed then, as its fields are called now. */
export function leftOf(operation: Operation, draft: KeptDraft): KeptDraft {
  const { of } = draft;
  if (of === undefined) return shownOf(operation, draft);
  return shownOf(operation, draftFor(operation, shownOf({ requestFields: of }, draft)));
}

/** What is typed in fields that the settings do not have now, and in no other: it is kept, and neither shown nor sent. */
export function unseenIn(shown: Shown, { fields }: Pick<DraftInput, 'fields'>): [string, string][] {
  const seen = shown.requestFields.map(({ name }) => own(fields, name));
  return Object.entries(fields).filter(
    ([name, text]) => text.trim() !== '' && !isShown(shown, name) && !seen.includes(text),
  );
}

/** What comes back of a closed form: nothing that was sent, and of what its fields did not show then only what they show now. */
export function unsentOf(operation: Operation, kept: KeptDraft): KeptDraft | null {
  if (kept.told === true) return null;
  if (kept.sent !== true) return draftFor(operation, kept);
  const unseen = kept.of === undefined ? [] : unseenIn({ requestFields: kept.of }, kept);
  if (!unseen.some(([name]) => isShown(operation, name))) return null;
  const empty = emptyDraft(operation);
  return { ...empty, fields: { ...empty.fields, ...Object.fromEntries(unseen) } };
}
