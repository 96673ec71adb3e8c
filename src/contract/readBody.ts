import { envelopeFields } from './envelope.ts';
import { fault, finding } from './findings.ts';
import type { Instead } from './outcomes.ts';
import { isRecord } from './record.ts';
import { numberSourceAt, repeatedKeys } from './topLevel.ts';
import type { Deviation } from './words.ts';

/** A body that is a JSON object. */
export interface ReadBody {
  readonly kind: 'object';
  /** The text it was read from. */
  readonly json: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Deciding keys, `order_id` and `data`, that are in the object more than once and not each time the same. */
  readonly repeated: readonly string[];
  /**
   * `order_id` and `data.order_id`; null where there is none to quote. A number departs from the documents, but is kept
   * by the characters it was sent as: it may have more digits than a number can hold.
   */
  readonly orderIds: { readonly outer: string | null; readonly inner: string | null };
  /** What is odd about the bytes. */
  readonly deviations: readonly Deviation[];
}

/** Bytes as text, `�` for what is not UTF-8. */
export interface DecodedBody {
  readonly text: string;
  /** False when something was not UTF-8. */
  readonly valid: boolean;
}

interface Unreadable {
  readonly kind: 'unreadable';
  readonly instead: Instead;
  readonly why: Deviation;
}

const deciding = envelopeFields.filter((field) => field.decides === true).map(({ path }) => path);

function unreadable(text: string, instead: Instead = 'other'): Unreadable {
  return { kind: 'unreadable', instead, why: fault({}, text) };
}

/** Reads any bytes as a JSON object, and says why not in one sentence without anything of the content. */
export function readBody(body: Uint8Array | string | DecodedBody): ReadBody | Unreadable {
  const { text, valid } = isDecoded(body) ? body : decodeBody(body);
  const oddities: Deviation[] = valid
    ? []
    : [fault({}, 'The answer is not valid UTF-8; what could not be read is shown as �.')];
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (json.length !== text.length) oddities.push(finding({}, 'The answer starts with a byte order mark.'));
  if (json.trim() === '') return unreadable('The answer has no body.', 'nothing');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return whyNot(json, error);
  }
  if (value === null) return unreadable('The answer is the JSON value null, not an object.');
  if (Array.isArray(value)) return unreadable('The answer is a JSON list, not an object.');
  if (!isRecord(value)) {
    const why = fault({}, 'The answer is a single JSON {0}, not an object.', typeof value);
    return { kind: 'unreadable', instead: 'other', why };
  }
  const doubled = repeatedKeys(json, [...deciding, 'order_id', 'data']);
  const repeated = doubled.filter(({ agrees }) => !agrees).map(({ key }) => key);
  for (const { key, agrees } of doubled) {
    const text = agrees
      ? '{0} is in the answer more than once, each time the same.'
      : key === 'data'
        ? '{0} is in the answer more than once; the last one is shown.'
        : '{0} is in the answer more than once, so it decides nothing.';
    oddities.push(fault({ path: key }, text, key));
  }
  return {
    kind: 'object',
    json,
    fields: value,
    repeated,
    orderIds: {
      outer: repeated.includes('order_id') ? null : idOf(json, value, 'order_id'),
      inner:
        isRecord(value.data) && !repeated.includes('data')
          ? idOf(json, value.data, 'data', 'order_id')
          : null,
    },
    deviations: oddities,
  };
}

function idOf(json: string, fields: ReadBody['fields'], ...path: readonly string[]): string | null {
  const value = fields.order_id;
  if (typeof value === 'number') return numberSourceAt(json, ...path);
  return typeof value === 'string' && value !== '' ? value : null;
}

function isDecoded(body: Uint8Array | string | DecodedBody): body is DecodedBody {
  return typeof body === 'object' && 'text' in body;
}

/** For who has other things to do between decoding and parsing; a string counts as decoded. */
export function decodeBody(body: Uint8Array | string): DecodedBody {
  if (typeof body === 'string') return { text: body, valid: true };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), valid: true };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), valid: false };
  }
}

function whyNot(text: string, error: unknown): Unreadable {
  if (error instanceof RangeError) return unreadable('The answer is JSON nested too deeply to be read.');
  if (/^\s*<(?:!doctype|html|\?xml|[a-z])/i.test(text.slice(0, 1000))) {
    return unreadable('The answer is an HTML or XML page, not JSON.', 'page');
  }
  if (/^\s*[{[]/.test(text.slice(0, 1000))) {
    return unreadable('The answer begins like JSON but is not: it is cut off or damaged.');
  }
  return unreadable('The answer is not JSON.');
}
