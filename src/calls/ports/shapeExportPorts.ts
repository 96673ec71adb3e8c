import type { Operation } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';
import type { LearnedShape } from '../../shapes/model.ts';

/** Forms in which what was learned can be taken along. */
export type ShapeFormat = 'json-schema' | 'typescript' | 'zod' | 'openapi';

export interface ShapeFormatName {
  readonly id: ShapeFormat;
  /** The same in every tongue. */
  readonly label: string;
  /** VS Code's id of the language it is written in. */
  readonly languageId: 'json' | 'typescript';
  /** What a file of it is named unless the user names it otherwise. */
  readonly fileName: string;
}

/** What is known beside the shapes and stands in the head of an observed document; what is null or absent is left out. */
export interface KnownBeside {
  /** Of answers under this code, ms; null = none came yet. */
  readonly durations?: { readonly least: number; readonly median: number; readonly most: number } | null;
  /** As the user entered it, with its currency; null = none entered. */
  readonly price?: string | null;
}

/** One observed document: what is learned of one operation under one code at one place. */
export interface ShapeDocument {
  /** With the user's request fields. */
  readonly operation: Operation;
  /** `message_code`, `shortForm` or `noCode`; see shapes/model.ts. */
  readonly code: string;
  /** The environment or service as the user knows it. */
  readonly place: string;
  /** Those of other operations, codes and places must not be among them; none = nothing is learned yet, and the document says so. */
  readonly shapes: readonly LearnedShape[];
  /** Ms since the epoch: shapes were asked for as of then, and the head says so; null = as known now. */
  readonly asOf: number | null;
  /** False leaves counts and days out of the lines, so that a diff shows differences of shape alone. */
  readonly counts: boolean;
  readonly beside: KnownBeside;
  /** Translates a sentence. */
  readonly say: (phrase: Phrase) => string;
}

/** What is to be exported: of one place only, for a sandbox's answers say nothing of another service. */
export interface ShapeExport {
  /** With the user's request fields; all four for OpenAPI, else those asked for. */
  readonly operations: readonly Operation[];
  /** Those of other places must not be among them; those of other operations are left out. */
  readonly shapes: readonly LearnedShape[];
  /** Base URL that the OpenAPI document names; null = none. */
  readonly baseUrl: string | null;
  /** A sandbox answered there, and each form says so: what it shows is invented. Absent = no. */
  readonly simulated?: boolean;
}

/** The writer of what was learned. Loads on first use. */
export interface ShapeWriter {
  /** In the order they are offered. */
  readonly formats: readonly ShapeFormatName[];
  /** Text of the read-only document: a line for each path, indented by depth, in an order that does not depend on the calls' order. */
  document(wanted: ShapeDocument): string;
  /** The text of a file. In English, as all code is. Never throws for shapes the ledger gives. */
  export(format: ShapeFormat, wanted: ShapeExport): string;
}
