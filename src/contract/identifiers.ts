import { entriesOf, withoutNames } from './entries.ts';
import type { FieldCheck } from './fieldKinds.ts';
import {
  bhPlate,
  isPlate,
  oldPlate,
  oldPlateInOne,
  ordinaryPlate,
  wholeAadhaar,
  wholeMobile,
  wholePan,
} from './identifierPatterns.ts';
import { own } from './own.ts';
import type { Chooser, Operation, RequestField } from './shapes.ts';
import { trimmedOf } from './trimming.ts';

/**
 * Identifiers as people write them, and the one way they are sent and compared in. The service's documents show no format
 * of any of them: what stands here is how the authorities that give them out write them, and an assumption for this
 * service. So a form shows what it sends, and can send as typed.
 */

/** Spaces of all kinds, what cannot be seen at all, and dashes: how people group what belongs together. */
export const grouping = /[\s\u200b-\u200d\u2060\p{Pd}]+/gu;
/** The same at both ends; within an address such characters may count. */
const around = /[\s\u200b-\u200d\u2060]/u;

/** An address within a text, however the text parts several; from the start of a word alone, so that time stays linear. */
const address = /(?<![^\s,;<>"'()])[^\s,;<>"'()]+@[^\s,;<>"'()]+/g;

/** Longer texts are no single identifier, and are left as they are. */
const longest = 320;

/** The domain in small letters: it has no case, while the part before the @ belongs to whoever runs the mailbox. */
function normalAddress(typed: string): string {
  const at = typed.lastIndexOf('@');
  return at === -1 ? typed : typed.slice(0, at) + typed.slice(at).toLowerCase();
}

function withoutAround(text: string): string {
  return trimmedOf(text, (unit) => around.test(unit));
}

/** An entry of a list of addresses; of `<someone@example.com>` what is within the brackets. */
function normalEntry(entry: string): string {
  const bare = withoutAround(entry);
  return normalAddress(/^<([^<>]+)>$/.exec(bare)?.[1] ?? bare);
}

/** Spaces part addresses; what is no list of addresses stays together. */
function partedBySpaces(text: string): readonly string[] {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  return parts.every((part) => part.includes('@')) ? parts : [text];
}

/** Several addresses on a line or on many: one a line, without names. Commas, semicolons and spaces part them as line ends do. */
export function addressLines(typed: string): string {
  return withoutNames(typed)
    .split(/[\r\n,;]+/)
    .flatMap(partedBySpaces)
    .map(normalEntry)
    .filter((entry) => entry !== '')
    .join('\n');
}

/** A plate that says the same without its grouping. */
export function isOneForm(code: string): boolean {
  return ordinaryPlate.test(code) || oldPlate.test(code) || bhPlate.test(code);
}

/** One identifier in the form it is sent in; what does not look like one of its kind comes back exactly as typed. */
export function normalIdentifier(kind: FieldCheck, typed: string): string {
  if (kind === 'emails') return withoutAround(typed).replace(address, normalAddress);
  if (typed.length > longest) return typed;
  const code = typed.replace(grouping, '').toUpperCase();
  switch (kind) {
    case 'registration':
      return isOneForm(code) || (oldPlateInOne.test(code) && code.length === typed.trim().length)
        ? code
        : typed;
    case 'pan':
      return wholePan.test(code) ? code : typed;
    case 'aadhaar':
      return wholeAadhaar.test(code) ? code : typed;
    case 'mobile':
      return wholeMobile.exec(code.replace(/[()]/g, ''))?.[1] ?? typed;
  }
}

/** Whether a text is plainly an identifier of this kind, however it is grouped. */
export function looksLike(kind: FieldCheck, text: string): boolean {
  if (text.length > longest) return false;
  if (kind === 'emails') return wholeAddress.test(text);
  const code = text.replace(grouping, '').toUpperCase();
  if (kind === 'registration') return isPlate(code);
  return { pan: wholePan, aadhaar: wholeAadhaar, mobile: wholeMobile }[kind].test(code);
}

/** Before a mobile number: twelve digits that begin with 91 are more likely an Aadhaar number. */
const shapes = ['registration', 'pan', 'aadhaar', 'mobile'] as const;
/** One address, with the space people leave around it. */
const wholeAddress = /^[\s<]*[^\s,;<>"'()][^\s,;<>"'()@]*@[^\s,;<>"'()]+[\s>]*$/;

/** A text of which nothing but itself says what it is, in the one form of the identifier it looks like; else as it is. */
export function normalByShape(text: string): string {
  if (text.length > longest) return text;
  if (wholeAddress.test(text)) return normalIdentifier('emails', text);
  for (const kind of shapes) {
    const normal = normalIdentifier(kind, text);
    if (normal !== text) return normal;
  }
  return text;
}

/** What another field says of this one: what stands there, and what kinds that may name. Null = none does. */
function chosenBy(
  { chooser }: Operation,
  { check, path }: Pick<RequestField, 'check' | 'path'>,
  textAt: (path: readonly string[]) => string,
): { readonly named: string; readonly kinds: Chooser['kinds'] } | null {
  if (chooser === null || check !== null || path.at(-1) !== chooser.of) return null;
  return { named: textAt([...path.slice(0, -1), chooser.by]), kinds: chooser.kinds };
}

/**
 * What identifier a field holds, or null: what it is checked for, and for one that another field speaks of what that names.
 * @param textAt what stands at a path of the request, as text
 */
export function identifierIn(
  operation: Operation,
  field: Pick<RequestField, 'check' | 'path'>,
  textAt: (path: readonly string[]) => string,
): FieldCheck | null {
  const chosen = chosenBy(operation, field, textAt);
  return chosen === null ? field.check : (chosen.kinds.get(chosen.named.trim().toLowerCase()) ?? null);
}

/** What a field takes as its user says, else the values that it is assumed to take; the documents name none. */
export function offeredChoices(
  { chooser }: Operation,
  { type, path, choices }: RequestField,
): readonly string[] {
  if (choices !== undefined) return choices;
  return chooser !== null && type === 'string' && path.at(-1) === chooser.by ? [...chooser.kinds.keys()] : [];
}

/** What is typed for a field of this kind, normalised; of a list each entry by itself. */
function normalText({ type }: RequestField, kind: FieldCheck, typed: string): string {
  if (type === 'number' || type === 'boolean') return typed;
  if (type === 'string') return normalIdentifier(kind, typed);
  if (kind === 'emails') return addressLines(typed);
  return typed
    .split(/\r\n|\r|\n/)
    .map((line) => normalIdentifier(kind, line))
    .join('\n');
}

/** Blank lines and the space around an entry of a list are not sent at all. */
function saysTheSame({ type }: RequestField, normal: string, typed: string): boolean {
  if (type !== 'string-list') return normal === typed;
  return entriesOf(normal).join('\n') === entriesOf(typed).join('\n');
}

type Typed = Readonly<Record<string, string>>;

function textOf(fields: Typed, name: string): string {
  return own(fields, name) ?? '';
}

/**
 * What is typed for one field of a lookup, as it is sent. Where `fetch_by` is to say what the number beside it is, and
 * says nothing yet, its own shape does.
 * @param fields all of them, with what is typed among them
 */
export function normalTyped(operation: Operation, fields: Typed, field: RequestField): string {
  const typed = textOf(fields, field.name);
  const textAt = (path: readonly string[]): string => textOf(fields, path.join('.'));
  const kind = identifierIn(operation, field, textAt);
  if (kind !== null) return normalText(field, kind, typed);
  return chosenBy(operation, field, textAt)?.named.trim() === '' ? normalByShape(typed) : typed;
}

/**
 * The fields of a form as they are sent: identifiers in the one form, everything else untouched. The same object where
 * nothing changes.
 * @param asTyped names of fields whose user wants them sent as they stand
 */
export function normalFields(operation: Operation, fields: Typed, asTyped: readonly string[] = []): Typed {
  const textAt = (path: readonly string[]): string => textOf(fields, path.join('.'));
  const changed = operation.requestFields.flatMap((field) => {
    const typed = textOf(fields, field.name);
    const kind = identifierIn(operation, field, textAt);
    if (kind === null || typed.trim() === '' || asTyped.includes(field.name)) return [];
    const normal = normalText(field, kind, typed);
    return saysTheSame(field, normal, typed) ? [] : [[field.name, normal] as const];
  });
  return changed.length === 0 ? fields : { ...fields, ...Object.fromEntries(changed) };
}
