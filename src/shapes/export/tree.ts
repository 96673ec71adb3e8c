import { isClosed } from '../../contract/choices.ts';
import { openChoices } from '../../contract/openChoices.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import { inputsOfKinds, isRequired, kindsOf } from '../confidence.ts';
import type { Kind, LearnedPath, LearnedShape, Path, Segment } from '../model.ts';
import { type Documented, documentKey, type JsonType, type KnownSide, knownOf } from './documented.ts';
import { mayBeClosed, mayBeDemanded } from './evidence.ts';

/** One place of a body with all that is learned and documented of it: what every printer prints. */
export interface ShapeNode {
  readonly path: Path;
  /** Null = never seen: the documents, or the request fields, alone name it. */
  readonly learned: LearnedPath | null;
  /** Null = the documents show nothing here. */
  readonly documented: Documented | null;
  /** Of a request: the field as it is assumed or stated. */
  readonly field: RequestField | null;
  /** What may stand here, seen or documented; none = anything. */
  readonly types: readonly JsonType[];
  /** The same, but what was seen even where bodies were not looked through: for those who read, not for those who check. */
  readonly told: readonly JsonType[];
  /** The texts that stand here, '' among them; null where any other may. */
  readonly choices: readonly string[] | null;
  /** The one value there is, where documents or code leave no other; null = none. */
  readonly only: { readonly value: string | number | boolean | null } | null;
  /** Whether each object here has it: documented, or never missing in enough inputs. */
  readonly required: boolean;
  readonly keys: ReadonlyMap<string, ShapeNode>;
  /** Of keys that are not named; its types are none unless all keys here are data. */
  readonly anyKey: ShapeNode | null;
  readonly items: ShapeNode | null;
}

/** One side of an operation under one code. */
export interface ShapeTree {
  readonly operation: Operation;
  readonly side: 'request' | 'answer';
  readonly code: string;
  /** Null = nothing was learned: the documents alone speak. */
  readonly shape: LearnedShape | null;
  readonly root: ShapeNode;
}

interface Draft {
  readonly path: Path;
  learned: LearnedPath | null;
  readonly keys: Map<string, Draft>;
  anyKey: Draft | null;
  items: Draft | null;
}

function draft(path: Path): Draft {
  return { path, learned: null, keys: new Map(), anyKey: null, items: null };
}

/** The draft one step below, made where there is none. */
function below(at: Draft, step: Segment): Draft {
  if (step === 'items') {
    at.items ??= draft([...at.path, step]);
    return at.items;
  }
  if (step === 'any-key') {
    at.anyKey ??= draft([...at.path, step]);
    return at.anyKey;
  }
  const found = at.keys.get(step.key) ?? draft([...at.path, step]);
  at.keys.set(step.key, found);
  return found;
}

const typeOf: Readonly<Record<Kind, JsonType>> = {
  string: 'string',
  'empty-string': 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
  array: 'array',
  'empty-array': 'array',
};

