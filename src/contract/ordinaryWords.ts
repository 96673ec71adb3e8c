import { messageCodes } from './messageCodes.ts';
import { operations } from './operations.ts';

/** What many answer with, or choose by. */
const common = 'yes true false null none nil any all other full basic json pdf xml csv kyc test';
/** The envelope's own words that are no message_code. */
const envelope = 'status code charged success message order data error result';

const documented = [
  ...messageCodes.flatMap(({ code, status, message }) => [code, status, message ?? '']),
  ...operations.flatMap(({ title, category, errorCodes, requestFields, resultGroups }) => [
    title,
    category,
    ...errorCodes,
    ...requestFields.flatMap(({ name, label }) => [name, label]),
    ...(resultGroups ?? []).flatMap(({ fields }) => fields.map(({ name }) => name)),
  ]),
];

const words: ReadonlySet<string> = new Set(
  [common, envelope, ...documented].flatMap((text) => text.toLowerCase().split(/[^a-z]+/)),
);

const year = /^(?:19|20)\d\d$/;

/**
 * Whether a text tells nobody: words of the documents (fields, codes, messages), an answer such as `yes`, or a year. Where
 * nothing says that it is personal, it is no part of what was asked about.
 */
export function isOrdinary(text: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => words.has(word) || year.test(word));
}

/** As services name their fields: in one word, whose parts a line or a capital tells apart. */
const identifier = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Whether a key is the name of a field, made of words of the documents: it is nobody's name, though a shop may have one of them in its own. */
export function isOrdinaryKey(key: string): boolean {
  return identifier.test(key) && isOrdinary(key.replace(/([a-z])([A-Z])/g, '$1_$2'));
}
