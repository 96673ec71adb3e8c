/** A word that this code wrote into the file, as what it was written as. Nothing is checked: only our statements fill its columns. */
export function written<Word extends string>(value: unknown): Word {
  return String(value) as Word;
}

/** The same of a column that may be null. */
export function writtenOrNull<Word extends string>(value: unknown): Word | null {
  return typeof value === 'string' ? written(value) : null;
}

/** The JSON that a seal held. The seal authenticates it: only this code can have written it, so nothing is checked. */
export function unsealed<T>(bytes: Uint8Array): T {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
