/**
 * In the place of what was sealed and cannot be opened though its key is here: its bytes were changed, cut or moved since
 * they were written. Never the same as nothing: something was kept, and its order counts as it did. Known by its shape,
 * for each bundle has its own copy of the value.
 */
export interface Damaged {
  readonly damaged: true;
}

export const asDamaged: Damaged = { damaged: true };

export function isDamaged(value: unknown): value is Damaged {
  return typeof value === 'object' && value !== null && 'damaged' in value;
}

/** For who needs no more than what can be read. */
export function readableOf<T>(value: T | Damaged): T | null {
  return isDamaged(value) ? null : value;
}
