/** A JSON object, or what was made of one: neither null nor a list. Its keys come from outside, see own. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
