import { createScanner } from 'jsonc-parser';
import { JsonGrammar, type Role, token } from './jsonGrammar.ts';
import { asItCame, type PrettyOptions, type PrettyText } from './looseText.ts';
import { Masker, positionOf } from './masker.ts';
import type { MaskKind } from './shapes.ts';

/**
 * The text of a body indented by two spaces, with every number, key, escape and repeated key as it came. Text that is
 * not JSON comes back as it is, with what is personal in it masked if masking was asked for. Not recursive; reads only
 * as far as it shows. Below 100 levels the indent grows no more.
 */
export function prettyJson(text: string, options: PrettyOptions): PrettyText {
  const shown = new Layout(text, options).run(Number.POSITIVE_INFINITY);
  if (shown !== null && shown !== 'more') return shown;
  return asItCame(text, options);
}

/** Tokens laid out between two pauses: some ten milliseconds of work. */
const stride = 20_000;

/** The same for a text of many megabytes, with pauses in which others get their turn. */
export async function prettyJsonInTurns(
  text: string,
  options: PrettyOptions,
  pause: () => Promise<void>,
): Promise<PrettyText> {
  const layout = new Layout(text, options);
  for (;;) {
    const shown = layout.run(stride);
    if (shown === null) return asItCame(text, options);
    if (shown !== 'more') return shown;
    await pause();
  }
}

/** A string this much longer than the room left is cut before it is masked, and the cut end is dropped. */
const margin = 1024;

class Layout {
  private readonly text: string;
  private readonly maxChars: number;
  private readonly masker: Masker;
  private readonly grammar = new JsonGrammar();
  private readonly inherited: (MaskKind | null)[] = [];
  private readonly out: string[] = [];
  private length = 0;
  private cut = false;
  private readonly scanner;
  private opened = false;
  /** By open container the place reached in it, counted in lists alone. */
  private readonly places: number[] = [];

  constructor(text: string, { maxChars, mask, maskAs, own }: PrettyOptions) {
    this.text = text;
    this.maxChars = maxChars;
    this.scanner = createScanner(text, false);
    if (text.startsWith('\ufeff')) this.scanner.setPosition(1);
    const position = (): string => positionOf(this.places, this.grammar.path);
    this.masker = new Masker(mask, maskAs, own, position);
  }

  /** Null when the text is not JSON as far as it is read; `more` after so many tokens, to be called again. */
  run(tokens: number): PrettyText | null | 'more' {
    const { scanner } = this;
    let taken = 0;
    while (this.length < this.maxChars) {
      if (taken >= tokens) return 'more';
      taken += 1;
      const kind = scanner.scan();
      if (kind === token.space || kind === token.lineBreak) continue;
      if (scanner.getTokenError() !== 0) return null;
      const inList = this.grammar.inList;
      const value = scanner.getTokenValue();
      const role = this.grammar.take(kind, value);
      if (role === 'wrong') return null;
      if (role === 'end') return this.result(this.cut);
      const source = this.text.slice(scanner.getTokenOffset(), scanner.getPosition());
      this.place(role, inList);
      this.breakLine(role, inList, this.opened);
      this.write(role, kind, source, value);
      this.opened = role === 'open';
    }
    return this.result(this.cut || this.text.slice(scanner.getPosition()).trimStart() !== '');
  }

  private place(role: Role, inList: boolean): void {
    const { places } = this;
    if (role === 'close') places.pop();
    if (inList && (role === 'scalar' || role === 'open')) places.push((places.pop() ?? 0) + 1);
    if (role === 'open') places.push(0);
  }

  private breakLine(role: Role, inList: boolean, opened: boolean): void {
    const depth = this.grammar.depth;
    if (role === 'close') {
      if (!opened) this.line(depth);
    } else if (role === 'key' || (inList && role === 'scalar')) this.line(depth);
    else if (inList && role === 'open') this.line(depth - 1);
  }

  private write(role: Role, kind: number, source: string, value: string): void {
    const { grammar, inherited, masker } = this;
    const above = inherited.at(-1) ?? null;
    if (role === 'key') this.fit(source, value, (shown, meant) => masker.key(shown, meant));
    else if (role === 'scalar' && (kind === token.string || kind === token.number)) {
      this.fit(source, value, (shown, meant) => masker.value(shown, meant, grammar.path, above));
    } else this.put(role === 'colon' ? ': ' : source);
    if (role === 'open') inherited.push(masker.below(grammar.path, above));
    else if (role === 'close') inherited.pop();
    if (role === 'close' || role === 'scalar') grammar.leave();
  }

  /** Masks and writes a string or number, cut if it alone is more than is to be shown. */
  private fit(source: string, value: string, masked: (source: string, value: string) => string): void {
    const room = this.maxChars - this.length;
    if (source.length <= room + margin) {
      this.put(masked(source, value));
      return;
    }
    const shown = masked(source.slice(0, room + margin), value.slice(0, room + margin));
    this.cut = true;
    this.put(`${shown.slice(0, Math.max(1, Math.min(room, shown.length - margin / 2)))}…`);
  }

  private line(depth: number): void {
    this.put(`\n${'  '.repeat(Math.min(depth, 100))}`);
  }

  private put(piece: string): void {
    this.out.push(piece);
    this.length += piece.length;
  }

  private result(truncated: boolean): PrettyText {
    return { text: this.out.join(''), truncated, masked: this.masker.masked, json: true };
  }
}
