import type { Operation } from '../../contract/shapes.ts';
import type { LearnedShape } from '../../shapes/model.ts';

export type SnippetLanguage =
  | 'curl'
  | 'javascript-undici'
  | 'javascript-fetch'
  | 'typescript'
  | 'python'
  | 'go'
  | 'java'
  | 'csharp'
  | 'php';

/** One call as it would leave, without its key: the code of a snippet never holds one. */
export interface SnippetRequest {
  /** With the request fields the user corrected: they say what is personal. */
  readonly operation: Operation;
  /** Base URL and path. */
  readonly url: string;
  /** The body as typed; it need not be JSON. */
  readonly body: string;
  /** Whether personal values are to be masked. */
  readonly masked: boolean;
  /** The public key of the embedded sandbox, where it calls that: said in a comment. Null or absent = it calls a service. */
  readonly sandboxKey?: string | null;
  /** How long it waits for the answer, as a form does: many a library would wait for ever. */
  readonly deadlineMs: number;
  /** What answers of this operation taught at this place: types of the result. Those of others are left out. */
  readonly learned?: readonly LearnedShape[];
}

export interface Snippet {
  readonly text: string;
  /** True when at least one value is hidden; then the snippet says so itself. */
  readonly masked: boolean;
}

export interface LanguageName {
  readonly id: SnippetLanguage;
  /** The same in every tongue. */
  readonly label: string;
  /** What the snippet needs to run; names only. */
  readonly needs: string;
}

/** The writer of code for a call. */
export interface Snippets {
  /** Every language there is a snippet for, in the order they are offered. */
  readonly snippetLanguages: readonly LanguageName[];
  /** Environment variable the snippets read the key from. */
  readonly keyVariable: string;
  /** The call in that language, ready to be saved and run. */
  readonly snippet: (language: SnippetLanguage, request: SnippetRequest) => Snippet;
  /**
   * A TypeScript function that reads an answer by `message_code` and `charged`.
   * @param learned what answers of the operation it is for taught at one place: its result gets their types
   * @param operation theirs, with the fields that the user calls personal
   */
  readonly responseHandler: (learned?: readonly LearnedShape[], operation?: Operation) => string;
}
