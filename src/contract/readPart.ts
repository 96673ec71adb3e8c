import { createScanner } from 'jsonc-parser';
import { envelopeFields } from './envelope.ts';
import { JsonGrammar, token } from './jsonGrammar.ts';
import { closingBracket } from './jsonSkip.ts';
import { type DecodedBody, decodeBody } from './readBody.ts';

/** What the beginning of an answer says; null where it does not say it, or says it more than once. */
export interface PartRead {
  /** As Reading.orderId: `order_id`, else `data.order_id`; a number by its digits. */
  readonly orderId: string | null;
  readonly messageCode: string | null;
  readonly charged: boolean | null;
}

const nothing: PartRead = { orderId: null, messageCode: null, charged: null };

/** One value at a wanted place: a string, true or false by its meaning, a number by its characters. */
type Value = { readonly kind: number; readonly text: string };

/** The wanted places by their path; `data` itself, for a second one takes the first one's place. */
const wanted: ReadonlySet<string> = new Set(
  envelopeFields
    .filter(({ path, decides, id }) => decides === true || id === true || path === 'data')
    .map(({ path }) => path),
);

/**
 * Reads an answer that broke off as far as it came (docs/service.md, "Response envelope"). A value counts once it
 * cannot go on: a string with its closing quote, a number with something after it. Takes any bytes and never throws;
 * what is not the beginning of a JSON object, as far as its outer fields show, says nothing.
 */
export function readPart(body: Uint8Array | string | DecodedBody): PartRead {
  const { text } = typeof body === 'object' && 'text' in body ? body : decodeBody(body);
  const reader = new PartReader(text.startsWith('\ufeff') ? text.slice(1) : text);
  return reader.run() ? readBy(reader) : nothing;
}

/** The same of what begins at an offset, whatever comes after its `end`; null where it is no JSON. */
export function readObjectAt(text: string, at: number): (PartRead & { readonly end: number }) | null {
  const reader = new PartReader(text.slice(at), true);
  return reader.run() ? { ...readBy(reader), end: at + (reader.ended || text.length) } : null;
}

function readBy(reader: PartReader): PartRead {
  const charged = reader.value('charged')?.kind;
  return {
    orderId:
      idOf(reader.value('order_id')) ?? (reader.twice('data') ? null : idOf(reader.value('data.order_id'))),
    messageCode: textOf(reader.value('message_code')),
    charged: charged === token.true ? true : charged === token.false ? false : null,
  };
}

function textOf(value: Value | undefined): string | null {
  return value?.kind === token.string ? value.text : null;
}

function idOf(value: Value | undefined): string | null {
  if (value?.kind === token.number) return value.text;
  return textOf(value) || null;
}

/** What the last token of a text that broke off may be the beginning of, beside a string or a number. */
const begun = /^(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/;

class PartReader {
  private readonly text: string;
  private readonly alone: boolean;
  private readonly scanner;
  private readonly grammar = new JsonGrammar();
  private readonly counts = new Map<string, number>();
  private readonly values = new Map<string, Value>();

  /** Where the first object or list ended; 0 = it did not. */
  ended = 0;

  /** @param alone stops there */
  constructor(text: string, alone = false) {
    this.text = text;
    this.alone = alone;
    // Not told to skip what is between tokens: it would take comments for that.
    this.scanner = createScanner(text, false);
  }

  /** False when the text is not the beginning of JSON, whatever it began like. */
  run(): boolean {
    const { scanner, grammar } = this;
    for (;;) {
      const kind = scanner.scan();
      if (kind === token.space || kind === token.lineBreak) continue;
      if (kind === token.end) return true;
      if (scanner.getTokenError() !== 0 || kind === token.unknown) return this.brokeOff(kind);
      const role = grammar.take(kind, kind === token.string ? scanner.getTokenValue() : '');
      if (role === 'wrong') return false;
      // A result may be large and holds nothing that is wanted.
      if (role === 'open' && !this.opensWanted()) {
        scanner.setPosition(closingBracket(this.text, scanner.getPosition()));
      }
      if (role === 'key') this.key();
      if (role === 'scalar') this.scalar(kind);
      if (role === 'scalar' || role === 'close') grammar.leave();
      if (role === 'close' && grammar.depth === 0 && this.ended === 0) this.ended = scanner.getPosition();
      if (this.alone && this.ended > 0) return true;
    }
  }

  /** The value of a key that stands once. */
  value(place: string): Value | undefined {
    return this.twice(place) ? undefined : this.values.get(place);
  }

  twice(place: string): boolean {
    return (this.counts.get(place) ?? 0) > 1;
  }

  /** A token that is not whole: the end of what came, unless more came after it. */
  private brokeOff(kind: number): boolean {
    const { scanner, text, grammar } = this;
    if (scanner.getPosition() < text.length || grammar.depth === 0) return false;
    if (kind !== token.unknown) return true;
    return begun.test(text.slice(scanner.getTokenOffset()));
  }

  /** The wanted place the grammar is at: no list around it, for a list gives no key. */
  private place(): string | null {
    const { path, depth } = this.grammar;
    // A key may hold the dot that parts two.
    if (path.length !== depth || depth > 2 || path.some((key) => key.includes('.'))) return null;
    const place = path.join('.');
    return wanted.has(place) ? place : null;
  }

  private opensWanted(): boolean {
    const { path, depth, inList } = this.grammar;
    return !inList && (depth === 1 || (depth === 2 && path.length === 1 && path[0] === 'data'));
  }

  private key(): void {
    const place = this.place();
    if (place !== null) this.counts.set(place, (this.counts.get(place) ?? 0) + 1);
  }

  private scalar(kind: number): void {
    const place = this.place();
    if (place === null) return;
    const { scanner, text } = this;
    const end = scanner.getPosition();
    if (kind === token.number) {
      if (end < text.length)
        this.values.set(place, { kind, text: text.slice(scanner.getTokenOffset(), end) });
    } else this.values.set(place, { kind, text: scanner.getTokenValue() });
  }
}
