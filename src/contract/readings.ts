import { createScanner } from 'jsonc-parser';
import { withoutMark } from './byteOrderMark.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';

/** A form has fewer; longer bodies are read in one way, as JSON.parse reads them. */
const longest = 20_000;
/** So many keys that are there twice are told apart, and so many readings made of them; a slip is one. */
const mostKeys = 4;
const mostReadings = 20;

interface Member {
  readonly key: string;
  /** From the key's first character to behind the value's last. */
  readonly start: number;
  readonly end: number;
}

interface JsonObject {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
}

/** The objects of a JSON text, inner ones before those that hold them; none of a text that is no JSON. */
function objectsIn(body: string): readonly JsonObject[] {
  const scanner = createScanner(body, true);
  const grammar = new JsonGrammar();
  const open: { readonly start: number; readonly members: Member[]; key: Omit<Member, 'end'> | null }[] = [];
  const found: JsonObject[] = [];
  for (;;) {
    const kind = scanner.scan();
    const start = scanner.getTokenOffset();
    const role = scanner.getTokenError() === 0 ? grammar.take(kind, scanner.getTokenValue()) : 'wrong';
    if (role === 'wrong') return [];
    if (role === 'end') return found;
    const end = scanner.getPosition();
    if (role === 'open') open.push({ start, members: [], key: null });
    const holder = open.at(-1);
    if (role === 'key' && holder !== undefined) holder.key = { key: scanner.getTokenValue(), start };
    if (role === 'close') {
      const closed = open.pop();
      if (kind === token.closeObject && closed !== undefined) found.push({ ...closed, end });
    }
    if (role !== 'scalar' && role !== 'close') continue;
    const outer = open.at(-1);
    if (outer !== undefined && outer.key !== null) outer.members.push({ ...outer.key, end });
    grammar.leave();
  }
}

/** The first object that has a key more than once, and each place of it. */
function doubledIn(body: string): { readonly object: JsonObject; readonly places: readonly Member[] } | null {
  for (const object of objectsIn(body)) {
    const byKey = Map.groupBy(object.members, ({ key }) => key);
    const places = [...byKey.values()].find(({ length }) => length > 1);
    if (places !== undefined) return { object, places };
  }
  return null;
}

function keeping(body: string, { start, end, members }: JsonObject, kept: Member): string {
  const left = members.filter((one) => one === kept || one.key !== kept.key);
  const texts = left.map((one) => body.slice(one.start, one.end));
  return `${body.slice(0, start)}{${texts.join(',')}}${body.slice(end)}`;
}

/**
 * What a JSON request may say where an object has a key more than once: RFC 8259, 4 leaves open which of them counts, and the service
 * does not say which it reads. Each text has one of them; `[]` where no key is there twice.
 */
export function readingsOf(written: string): readonly string[] {
  const body = withoutMark(written);
  if (body.length > longest) return [];
  let texts: readonly string[] = [body];
  for (let key = 0; key < mostKeys; key += 1) {
    const next = texts.flatMap((text) => {
      const doubled = doubledIn(text);
      return doubled === null ? [text] : doubled.places.map((one) => keeping(text, doubled.object, one));
    });
    texts = next.slice(0, mostReadings);
  }
  return texts.filter((text) => text !== body);
}

/** Levels of objects that are looked at for keys that are there twice; no field stands deeper. */
const deepest = 10;

/** The path of a key that its object has more than once, by its meaning; null if there is none. Looks into objects alone. */
export function repeatedKey(text: string): string | null {
  const scanner = createScanner(text, true);
  const grammar = new JsonGrammar();
  const seen = new Set<string>();
  for (;;) {
    const kind = scanner.scan();
    const role = grammar.take(kind, scanner.getTokenValue());
    if (kind === token.end || role === 'wrong') return null;
    const { path, depth } = grammar;
    if (role === 'key' && depth === path.length && depth <= deepest) {
      const name = JSON.stringify(path);
      if (seen.has(name)) return path.join('.');
      seen.add(name);
    }
    if (role === 'scalar' || role === 'close') grammar.leave();
  }
}
