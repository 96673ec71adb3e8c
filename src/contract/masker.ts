import { coverCode, coverData, coverId, coverKey, coverText } from './coverText.ts';
import { mask } from './masking.ts';
import type { OwnInput } from './ownInput.ts';
import { mayHoldData } from './personalText.ts';
import type { MaskKind } from './shapes.ts';

/**
 * Asked with the keys that lead to a value, without array positions: a kind masks it and all below it, `null` leaves
 * it unless it holds what no code or id does, `undefined` leaves it unless it looks personal.
 */
export type KindAt = (path: readonly string[]) => MaskKind | null | undefined;

/** Where a value stands: the keys that lead to it, and its position, list places included, where that is known. */
export interface MaskPlace {
  readonly path: readonly string[];
  /** Of JSON the same for no two values, of other text in their order where it is; '' where it is not known. */
  position(): string;
  /** One for all values of one reading: a text that turns out to be no JSON is read once more. */
  readonly reading: object;
}

/**
 * A position in words that are the same for JSON and for what is left of it.
 * @param places reached in each open container, counted in lists alone
 */
export function positionOf(places: readonly number[], path: readonly string[]): string {
  return `${places.join()} ${JSON.stringify(path)}`;
}

/** How a value is shown masked. */
export type MaskAs = (kind: MaskKind, text: string, place: MaskPlace) => string;

const nowhere = (): string => '';

/** The service's own sentence. */
function isMessage(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'message';
}

/** What of the envelope is no datum: ids, and the words and codes of the service. */
function coverEnvelope(path: readonly string[]): typeof coverData {
  return path.at(-1) === 'order_id' ? coverId : coverCode;
}

/** Masks the tokens of one text, and remembers whether it hid anything. Without a KindAt it leaves all as it came. */
export class Masker {
  masked = false;
  private readonly kindAt: KindAt | undefined;
  private readonly maskAs: MaskAs;
  private readonly own: OwnInput | null;
  private readonly position: () => string;
  private readonly answers = new Map<string, MaskKind | null | undefined>();

  /**
   * @param own what was asked about: covered wherever it stands
   * @param position of the value that is being masked
   */
  constructor(
    kindAt: KindAt | undefined,
    maskAs: MaskAs = mask,
    own: OwnInput | null = null,
    position = nowhere,
  ) {
    this.kindAt = kindAt;
    this.maskAs = maskAs;
    this.own = own;
    this.position = position;
  }

  /** A string or number: `source` as it came, `value` what it means, `inherited` what the container says. */
  value(source: string, value: string, path: readonly string[], inherited: MaskKind | null): string {
    if (this.kindAt === undefined || value === '') return source;
    const asked = this.ask(path);
    const place = this.placeOf(path);
    if (asked === null) return this.unless(source, value, place, coverEnvelope(path));
    const kind = asked ?? inherited;
    if (kind !== null) return this.hide(this.maskAs(kind, value, place));
    return this.unless(source, value, place, isMessage(path) ? coverText : coverData);
  }

  /** A key may be a datum, too: an object keyed by e-mail address. */
  key(source: string, value: string): string {
    return this.kindAt === undefined
      ? source
      : this.unless(source, value, this.placeOf([], nowhere), coverKey);
  }

  /** What holds for everything at and below a path. */
  below(path: readonly string[], inherited: MaskKind | null): MaskKind | null {
    if (this.kindAt === undefined) return null;
    const asked = this.ask(path);
    return asked === undefined ? inherited : asked;
  }

  /** A string that broke off: what is left of it may be half a datum, so it is hidden unless known to be harmless. */
  broken(source: string, value: string, path: readonly string[]): string {
    if (this.kindAt === undefined || value === '') return source;
    const cover = coverEnvelope(path);
    // The envelope's words and codes hold no data; its ids are made of digits.
    const isHarmless = this.ask(path) === null && (cover === coverId || !mayHoldData(value));
    const place = this.placeOf(path);
    return isHarmless
      ? this.unless(source, value, place, cover)
      : this.hide(this.maskAs('all', value, place));
  }

  /** Text outside strings, of a body that is not JSON. */
  loose(text: string, position = nowhere): string {
    if (this.kindAt === undefined) return text;
    const place = this.placeOf([], position);
    const shown = coverText(text, this.own, (kind, datum) => this.maskAs(kind, datum, place));
    if (shown !== text) this.masked = true;
    return shown;
  }

  /** A list of ten thousand items asks for the same few paths over and over. */
  private ask(path: readonly string[]): MaskKind | null | undefined {
    if (path.length > 32) return this.kindAt?.(path);
    const name = path.join('\n');
    if (this.answers.has(name)) return this.answers.get(name);
    const answer = this.kindAt?.(path);
    if (this.answers.size < 1000) this.answers.set(name, answer);
    return answer;
  }

  private placeOf(path: readonly string[], position = this.position): MaskPlace {
    return { path, position, reading: this };
  }

  /** As it came, unless the rule finds something to cover in it. */
  private unless(source: string, value: string, place: MaskPlace, cover: typeof coverData): string {
    const shown = cover(value, this.own, (kind, datum) => this.maskAs(kind, datum, place));
    return shown === value ? source : this.hide(shown);
  }

  private hide(shown: string): string {
    this.masked = true;
    return JSON.stringify(shown);
  }
}
