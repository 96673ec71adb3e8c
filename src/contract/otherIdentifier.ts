import { kindsHeld, placesTaken } from './assumedNames.ts';
import { looksLike, normalByShape } from './identifiers.ts';
import { mask } from './masking.ts';
import { readingsOf } from './readings.ts';
import type { MaskKind, Operation, RequestField, ResultValueGroup } from './shapes.ts';

/** An answer for something else than was asked; both as they may be shown. */
export interface OtherIdentifier {
  readonly asked: string;
  readonly answered: string;
  /** True when the two look the same where they are masked. */
  readonly alike: boolean;
}

/** What covers characters of a value: bullets and the like, or a run of X. */
const covered = /[*•●∙·#…?_]|x{4,}/i;

/**
 * The one form of an identifier, or of anything else its letters and digits without regard to case. Nobody is asked here:
 * a plate is the same with and without the leading zeros of its district and number.
 */
function bare(text: string): string {
  const compact = normalByShape(text.normalize('NFKC'))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return barePlate(compact) ?? compact;
}

function barePlate(compact: string): string | null {
  const found = /^([A-Z]{2})(\d+)(?:([A-Z]+)(\d*))?$/.exec(compact);
  if (found === null) return null;
  const [, state = '', district = '', series = '', number = ''] = found;
  return [state, district.replace(/^0+(?=\d)/, ''), series, number.replace(/^0+/, '')].join(' ');
}

/**
 * The fields of the request that a field of the result may repeat: of that name, or, where the user has corrected it, those of its
 * kinds. One without a check, only where nothing can be asked without it and it holds what such an identifier looks like. A field that
 * holds nothing asked for nothing: what has another name beside it may be what was asked.
 */
function askedFields(
  operation: Operation,
  name: string,
  request: unknown,
  answered: string,
): readonly RequestField[] {
  const filled = operation.requestFields.filter(({ path }) => textAt(request, path) !== '');
  const named = filled.find(({ path }) => path.at(-1) === name);
  if (named !== undefined) return [named];
  const kinds = kindsHeld(operation, {
    name,
    check: operation.echoes.find((echo) => echo.name === name)?.check ?? null,
  });
  const checked = filled.filter(({ check }) => check !== null && kinds.includes(check));
  if (checked.length > 0) return checked;
  const places = placesTaken({ ...operation, requestFields: filled }, ({ path }) => textAt(request, path));
  const other = places.get(name);
  if (other?.required !== true) return [];
  const asked = textAt(request, other.path);
  return kinds.some((kind) => looksLike(kind, asked) && looksLike(kind, answered)) ? [other] : [];
}

function textAt(body: unknown, path: readonly string[]): string {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = Reflect.get(value, key);
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function echoed(result: readonly ResultValueGroup[], name: string): { text: string; mask: MaskKind } | null {
  for (const { values } of result) {
    const found = values.find((value) => value.path === `data.result.${name}`);
    if (found !== undefined && (found.kind === 'text' || found.kind === 'number')) {
      return { text: found.text, mask: found.mask ?? 'first2last2' };
    }
  }
  return null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Broken JSON may be sent on purpose; it asks for nothing that could be compared.
    return null;
  }
}

/**
 * Whether the answer repeats another identifier than was asked, compared without regard to case, spaces and hyphens. A
 * value that comes masked says nothing either way. Null = no other one is seen.
 * @param result `data.result` of the answer, see resultValues
 */
export function otherIdentifier(
  operation: Operation,
  requestBody: string,
  result: readonly ResultValueGroup[],
): OtherIdentifier | null {
  // Where a key is there twice, the service may have read either of its values.
  const others = [requestBody, ...readingsOf(requestBody)].map((one) => otherThan(operation, one, result));
  return others.includes(null) ? null : (others[0] ?? null);
}

function otherThan(
  operation: Operation,
  requestBody: string,
  result: readonly ResultValueGroup[],
): OtherIdentifier | null {
  const names = new Set([
    ...operation.echoes.map(({ name }) => name),
    // Nothing is shown of the other results; one that has a field of the request's own name repeats it.
    ...operation.requestFields.flatMap(({ path, check }) =>
      check === null || check === 'emails' ? [] : [path.at(-1) ?? ''],
    ),
  ]);
  const request = parsed(requestBody);
  for (const name of names) {
    const answered = echoed(result, name);
    if (answered === null || covered.test(answered.text) || bare(answered.text) === '') continue;
    const fields = askedFields(operation, name, request, answered.text);
    const places = fields.length === 0 ? [{ path: [name], mask: answered.mask }] : fields;
    const asked = places
      .map(({ path, mask: kind }) => ({ text: textAt(request, path), kind: kind ?? answered.mask }))
      .filter(({ text }) => text !== '');
    const [first] = asked;
    if (first === undefined || asked.some(({ text }) => bare(text) === bare(answered.text))) continue;
    const shown = [mask(first.kind, first.text), mask(answered.mask, answered.text)] as const;
    return { asked: shown[0], answered: shown[1], alike: shown[0] === shown[1] };
  }
  return null;
}
