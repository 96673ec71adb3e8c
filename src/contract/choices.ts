import { isNumberText } from './fieldValues.ts';
import type { RequestField } from './shapes.ts';
import type { Phrase } from './words.ts';

/** More are no list to choose from. */
export const mostChoices = 200;
const longestChoice = 200;
/** Choices that a sentence names. */
const mostNamed = 8;

/** As it would be typed; null = no text of one line and no number. One too large to be exact is another by now. */
function choiceText(value: unknown): string | null {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : String(value);
  }
  if (typeof value !== 'string' || value.length > longestChoice) return null;
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value) ? null : value;
}

/** Numbers alone make a field a number that nobody gave a type. */
export function isAllNumbers(raw: unknown): boolean {
  return Array.isArray(raw) && raw.length > 0 && raw.every((one) => typeof one === 'number');
}

/**
 * The choices of a field as the setting or a description has them, none twice and no empty one; [] = it has none.
 * Undefined = unusable.
 */
export function readChoices(raw: unknown, type: RequestField['type']): readonly string[] | undefined {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw) || raw.length > mostChoices) return undefined;
  const texts = raw.map(choiceText).filter((one) => one !== null);
  const given = texts.filter((one) => one.trim() !== '');
  const isUsable =
    texts.length === raw.length &&
    (given.length === 0 || type === 'string' || (type === 'number' && given.every(isNumberText)));
  return isUsable ? [...new Set(given)] : undefined;
}

/** Whether the user stated that a field takes these values and no other. */
export function isClosed({ choices, assumed }: Pick<RequestField, 'choices' | 'assumed'>): boolean {
  return choices !== undefined && assumed === 'stated-by-user';
}

/** What is said of a text that is none of the choices; null where it is one, or any may be. */
export function besideChoices({ choices }: Pick<RequestField, 'choices'>, typed: string): Phrase | null {
  if (choices === undefined || choices.includes(typed) || choices.includes(typed.trim())) return null;
  return { text: 'Not one of its choices: {0}.', args: [namedChoices(choices)] };
}

/** The first few, for a sentence. */
export function namedChoices(choices: readonly string[]): string {
  const named = choices.slice(0, mostNamed).join(', ');
  return choices.length > mostNamed ? `${named}, …` : named;
}
