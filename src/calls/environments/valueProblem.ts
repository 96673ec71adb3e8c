import type { Phrase } from '../../contract/words.ts';

/** What a setting of one value may be, as the manifest declares it. */
export interface DeclaredSetting {
  readonly type?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Why a value that its user wrote does not hold, and what holds in its place; null where it does. Of lists and objects others tell. */
export function valueProblem(id: string, value: unknown, declared: DeclaredSetting): Phrase | null {
  const { type, default: holds, enum: choices } = declared;
  if (choices !== undefined) {
    if (choices.includes(value)) return null;
    return {
      text: '“{0}” must be one of {1}; until it is, {2} holds.',
      args: [id, choices.join(', '), String(holds)],
    };
  }
  if (type === 'boolean' && typeof value !== 'boolean')
    return { text: '“{0}” must be true or false; until it is, {1} holds.', args: [id, String(holds)] };
  if (type !== 'number' && type !== 'integer') return null;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = declared;
  if (typeof value === 'number' && value >= minimum && value <= maximum) return null;
  return {
    text: '“{0}” must be a number from {1} to {2}; until it is, {3} holds.',
    args: [id, minimum, maximum, String(holds)],
  };
}
