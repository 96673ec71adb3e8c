import { documentedCode } from '../../contract/documentedCodes.ts';
import { envelopeFields } from '../../contract/envelope.ts';
import type { Operation, RequestField, SeenType } from '../../contract/shapes.ts';
import { noCode, type Path, shortForm } from '../model.ts';

/** The types of JSON Schema. */
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** What the documents say of one path of an answer under one code. */
export interface Documented {
  /** None = that it may be null is shown, but not what it is when filled. */
  readonly types: readonly JsonType[];
  /** `never` = the documents say that an answer of this code lacks it. */
  readonly presence: 'always' | 'may' | 'never';
  /** All values it has under this code, or those that are shown; null = none is shown. */
  readonly values: readonly (string | number | boolean | null)[] | null;
  /** True when others may come: `data.error_code` has more values than are shown. */
  readonly othersMay: boolean;
}

/** By the keys of a path from the root, see `documentKey`; the documents name no items of lists. */
type Documents = ReadonlyMap<string, Documented>;

/** What the documents or the user say of one side. */
export interface KnownSide {
  readonly documents: Documents;
  /** Fields of a request as they are assumed, or as the user stated them: no payload is documented. */
  readonly requestFields: ReadonlyMap<string, RequestField>;
}

/** One text for a path of keys; null where a path goes through a list or keys that are data. */
export function documentKey(path: Path): string | null {
  const keys = path.map((segment) => (typeof segment === 'string' ? null : segment.key));
  return keys.includes(null) ? null : JSON.stringify(keys);
}

const seenTypes: Readonly<Record<SeenType, readonly JsonType[]>> = {
  string: ['string'],
  boolean: ['boolean'],
  array: ['array'],
  object: ['object'],
  unknown: [],
};

type Values = Documented['values'];

function field(
  types: readonly JsonType[],
  presence: Documented['presence'],
  values: Values = null,
): Documented {
  return { types, presence, values, othersMay: false };
}

/** docs/service.md, "Error body shapes" 4. */
const shortBody: Documents = new Map([
  ['[]', field(['object'], 'always')],
  ['["success"]', field(['boolean'], 'always', [false])],
  ['["message"]', field(['string'], 'always', ['Rate limit exceeded. Please try again later.'])],
  ['["data"]', field(['null'], 'always', [null])],
]);

/** What the code settles of an envelope's fields (docs/service.md, "message_code table"). */
function valuesOf(operation: Operation, code: string): Readonly<Record<string, Values>> {
  const row = documentedCode(code);
  const errors = operation.errorCodes.length === 0 ? null : operation.errorCodes;
  return {
    message_code: row === undefined ? null : [code],
    status: row === undefined ? ['SUCCESS', 'FAILED', 'PENDING'] : [row.status],
    status_code: row === undefined ? null : [row.http],
    charged: row === undefined ? null : [row.charged],
    // "false on every error shown, including billed 422 results"; nothing is said of the others.
    success: row !== undefined && row.http >= 400 ? [false] : null,
    message: row?.message === undefined || row.message === null ? null : [row.message],
    'data.error_code': errors,
  };
}

function presenceOf(path: string, always: boolean, code: string): Documented['presence'] {
  if (always) return 'always';
  const order = documentedCode(code)?.order;
  if (order === 'absent') return 'never';
  // "data: contains order_id, error_code, result": of answers that reached the provider.
  return order === 'present' && path !== 'data.error_code' ? 'always' : 'may';
}

function resultOf(operation: Operation, code: string): readonly (readonly [string, Documented])[] {
  const row = documentedCode(code);
  if (operation.resultGroups === null || row?.order === 'absent') return [];
  const presence = row?.status === 'SUCCESS' ? 'always' : 'may';
  const fields = operation.resultGroups.flatMap((group) => group.fields);
  const outer = [...new Set(fields.flatMap(({ name }) => (name.includes('.') ? [name.split('.')[0]] : [])))];
  return [
    ...outer.map((name) => [`data.result.${name}`, field(['object'], presence)] as const),
    ...fields.map(({ name, seen }) => [`data.result.${name}`, field(seenTypes[seen], presence)] as const),
  ];
}

/** What the documents say of an answer under a code. Source: docs/service.md, by way of src/contract. */
function documentsOf(operation: Operation, code: string): Documents {
  if (code === shortForm) return operation.shortRateLimitBody ? shortBody : new Map();
  if (code === noCode) return new Map();
  const values = valuesOf(operation, code);
  const envelope = envelopeFields.map(({ path, type, always }) => {
    const presence = presenceOf(path, always, code);
    const entry = field([type], presence, Object.hasOwn(values, path) ? values[path] : null);
    return [path, { ...entry, othersMay: path === 'data.error_code' && entry.values !== null }] as const;
  });
  return new Map([
    ['[]', field(['object'], 'always')],
    ...[...envelope, ...resultOf(operation, code)].map(
      ([path, said]) => [JSON.stringify(path.split('.')), said] as const,
    ),
  ]);
}

/** Whether `data.result` of an operation is shown; where not, exports say so. */
export function resultIsShown({ resultGroups }: Operation): boolean {
  return resultGroups !== null;
}

export function knownOf(operation: Operation, side: 'request' | 'answer', code: string): KnownSide {
  if (side === 'answer') return { documents: documentsOf(operation, code), requestFields: new Map() };
  const fields = operation.requestFields.map((one) => [JSON.stringify(one.path), one] as const);
  return { documents: new Map(), requestFields: new Map(fields) };
}
