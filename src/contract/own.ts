/**
 * What a record holds under a name that came from outside: a request field, a variable, a column. Never what every object
 * has by itself: `constructor` and `toString` are names like any other.
 */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
