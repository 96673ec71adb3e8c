import { bodyFromFields, fieldsFromBody } from './draft.ts';
import type { FieldCheck } from './fieldKinds.ts';
import { looksLike } from './identifiers.ts';
import { operationById } from './operations.ts';
import { own } from './own.ts';
import { startOf } from './requestFields.ts';
import type { Operation, RequestField } from './shapes.ts';

/** The fields of a corrected request, by the names of the assumed ones whose place they took. */
type Places = ReadonlyMap<string, RequestField>;
type TextOf = (field: RequestField) => string;

/** What a field of the operation as we assume it may hold, or one of the answer that repeats it. */
export function kindsHeld(
  { chooser }: Operation,
  { name, check }: Pick<RequestField, 'name' | 'check'>,
): readonly FieldCheck[] {
  if (check !== null) return [check];
  return chooser?.of === name ? [...chooser.kinds.values()] : [];
}

function isKind({ chooser }: Operation, text: string): boolean {
  return chooser?.kinds.has(text.trim().toLowerCase()) === true;
}

/** Whether a field may be an assumed one that lost its name and its check: none of those has choices or starts with something. */
function mayBe(field: RequestField, assumed: RequestField): boolean {
  const isList = field.type === 'string-list';
  const isPlain = field.check === null && field.choices === undefined && field.default === null;
  return isPlain && field.type !== 'boolean' && isList === (assumed.type === 'string-list');
}

type Rule = (assumed: RequestField, field: RequestField) => boolean;

/** What says that a field is an assumed one, the surest first; what stands in it, only of the one that names a kind. */
function rulesOf(operation: Operation, textOf: TextOf): readonly Rule[] {
  return [
    ({ name }, field) => field.name === name,
    ({ name }, field) => field.path.at(-1) === name,
    ({ check }, field) => check !== null && field.check === check,
    (assumed, { check }) => check !== null && kindsHeld(operation, assumed).includes(check),
    ({ name }, { choices = [] }) =>
      operation.chooser?.by === name && choices.length > 0 && choices.every((one) => isKind(operation, one)),
    (assumed, field) =>
      operation.chooser?.by === assumed.name && mayBe(field, assumed) && isKind(operation, textOf(field)),
  ];
}

/** Each assumed field with the one that took its place, by what the two are called and checked for, else as the only two that are left. */
export function placesTaken(operation: Operation, textOf: TextOf): Places {
  const places = new Map<string, RequestField>();
  const pair = (assumed: RequestField, field: RequestField | undefined): void => {
    if (field !== undefined) places.set(assumed.name, field);
  };
  const goneOf = (): RequestField[] => operation.assumedFields.filter(({ name }) => !places.has(name));
  const freeOf = (): RequestField[] =>
    operation.requestFields.filter((field) => ![...places.values()].includes(field));
  for (const is of rulesOf(operation, textOf))
    for (const assumed of goneOf())
      pair(
        assumed,
        freeOf().find((field) => is(assumed, field)),
      );
  // Without what is required there would be nothing to ask about; then whatever is left.
  for (const least of [true, false]) {
    const [assumed, ...more] = goneOf().filter(({ required }) => required || !least);
    if (assumed === undefined || more.length > 0) continue;
    const free = freeOf().filter((field) => mayBe(field, assumed));
    const alike = free.filter(({ required }) => required === assumed.required);
    const these = alike.length === 0 && assumed.required ? free : alike;
    if (these.length === 1) pair(assumed, these[0]);
  }
  return places;
}

/** Those that alone look like an identifier that is required, where several may have its place. */
function byLook(operation: Operation, places: Places, textOf: TextOf): Places {
  const taken = new Set(places.values());
  const looking = operation.assumedFields.flatMap((assumed) => {
    if (!assumed.required || places.has(assumed.name)) return [];
    const found = operation.requestFields.filter(
      (field) =>
        !taken.has(field) &&
        mayBe(field, assumed) &&
        kindsHeld(operation, assumed).some((kind) => looksLike(kind, textOf(field))),
    );
    return found.length === 1 && found[0] !== undefined ? [[assumed.name, found[0]] as const] : [];
  });
  return new Map(looking);
}

/** The kind of a value as the field beside it would name it. */
function kindNamed({ chooser }: Operation, check: FieldCheck | null, text: string): string | undefined {
  const named = [...(chooser?.kinds ?? [])].filter(([, kind]) =>
    check === null ? looksLike(kind, text) : kind === check,
  );
  return named.length === 1 ? named[0]?.[0] : undefined;
}

type Texts = Readonly<Record<string, string>>;

/**
 * What the assumed fields held where one says what another is: a field for a PAN is both of them. Where no field says it now,
 * nothing may have said it then.
 */
function withKind(operation: Operation, places: Places, texts: Texts): readonly Texts[] {
  const { chooser, assumedFields } = operation;
  if (chooser === null) return [texts];
  const { of, by } = chooser;
  const textAt = (name: string): string => own(texts, name) ?? '';
  const isAlone = textAt(of) === '' && places.get(of)?.check !== null;
  // Nothing stands there by itself: it was asked by what has a field of its own.
  const from = assumedFields.find(({ name, check }) =>
    isAlone ? check !== null && textAt(name) !== '' && kindNamed(operation, check, '') : name === of,
  );
  if (from === undefined) return [texts];
  const moved = { ...texts, [from.name]: '', [of]: textAt(from.name) };
  const kind = kindNamed(operation, places.get(from.name)?.check ?? null, textAt(from.name));
  return places.has(by) || kind === undefined ? [moved] : [{ ...moved, [by]: kind }, moved];
}

/** A request under the names that we assume. */
interface AsAssumed {
  readonly body: string;
  /** False where more was asked, or it is a guess: others may come to the same, so it is no print of an order. */
  readonly isWhole: boolean;
}

/**
 * The request as it was made before its user gave the fields that we assume other names, or added some: what was paid for then is
 * not to be paid for again. None where nothing was corrected, or those fields cannot hold what tells this request from others. What
 * an added field starts with does not; nor does what is nobody's own in one that is always sent: no request under these fields is
 * without it. Both are looked for alone: what a field starts with may change, and what was asked with it is not what is asked then.
 */
export function bodiesAsAssumed(operation: Operation, body: string): readonly AsAssumed[] {
  const assumed = operationById(operation.id);
  const namesOf = ({ requestFields }: Operation): string =>
    JSON.stringify(requestFields.map(({ path }) => path));
  if (namesOf(assumed) === namesOf(operation)) return [];
  const read = fieldsFromBody(operation, body);
  if (!read.ok) return [];
  const textOf: TextOf = ({ name }) => own(read.fields, name) ?? '';
  const places = placesTaken(operation, textOf);
  const looking = byLook(operation, places, textOf);
  const held = new Set([...places.values(), ...looking.values()]);
  const start = startOf(operation);
  const beside = operation.requestFields.filter(
    (field) => !held.has(field) && (field.required || textOf(field) !== ''),
  );
  const telling = beside.filter((field) => textOf(field) !== (own(start, field.name) ?? ''));
  if (telling.some(({ required, mask }) => !required || mask !== null)) return [];
  const texts = Object.fromEntries(
    assumed.requestFields.map(({ name }) => {
      const field = places.get(name) ?? looking.get(name);
      return [name, field === undefined ? '' : textOf(field)];
    }),
  );
  const isWhole = looking.size === 0 && beside.length === 0;
  return withKind(operation, places, texts)
    .filter((one) => assumed.requestFields.every(({ name, required }) => !required || one[name] !== ''))
    .map((one) => ({ body: bodyFromFields(assumed, one), isWhole }));
}
