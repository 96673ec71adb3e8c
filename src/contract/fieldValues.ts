import { entriesOf } from './entries.ts';
import { numberText, SourceNumber } from './jsonNumbers.ts';
import type { RequestField } from './shapes.ts';
import type { Phrase } from './words.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text, the space around it left out, is a number as JSON writes one; of any length. */
export function isNumberText(text: string): boolean {
  return number.test(text.trim());
}

export function isBooleanText(text: string): boolean {
  return text.trim() === 'true' || text.trim() === 'false';
}

/** What is typed is no number or truth value as JSON writes one, and so leaves in quotes. */
function isBare(type: RequestField['type'], text: string): boolean {
  return (type === 'number' && isNumberText(text)) || (type === 'boolean' && isBooleanText(text));
}

/** The JSON of what is typed for a field: digits exactly as typed, strings too; a list has one entry a line. */
export function valueJson(type: RequestField['type'], typed: string, indent: string): string {
  if (isBare(type, typed)) return typed.trim();
  if (type !== 'string-list') return JSON.stringify(typed);
  return JSON.stringify(entriesOf(typed), null, 2).replaceAll('\n', `\n${indent}`);
}

/** The text of a field for a JSON value as parseWithNumbers gives it, or why the form cannot hold it. */
export function fieldText({ name, type, required }: RequestField, value: unknown): string | Phrase {
  if (type === 'string-list') return listText(name, value);
  if (type === 'number' && (value instanceof SourceNumber || typeof value === 'number')) {
    return numberShown(name, value);
  }
  if (type === 'boolean' && typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return wrongType(name, type);
  if (isBare(type, value)) {
    return {
      text: '{0} is a number or boolean in quotes; the form would drop the quotes.',
      args: [name],
    };
  }
  if (value === '' && !required) {
    return { text: '{0} is empty; the form would leave it out.', args: [name] };
  }
  if (/[\r\n]/.test(value)) return { text: '{0} has several lines; the form has one.', args: [name] };
  return value;
}

function wrongType(name: string, type: RequestField['type']): Phrase {
  switch (type) {
    case 'number':
      return { text: '{0} is neither a number nor a string; the form cannot hold it.', args: [name] };
    case 'boolean':
      return { text: '{0} is neither true, false nor a string; the form cannot hold it.', args: [name] };
    default:
      return { text: '{0} is not a string; the form would send it as one.', args: [name] };
  }
}

/** As it was sent; only of a body too large to keep its digits it may be another. */
function numberShown(name: string, value: unknown): string | Phrase {
  const text = numberText(value) ?? '';
  return isNumberText(text)
    ? text
    : { text: '{0} is a number whose digits the form could not keep.', args: [name] };
}

function listText(name: string, value: unknown): string | Phrase {
  if (!Array.isArray(value))
    return { text: '{0} is not a list; the form would send it as one.', args: [name] };
  const entries: string[] = [];
  for (const entry of value) {
    if (typeof entry !== 'string') {
      return { text: '{0} has an entry that is not a string; the form would send it as one.', args: [name] };
    }
    if (entry.trim() !== entry || entry === '' || /[\r\n]/.test(entry)) {
      return {
        text: '{0} has an entry that is empty, or has spaces around it or several lines.',
        args: [name],
      };
    }
    entries.push(entry);
  }
  return entries.join('\n');
}