const order: readonly JsonType[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

const fieldTypes: Readonly<Record<RequestField['type'], readonly JsonType[]>> = {
  string: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  'string-list': ['array'],
};

/** What building a node needs to know of its whole. */
interface Whole {
  readonly known: KnownSide;
  readonly code: string;
  readonly seen: boolean;
  /** Whether what lies there was looked through in every body. */
  readonly lookedThrough: (path: Path) => boolean;
}

/**
 * Where a body was not looked through to its end, what it had there is not known, so that nothing may be demanded: below
 * lists whose later items were not looked at; everywhere where keys or the text's end were left out. A depth limit is
 * the same for every body, and what was not readable has taught nothing.
 */
function lookedThrough(shape: LearnedShape | null): Whole['lookedThrough'] {
  const why = new Set((shape?.stopped ?? []).map((one) => one.why));
  if (why.has('paths') || why.has('size')) return () => false;
  return why.has('items') ? (path) => !path.includes('items') : () => true;
}

function typesOf(at: Draft, documented: Documented | null, field: RequestField | null): readonly JsonType[] {
  const seen = at.learned === null ? [] : kindsOf(at.learned).map((kind) => typeOf[kind]);
  const said = documented?.types ?? (field === null || at.learned !== null ? [] : fieldTypes[field.type]);
  // Listed as nullable: a null says nothing of what comes when it is filled.
  const nullable = documented?.types.length === 0;
  if (nullable && seen.every((type) => type === 'null')) return [];
  const all = new Set<JsonType>([...seen, ...said, ...(nullable ? (['null'] as const) : [])]);
  if (all.has('number')) all.delete('integer');
  return order.filter((type) => all.has(type));
}

/** Not where some bodies had a number that was covered: what stands in its place may be of another kind. */
function isOfKnownKinds({ learned }: Draft): boolean {
  return learned === null || inputsOfKinds(learned) === learned.seen.inputs;
}

/** An enumeration holds where every value is known, and enough inputs stand for it; of a field that never came, where the user stated it. */
function choicesOf(
  { learned }: Draft,
  types: readonly JsonType[],
  field: RequestField | null,
): readonly string[] | null {
  // What was seen says more than what was stated.
  if (learned === null && field?.type === 'string' && isClosed(field)) return openChoices(field);
  if (learned === null || learned.values === null || learned.otherValues > 0) return null;
  if (!types.includes('string') || !types.every((type) => type === 'string' || type === 'null')) return null;
  if (learned.untold !== undefined || !mayBeClosed(learned.seen.inputs)) return null;
  const values = learned.values.map(({ value }) => value);
  if (Object.hasOwn(learned.kinds, 'empty-string') && !values.includes('')) values.push('');
  return values.sort();
}

function onlyOf(at: Draft, documented: Documented | null, whole: Whole): ShapeNode['only'] {
  if (documented === null || documented.othersMay) return null;
  // Of a code that is not documented, too, there is no other here.
  const isCode = documentKey(at.path) === '["message_code"]';
  const [value, ...others] = isCode ? [whole.code] : (documented.values ?? []);
  if (value === undefined || others.length > 0) return null;
  // Values are not kept, so that an answer seen may have had another; but it is told apart by its code.
  const soleKind = at.learned === null || Object.keys(at.learned.kinds).join() === 'string';
  return !whole.seen || (isCode && soleKind) ? { value } : null;
}

function requiredOf({ path, learned }: Draft, documented: Documented | null, whole: Whole): boolean {
  if (learned === null) return !whole.seen && documented?.presence === 'always';
  if (!whole.lookedThrough(path) || !isRequired(learned)) return false;
  return documented?.presence === 'always' || mayBeDemanded(learned.of);
}

function finish(at: Draft, whole: Whole): ShapeNode {
  const key = documentKey(at.path);
  const documented = (key === null ? null : whole.known.documents.get(key)) ?? null;
  const field = (key === null ? null : whole.known.requestFields.get(key)) ?? null;
  const told = typesOf(at, documented, field);
  const types = whole.lookedThrough(at.path) && isOfKnownKinds(at) ? told : [];
  // Only of a map do its keys say what another key has; not those that are odd or not named yet beside the fields of an object.
  const isMap = at.keys.size === 0 && at.anyKey?.learned?.unnamed === undefined;
  const untold = { ...whole, lookedThrough: () => false };
  const keys = [...at.keys].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    path: at.path,
    learned: at.learned,
    documented,
    field,
    types,
    told,
    choices: choicesOf(at, types, field),
    only: onlyOf(at, documented, whole),
    required: requiredOf(at, documented, whole),
    keys: new Map(keys.map(([name, one]) => [name, finish(one, whole)])),
    anyKey: at.anyKey === null ? null : finish(at.anyKey, isMap ? whole : untold),
    items: at.items === null ? null : finish(at.items, whole),
  };
}

/** Values that were learned before the user called their field personal are told no more; in answers, of a result's field of that name. */
function isCalledPersonal({ requestFields }: Operation, side: ShapeTree['side'], path: Path): boolean {
  const keys = path.flatMap((segment) => (typeof segment === 'string' ? [] : [segment.key]));
  const isResult = side === 'answer' && keys[0] === 'data' && keys[1] === 'result';
  const own = isResult ? keys.slice(2) : keys;
  return requestFields.some((field) => field.mask !== null && field.path.every((key, at) => key === own[at]));
}

/**
 * What is learned of one side under one code, with what the documents say of it. Every body that taught the shape has the
 * types, keys and values of the tree.
 * @param shape of this operation, side and code; null = nothing is learned
 */
export function shapeTree(
  operation: Operation,
  side: 'request' | 'answer',
  code: string,
  shape: LearnedShape | null,
): ShapeTree {
  const known = knownOf(operation, side, code);
  const root = draft([]);
  for (const learned of shape?.paths ?? []) {
    let at = root;
    for (const step of learned.path) at = below(at, step);
    const isDocumented = known.documents.has(documentKey(learned.path) ?? '');
    const hides = !isDocumented && isCalledPersonal(operation, side, learned.path);
    at.learned = hides ? { ...learned, values: null, otherValues: 0 } : learned;
  }
  for (const [key, { presence }] of known.documents) {
    if (presence !== 'never') addNamed(root, key);
  }
  for (const key of known.requestFields.keys()) addNamed(root, key);
  const whole = { known, code, seen: shape !== null, lookedThrough: lookedThrough(shape) };
  return { operation, side, code, shape, root: finish(root, whole) };
}

/** A place the documents name, unless keys are data there: then any key stands for it. */
function addNamed(root: Draft, key: string): void {
  let at = root;
  for (const name of JSON.parse(key) as readonly string[]) {
    if (at.anyKey !== null && !at.keys.has(name)) return;
    at = below(at, { key: name });
  }
}
