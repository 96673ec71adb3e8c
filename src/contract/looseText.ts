import { createScanner } from 'jsonc-parser';
import { token } from './jsonGrammar.ts';
import { type KindAt, type MaskAs, Masker, positionOf } from './masker.ts';
import type { OwnInput } from './ownInput.ts';
import type { MaskKind } from './shapes.ts';

export interface PrettyOptions {
  /** Stop once this many characters are laid out; the text is at most a line longer. */
  readonly maxChars: number;
  /** Given, personal values are masked; see KindAt. */
  readonly mask?: KindAt | undefined;
  /** How a value is masked; without it, by its kind alone. */
  readonly maskAs?: MaskAs | undefined;
  /** Where values are masked: what was asked about is covered, too, in any spelling. */
  readonly own?: OwnInput | undefined;
}

export interface PrettyText {
  readonly text: string;
  /** True when the text goes on beyond what is shown. */
  readonly truncated: boolean;
  /** True when at least one value is hidden. */
  readonly masked: boolean;
  /** False when the text, as far as it was read, is not JSON; then it is laid out as it came. */
  readonly json: boolean;
}

/** Read beyond what is shown and dropped again, so that no half of a personal datum escapes its pattern. */
const margin = 1024;

/**
 * Text that is not JSON, or stops being JSON somewhere, as it came. Where it still has keys and strings (a JSON body
 * that broke off), values are masked by their keys; all of it is masked by look.
 */
export function asItCame(text: string, { maxChars, mask: kindAt, maskAs, own }: PrettyOptions): PrettyText {
  if (kindAt === undefined) {
    return { text: text.slice(0, maxChars), truncated: text.length > maxChars, masked: false, json: false };
  }
  const truncated = text.length > maxChars + margin;
  const reader = new LooseReader(truncated ? text.slice(0, maxChars + margin) : text, kindAt, maskAs, own);
  const shown = reader.run();
  return {
    text: truncated ? shown.slice(0, Math.min(maxChars, shown.length - margin / 2)) : shown,
    truncated,
    masked: reader.masker.masked,
    json: false,
  };
}

/** What is known inside one bracket. Never changed, so that whoever keeps one keeps its place. */
interface Frame {
  /** The key last seen. */
  readonly key: string | null;
  /** What the brackets around it say. */
  readonly inherited: MaskKind | null;
  /** The place reached in a list, counted from 1; 0 in all else. */
  readonly place: number;
  /** The bracket around it. */
  readonly above: Frame | null;
}

/** Of very many open brackets the innermost, outermost first. */
function innermost(frame: Frame): readonly Frame[] {
  const frames: Frame[] = [];
  for (let one: Frame | null = frame; one !== null && frames.length < 64; one = one.above) frames.push(one);
  return frames.reverse();
}

function pathOf(frame: Frame): readonly string[] {
  return innermost(frame).flatMap(({ key }) => (key === null ? [] : [key]));
}

/** As JSON has it, where all of it is there. */
function placeOf(frame: Frame): string {
  const brackets = innermost(frame).filter(({ above }) => above !== null);
  return positionOf(
    brackets.map(({ place }) => place),
    pathOf(frame),
  );
}

class LooseReader {
  readonly masker: Masker;
  private readonly text: string;
  private readonly scanner;
  private frame: Frame = { key: null, inherited: null, place: 0, above: null };
  private readonly out: string[] = [];
  /** Where the text outside strings began that is not written yet. */
  private looseFrom = 0;
  /** Behind what. */
  private looseBehind = this.frame;

  constructor(text: string, kindAt: KindAt, maskAs: MaskAs | undefined, own: OwnInput | undefined) {
    this.text = text;
    this.masker = new Masker(kindAt, maskAs, own, () => placeOf(this.frame));
    this.scanner = createScanner(text, false);
  }

  run(): string {
    const { scanner, text } = this;
    while (scanner.getPosition() < text.length) {
      // The scanner would take // and /* for comments and read to their end.
      if (text.charAt(scanner.getPosition()) === '/') scanner.setPosition(scanner.getPosition() + 1);
      else this.token(scanner.scan());
    }
    this.flush(text.length);
    return this.out.join('');
  }

  private token(kind: number): void {
    const { frame } = this;
    if (kind === token.openObject || kind === token.openList) {
      const inherited = this.masker.below(pathOf(frame), frame.inherited);
      this.frame = { key: null, inherited, place: kind === token.openList ? 1 : 0, above: frame };
    } else if (kind === token.closeObject || kind === token.closeList) {
      this.frame = frame.above ?? frame;
    } else if (kind === token.comma) {
      this.frame = { ...frame, key: null, place: frame.place === 0 ? 0 : frame.place + 1 };
    } else if (kind === token.string) this.string(frame);
    else if (kind === token.number && this.masker.below(pathOf(frame), frame.inherited) !== null) {
      this.replace((source, value) => this.masker.value(source, value, pathOf(frame), frame.inherited));
    }
  }

  private string(frame: Frame): void {
    if (this.isAround()) {
      // With brackets in it its first mark opens nothing: read anew behind that, or keys would be taken for values from here on.
      if (/[{[,:]/.test(this.scanner.getTokenValue()))
        this.scanner.setPosition(this.scanner.getTokenOffset() + 1);
      return;
    }
    if (this.next() === ':') {
      this.replace((source, value) => this.masker.key(source, value));
      this.frame = { ...frame, key: this.scanner.getTokenValue() };
      this.looseBehind = this.frame;
      return;
    }
    const brokeOff = this.scanner.getTokenError() !== 0 && this.scanner.getPosition() >= this.text.length;
    this.replace((source, value) =>
      brokeOff
        ? this.masker.broken(source, value, pathOf(frame))
        : this.masker.value(source, value, pathOf(frame), frame.inherited),
    );
  }

  private replace(masked: (source: string, value: string) => string): void {
    const start = this.scanner.getTokenOffset();
    const end = this.scanner.getPosition();
    this.flush(start);
    this.out.push(masked(this.text.slice(start, end), this.scanner.getTokenValue()));
    this.looseFrom = end;
    this.looseBehind = this.frame;
  }

  private flush(until: number): void {
    const text = this.text.slice(this.looseFrom, until);
    this.out.push(this.masker.loose(text, () => placeOf(this.looseBehind)));
  }

  /** Whether a string belongs to the text around: neither before nor behind it stands what does in JSON. */
  private isAround(): boolean {
    if (this.scanner.getTokenError() !== 0 || /^[,:}\]]?$/.test(this.next())) return false;
    return !/[:,{[]\s{0,100}$/.test(
      this.text.slice(Math.max(0, this.scanner.getTokenOffset() - 101), this.scanner.getTokenOffset()),
    );
  }

  /** The first character behind the token that is no space; '' at the end. */
  private next(): string {
    let at = this.scanner.getPosition();
    while (/\s/.test(this.text.charAt(at))) at += 1;
    return this.text.charAt(at);
  }
}
