/** What helps a newcomer and whoever looks for a fault. */
export type HelpCommand =
  | 'openDocumentation'
  | 'openPrivacy'
  | 'openSecurity'
  | 'reportIssue'
  | 'copyDiagnostics';

/** Documentation and diagnostics; lives in the runtime. */
export interface HelpWork {
  run(command: HelpCommand): Promise<void>;
  /** The service's documentation as Markdown, in the user's language: the text behind `documentationUri`. */
  documentation(): string;
}
