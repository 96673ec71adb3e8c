import type { FieldCheck } from '../../contract/fieldKinds.ts';
import type { MaskKind, RequestField } from '../../contract/shapes.ts';
import type { OperationId, Phrase } from '../../contract/words.ts';

/** A request field as an import found it: what the setting holds of it. No value of a personal field is in it. */
export interface ImportedField {
  readonly name: string;
  /** The objects it stands in, outermost first. */
  readonly in?: readonly string[];
  readonly type: RequestField['type'];
  readonly required: boolean;
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly check?: FieldCheck;
  readonly personal?: MaskKind;
  readonly note?: string;
  /** Where the source itself says that it only assumes the field. */
  readonly confirmed?: false;
}

export interface ImportedFields {
  readonly fields: readonly ImportedField[];
  /** What could not be taken over, one sentence each; nothing personal in them. */
  readonly notes: readonly Phrase[];
}

/** A POST operation that a source describes. */
export interface FoundOperation {
  readonly path: string;
  /** The source's own words, or ''. */
  readonly title: string;
  /** Ours by its path, or null. */
  readonly operation: OperationId | null;
  fields(): ImportedFields;
}

export type ImportReading =
  | { readonly ok: true; readonly found: readonly FoundOperation[] }
  | { readonly ok: false; readonly why: Phrase };

/** The readers of what others wrote about requests. */
export interface Imports {
  /** One call, as a browser or a manual shows it. Its key, its headers and its values are dropped. */
  readonly readCurl: (command: string) => ImportReading;
  /** An OpenAPI 3.0 or 3.1 or Swagger 2.0 description, JSON or YAML. Nothing it refers to is fetched. */
  readonly readOpenApi: (text: string) => Promise<ImportReading>;
}
