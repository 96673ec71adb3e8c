import { envelopeField } from './envelope.ts';
import { maskKindByName } from './personalNames.ts';
import { isRecord } from './record.ts';
import type { MaskKind, Operation, RequestField } from './shapes.ts';

/** What a mask shows of a value that shows nothing of its own. */
export const bullets = '••••••';

/**
 * A personal value as it may be shown. The number of bullets is fixed, so that it tells no length; a value too short
 * or of unusual characters shows none of its own. An empty value stays empty: that nothing came is not personal.
 */
export function mask(kind: MaskKind, text: string): string {
  if (text === '') return '';
  if (kind === 'all') return bullets;
  if (kind === 'email') return maskEmail(text);
  if (text.length > 200) return bullets;
  const compact = text.replace(/[\s-]+/g, '');
  if (!/^[A-Za-z0-9/+]{8,}$/.test(compact)) return bullets;
  if (kind === 'last4') return compact.length < 10 ? bullets : bullets + compact.slice(-4);
  return compact.slice(0, 2) + bullets + compact.slice(-2);
}

/**
 * First and last character of the name and the top-level domain: enough to tell two entries apart, not enough to write
 * to anybody. A name of less than five characters shows its first one alone.
 */
function maskEmail(text: string): string {
  if (text.length > 320) return bullets;
  const parts = /^([A-Za-z0-9])([^@\s]{2,})@[^@\s]+\.([A-Za-z]{2,6})$/.exec(text.trim());
  if (parts === null) return bullets;
  const [, first, rest = '', domain] = parts;
  const last = rest.length >= 4 && /[A-Za-z0-9]$/.test(rest) ? rest.slice(-1) : '';
  return `${first}${bullets}${last}@${bullets}.${domain}`;
}

function documentedMask(
  { assumedFields, resultGroups }: Operation,
  field: string,
): MaskKind | null | undefined {
  const request = assumedFields.find((one) => one.name === field);
  if (request !== undefined) return request.mask;
  for (const group of resultGroups ?? []) {
    const found = group.fields.find((one) => one.name === field);
    if (found !== undefined) return found.mask;
  }
  return undefined;
}

/**
 * How a field of a request or of `data.result` is masked: as declared for it, else judging by its name.
 * @param field its name, or its path below `data.result` (`response_metadata.masked_engine`)
 */
export function maskKindFor(operation: Operation, field: string): MaskKind | null {
  const declared = documentedMask(operation, field);
  if (declared !== undefined) return declared;
  return maskKindByName(field.slice(field.lastIndexOf('.') + 1));
}

/** What the user's request fields say of a name the documents do not show; `undefined` = not among them. */
function correctedMask(operation: Operation, path: readonly string[]): MaskKind | null | undefined {
  const name = path.join('.');
  return operation.requestFields.find((field) => field.name === name)?.mask;
}

/**
 * How a field of `data.result` is masked: by the documents where they show it, else as the request field of that name.
 * @param name path below `data.result`, with dots
 */
export function resultMask(operation: Operation, name: string): MaskKind | null {
  const declared = documentedMask(operation, name);
  if (declared !== undefined) return declared;
  return correctedMask(operation, [name]) ?? maskKindFor(operation, name);
}

/**
 * How the value at a path of an answer (keys only, without array positions) is masked. `null` = part of the envelope,
 * never masked; `undefined` = nothing known, to be judged by its look.
 */
export function maskAt(operation: Operation, path: readonly string[]): MaskKind | null | undefined {
  // No documented path is deep; joining very deep ones for every value would take time squared.
  if (path.length > 32) return maskKindByName(path.at(-1) ?? '') ?? undefined;
  // A key may have a dot of its own: `data.error_code` in the root is none of the envelope's.
  const ofEnvelope = path.some((key) => key.includes('.')) ? undefined : envelopeField(path.join('.'));
  // Where the documents show an object, a text in its place is none of the envelope's words.
  if (ofEnvelope !== undefined && ofEnvelope.prose !== true && ofEnvelope.type !== 'object') return null;
  const inResult = path[0] === 'data' && path[1] === 'result';
  return resultMask(operation, (inResult ? path.slice(2) : path).join('.')) ?? undefined;
}

/**
 * How the value at a path of a request is masked: as its field says, also where the user put a field out of place of
 * an assumed one, else by its name. `undefined` = to be judged by its look, which is asked even of what is not personal.
 */
export function requestMaskAt(operation: Operation, path: readonly string[]): MaskKind | undefined {
  if (path.length > 32) return maskKindByName(path.at(-1) ?? '') ?? undefined;
  const corrected = correctedMask(operation, path);
  if (corrected !== undefined) return corrected ?? undefined;
  return maskKindFor(operation, path.join('.')) ?? undefined;
}

function counted(field: RequestField, count: number): string {
  if (field.mask === 'email') return count === 1 ? '1 e-mail address' : `${count} e-mail addresses`;
  return count === 1 ? '1 value' : `${count} values`;
}

function maskedField(field: RequestField, value: unknown): string | null {
  if (field.mask === null) return null;
  if (Array.isArray(value)) return counted(field, value.length);
  if (typeof value === 'string' && value !== '') return mask(field.mask, value);
  if (typeof value === 'number') return bullets;
  return null;
}

/** The value a body has for a field, or null. */
function valueAt(body: unknown, path: readonly string[]): unknown {
  let value = body;
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return null;
    value = value[key];
  }
  return value;
}

function isNothing(value: unknown): boolean {
  return value === '' || value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * A request body in one short line that may be kept and shown in the clear: the personal request fields masked, or the
 * size alone where none is found, or that nothing is in it. Never anything else of the content.
 */
export function maskedInput(operation: Operation, bodyText: string): string {
  const size = new TextEncoder().encode(bodyText).byteLength;
  if (size === 0) return 'no body';
  let body: unknown;
  try {
    body = JSON.parse(bodyText);
  } catch {
    // Broken JSON may be sent on purpose; only its size is shown.
  }
  const parts = operation.requestFields
    .map((field) => maskedField(field, valueAt(body, field.path)))
    .filter((part) => part !== null);
  if (parts.length > 0) return parts.slice(0, 2).join(' · ');
  if (isRecord(body) && Object.values(body).every(isNothing)) return 'empty input';
  return `JSON, ${size} ${size === 1 ? 'byte' : 'bytes'}`;
}
