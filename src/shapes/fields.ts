import { documentedCode } from '../contract/documentedCodes.ts';
import { isRequestField, readField } from '../contract/requestField.ts';
import { clash } from '../contract/requestFields.ts';
import type { Operation, RequestField } from '../contract/shapes.ts';
import { isRequired, typesOf } from './confidence.ts';
import type { LearnedPath, LearnedShape } from './model.ts';
import { pathText } from './path.ts';

/** What requests taught about one field: different inputs that had it, by what came of them. */
export interface FieldEvidence {
  /** The lookup ran: its code is one that is charged and no pending one, so the parameters were accepted. */
  readonly worked: number;
  /** INVALID_INPUT; another field of the same request may have been the reason. */
  readonly rejected: number;
}

function asPath(keys: readonly string[]): string {
  return pathText(keys.map((key) => ({ key })));
}

function requestsOf({ id }: Operation, shapes: readonly LearnedShape[]): readonly LearnedShape[] {
  return shapes.filter(({ operation, side }) => operation === id && side === 'request');
}

/** What waits at the provider may still come to nothing. */
function didWork({ code }: LearnedShape): boolean {
  const documented = documentedCode(code);
  return documented?.charged === true && documented.status === 'SUCCESS';
}

function at(shape: LearnedShape, keys: readonly string[]): LearnedPath | undefined {
  const text = asPath(keys);
  return shape.paths.find(({ path }) => pathText(path) === text);
}

function inputsOf(shapes: readonly LearnedShape[], keys: readonly string[]): number {
  return shapes.reduce((sum, shape) => sum + (at(shape, keys)?.seen.inputs ?? 0), 0);
}

/** Codes under which requests worked. */
export function workedCodes(operation: Operation, shapes: readonly LearnedShape[]): readonly string[] {
  return [
    ...new Set(
      requestsOf(operation, shapes)
        .filter(didWork)
        .map(({ code }) => code),
    ),
  ];
}

/**
 * What the requests of an operation say of a field.
 * @param keys the objects it stands in, outermost first, then its own key
 * @param worked inputs of all codes under which requests worked, by path: what had several counts once. Null where only one did
 */
export function fieldEvidence(
  operation: Operation,
  shapes: readonly LearnedShape[],
  keys: readonly string[],
  worked: ReadonlyMap<string, number> | null,
): FieldEvidence {
  const requests = requestsOf(operation, shapes);
  return {
    worked: worked === null ? inputsOf(requests.filter(didWork), keys) : (worked.get(asPath(keys)) ?? 0),
    rejected: inputsOf(
      requests.filter(({ code }) => code === 'INVALID_INPUT'),
      keys,
    ),
  };
}

/** Fields of requests that worked, that the form has not and that can be added to it; outermost keys first. */
export function fieldsBesides(
  operation: Operation,
  shapes: readonly LearnedShape[],
): readonly (readonly string[])[] {
  const known = new Set(operation.requestFields.map(({ path }) => asPath(path)));
  const found = new Map<string, readonly string[]>();
  for (const shape of requestsOf(operation, shapes).filter(didWork)) {
    for (const learned of shape.paths) {
      const keys = learned.path.flatMap((segment) => (typeof segment === 'object' ? [segment.key] : []));
      const isField = keys.length > 0 && keys.length === learned.path.length && typeOf([learned]) !== null;
      if (isField && !known.has(asPath(keys))) found.set(asPath(keys), keys);
    }
  }
  return [...found.values()].filter((keys) => {
    const field = confirmable(operation, shapes, keys);
    return field !== null && clash(field, operation.requestFields, '') === null;
  });
}

/** The type of a form's field for what was sent there; null = none fits, or several do. */
function typeOf(
  paths: readonly LearnedPath[],
  items: readonly LearnedPath[] = [],
): RequestField['type'] | null {
  const types = new Set(paths.flatMap(typesOf).map((type) => (type === 'integer' ? 'number' : type)));
  const [type] = types;
  if (types.size !== 1 || type === undefined || type === 'object') return null;
  if (type !== 'array') return type;
  return items.flatMap(typesOf).every((item) => item === 'string') ? 'string-list' : null;
}

/**
 * The confirmed request field that what worked makes of a path: its type as it was sent, required unless a request without it worked,
 * all else as the form has it. Null where nothing worked, or what did fits no field.
 */
export function confirmable(
  operation: Operation,
  shapes: readonly LearnedShape[],
  keys: readonly string[],
): RequestField | null {
  const worked = requestsOf(operation, shapes).filter(didWork);
  const paths = worked.flatMap((shape) => at(shape, keys) ?? []);
  const below = [...keys.map((key) => ({ key })), 'items'] as const;
  const items = worked.flatMap(({ paths: all }) =>
    all.filter(({ path }) => pathText(path) === pathText(below)),
  );
  const type = typeOf(paths, items);
  if (type === null) return null;
  const known = operation.requestFields.find(({ path }) => asPath(path) === asPath(keys));
  const wentWithout = paths.length < worked.length || paths.some((path) => !isRequired(path));
  if (known !== undefined) {
    return { ...known, type, required: known.required && !wentWithout, assumed: 'stated-by-user' };
  }
  const raw = { name: keys.at(-1), in: keys.slice(0, -1), type, confirmed: true };
  const field = readField(raw, '');
  return isRequestField(field) ? field : null;
}
