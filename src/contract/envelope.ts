/** A field of the documented envelope. Source: docs/service.md, "Response envelope". */
export interface EnvelopeField {
  /** From the root of the body. */
  readonly path: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'object';
  /** True when every envelope has it; the others come only when the call reached the provider. */
  readonly always: boolean;
  /** Tells an envelope from any other JSON. */
  readonly marks?: boolean;
  /** Decides what an answer means or costs; there twice with different values, it decides nothing. */
  readonly decides?: boolean;
  /** Names an order. */
  readonly id?: boolean;
  /** A text for a person, in which anything may stand. */
  readonly prose?: boolean;
}

const rows = [
  { path: 'status', type: 'string', always: true },
  { path: 'status_code', type: 'integer', always: true, marks: true },
  { path: 'charged', type: 'boolean', always: true, marks: true, decides: true },
  { path: 'success', type: 'boolean', always: true },
  { path: 'message', type: 'string', always: true, prose: true },
  { path: 'message_code', type: 'string', always: true, marks: true, decides: true },
  { path: 'order_id', type: 'string', always: false, marks: true, id: true },
  { path: 'data', type: 'object', always: false },
  { path: 'data.order_id', type: 'string', always: false, id: true },
  { path: 'data.error_code', type: 'string', always: false },
  { path: 'data.result', type: 'object', always: false },
] as const satisfies readonly EnvelopeField[];

type Row = (typeof rows)[number];

/** Fields of every envelope. */
export type AlwaysField = Extract<Row, { readonly always: true }>['path'];
/** Fields that stand in the body itself, not in `data`. */
export type OuterField = Exclude<Row['path'], `data.${string}`>;

/** Every field of the envelope, in the order of the documents, those within `data` last. */
export const envelopeFields: readonly EnvelopeField[] = rows;

const byPath: ReadonlyMap<string, EnvelopeField> = new Map(
  envelopeFields.map((field) => [field.path, field]),
);

/** The field at a path, or undefined where the documents show none. */
export function envelopeField(path: string): EnvelopeField | undefined {
  return byPath.get(path);
}
