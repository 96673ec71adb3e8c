import { mostValues } from './enumerations.ts';
import { formatOf } from './formats.ts';
import {
  type Format,
  formats,
  type Kind,
  kinds,
  type Path,
  type PathSeen,
  type Range,
  type Segment,
} from './model.ts';
import { keySays, saidBelow } from './values.ts';

const bit = Object.fromEntries(kinds.map((kind, index) => [kind, 1 << index])) as Readonly<
  Record<Kind, number>
>;
const formatBit = Object.fromEntries(formats.map((format, index) => [format, 1 << index])) as Readonly<
  Record<Format, number>
>;

/** A path of the body that is being looked at. */
export class SeenNode {
  readonly above: SeenNode | null;
  readonly segment: Segment | null;
  readonly children = new Map<string, SeenNode>();
  /** Any item of a list. */
  items: SeenNode | null = null;
  anyKey: SeenNode | null = null;
  /** Children by a key that nobody vouches for. */
  unvouched: string[] = [];
  /** So many of them that they are data: all further ones are any-key. */
  isMap = false;
  /** Objects there, and of the objects above those that had it. */
  objects = 0;
  hadBy = 0;
  /** The last object above that had it. */
  object = 0;
  /** Values that a text may be one of; null = not an enumeration. */
  values: Set<string> | null = new Set();
  /** A text was left out of them. */
  untold = false;
  /** Something was there that was not kept as it came. */
  isCovered = false;
  /** A key that leads here says that what stands below is personal. */
  personal: boolean;
  /** Its own key says so (of items and keys that are data: that of what they stand in). */
  readonly tells: boolean;
  /** See PlaceSays. */
  readonly whose: boolean;
  private kindBits = 0;
  private formatBits = 0;
  private length: Range | null = null;
  private itemCount: Range | null = null;

  constructor(above: SeenNode | null, segment: Segment | null) {
    this.above = above;
    this.segment = segment;
    const says = segment !== null && typeof segment !== 'string' ? keySays(segment.key) : null;
    this.tells = says === null ? above?.tells === true : says.personal;
    ({ whose: this.whose, personal: this.personal } = saidBelow(above, says));
    // Items have no name of their own: that of their list says what they may be. A key that is data says nothing.
    const isNamed = segment === 'items' ? above?.values !== null : says?.free === false;
    if (this.personal || !isNamed) this.values = null;
  }

  get path(): Path {
    const path: Segment[] = [];
    for (let node: SeenNode | null = this; node !== null; node = node.above) {
      if (node.segment !== null) path.push(node.segment);
    }
    return path.reverse();
  }

  /** The keys that lead here. */
  get keys(): readonly string[] {
    return this.path.flatMap((segment) => (typeof segment === 'string' ? [] : [segment.key]));
  }

  get isSeen(): boolean {
    return this.kindBits !== 0;
  }

  note(kind: Kind): void {
    this.kindBits |= bit[kind];
  }

  noteText(text: string, mayBeValue: (text: string) => boolean): void {
    if (text === '') {
      this.note('empty-string');
      return;
    }
    this.note('string');
    const format = formatOf(text);
    this.formatBits |= formatBit[format];
    this.length = widened(this.length, text.length, text.length);
    if (this.values === null || this.values.has(text)) return;
    if (format === 'text' && this.values.size < mostValues && mayBeValue(text)) this.values.add(text);
    else this.values = null;
  }

  noteItems(count: number): void {
    this.itemCount = widened(this.itemCount, count, count);
  }

  /** Takes all that another node has seen: both are the same key from now on. Returns the paths that are no more. */
  take(other: SeenNode): number {
    this.kindBits |= other.kindBits;
    this.formatBits |= other.formatBits;
    this.objects += other.objects;
    this.hadBy += other.hadBy;
    this.object = Math.max(this.object, other.object);
    this.isMap ||= other.isMap;
    this.isCovered ||= other.isCovered;
    if (other.length !== null) this.length = widened(this.length, other.length.least, other.length.most);
    if (other.itemCount !== null) {
      this.itemCount = widened(this.itemCount, other.itemCount.least, other.itemCount.most);
    }
    if (other.values === null) this.values = null;
    for (const value of other.values ?? []) this.values?.add(value);
    let gone = 1;
    for (const [key, child] of other.children) {
      const ours = this.children.get(key);
      const node = ours ?? new SeenNode(this, child.segment);
      this.children.set(key, node);
      gone += node.take(child) - (ours === undefined ? 1 : 0);
    }
    for (const key of other.unvouched) if (!this.unvouched.includes(key)) this.unvouched.push(key);
    const { items, anyKey } = this;
    if (other.items !== null) {
      this.items ??= new SeenNode(this, 'items');
      gone += this.items.take(other.items) - (items === null ? 1 : 0);
    }
    if (other.anyKey !== null) {
      this.anyKey ??= new SeenNode(this, 'any-key');
      gone += this.anyKey.take(other.anyKey) - (anyKey === null ? 1 : 0);
    }
    return gone;
  }

  seen(): PathSeen {
    const values = this.values === null || this.values.size > mostValues ? [] : [...this.values];
    return {
      path: this.path,
      kinds: kinds.filter((kind) => this.kindBits & bit[kind]),
      formats: formats.filter((format) => this.formatBits & formatBit[format]),
      length: this.length,
      items: this.itemCount,
      values,
      ...(this.untold ? { untold: true } : {}),
    };
  }
}

function widened(range: Range | null, least: number, most: number): Range {
  if (range === null) return { least, most };
  if (least >= range.least && most <= range.most) return range;
  return { least: Math.min(range.least, least), most: Math.max(range.most, most) };
}
