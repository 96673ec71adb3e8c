/** The user's request fields; lives in the runtime. */
export interface FieldWork {
  /** Takes request fields over from a cURL command or an OpenAPI file, after showing them. */
  importFields(argument: unknown): Promise<void>;
}
