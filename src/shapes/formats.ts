import type { Format } from './model.ts';

const date = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;
const otherDate =
  /^(?:\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4}|\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}[- ]?[a-z]{3,9}[-, ]{0,2}\d{2,4}|[a-z]{3,9} \d{1,2},? \d{4})(?: \d{2}:\d{2}(?::\d{2})?)?$/i;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const url = /^https?:\/\/\S+$/i;
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const digits = /^\d+$/;
const hasDigit = /\d/;

/** How a text that is not empty looks. By pattern alone: whether there is such a day or mailbox is not asked. */
export function formatOf(text: string): Format {
  const { length } = text;
  if (length <= 40 && hasDigit.test(text)) {
    if (digits.test(text)) return 'digits';
    if (date.test(text)) return 'date';
    if (dateTime.test(text)) return 'date-time';
    if (otherDate.test(text)) return 'other-date';
    if (length === 36 && uuid.test(text)) return 'uuid';
  }
  if (length <= 4000 && text.startsWith('http') && url.test(text)) return 'url';
  if (length <= 320 && text.includes('@') && email.test(text)) return 'email';
  return length <= 4000 && digits.test(text) ? 'digits' : 'text';
}
