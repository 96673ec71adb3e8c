import { readObjectAt } from './readPart.ts';

/** An answer may be a page of ten megabytes with thousands of braces: characters that are looked at, and places tried. */
const mostRead = 200_000;
const mostTried = 200;

/** Not the brackets around the time or the kind of a log's line. */
const list = /^\s*\[\s*(?:[{["\]]|(?:-?[\d.eE+]+|true|false|null)\s*,)/;

/**
 * The order_id of an envelope that stands within other text: a server's warning before it, a footer behind it. Nothing else
 * of it is read, for the text around it may say otherwise; with the order_id support can be asked. Null where there is none,
 * where two differ, and of a list, whose objects are not the answer.
 */
export function orderIdWithin(answer: string): string | null {
  const text = answer.slice(0, mostRead);
  if (!text.includes('"order_id"') || list.test(text)) return null;
  let found: string | null = null;
  let at = text.indexOf('{');
  for (let tried = 0; at !== -1 && tried < mostTried; tried += 1) {
    const object = readObjectAt(text, at);
    const isEnvelope = object !== null && (object.messageCode !== null || object.charged !== null);
    if (isEnvelope && object.orderId !== null) {
      if (found !== null && found !== object.orderId) return null;
      found = object.orderId;
    }
    at = text.indexOf('{', object?.end ?? at + 1);
  }
  return found;
}
