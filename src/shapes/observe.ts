import { mark } from '../contract/jsonSkip.ts';
import { JsonReader } from './jsonReader.ts';
import { keyTrust } from './keys.ts';
import type { Observation, Path, PathSeen, Stopped } from './model.ts';
import { PersonalWords } from './personalWords.ts';
import { SeenNode } from './seenNode.ts';
import { mayBeSomebody, mayBeValue } from './values.ts';

/** Objects and lists within each other that are looked into. */
export const deepest = 40;
/** Different paths that are told apart. */
export const mostPathsSeen = 2000;
/** Items of a list that are looked at: its first ones. */
export const mostItems = 1000;
/** Characters (of bytes: bytes) that are looked at of a longer body, and how long it must be for that. */
const looked = 250_000;
export const longestWhole = 1_000_000;
/** Keys of one object that nobody vouches for, before they are data; as many as are told apart over all inputs. */
const mostUnvouched = 64;
/** Keys whose names are judged; a map of more has its others as data, and counts as stopped. */
const mostJudged = 4000;
/** Places named where it stopped. */
const mostStops = 50;

/** What is known of a body besides its text. */
export interface Looking {
  /** Whether what stands at these keys may be personal, whatever it looks like. */
  isPersonal(keys: readonly string[]): boolean;
  /** Neither a key nor a value that may be kept has one of these; those of this body are added. */
  readonly words: PersonalWords;
  /** Whether a text was put in place of what came: it was there, and nothing else is known of it. */
  readonly isCover?: (text: string) => boolean;
  /** Is told each text of the body. */
  readonly meet?: (text: string, keys: readonly string[]) => void;
}

/**
 * What one JSON body shows: of each path the kinds, formats, ranges, never a value but those that may be one of an enumeration.
 * Takes any bytes and never throws; says in `stopped` where it did not look. All items of a list are one path, so are all keys
 * that are data (keys.ts) or that are too many. Keys that stand twice count with both values; a number is an integer by its
 * spelling. What stands beyond the bounds is not checked to be JSON.
 */
export function observe(
  body: string | Uint8Array,
  looking: Looking = { isPersonal: () => false, words: new PersonalWords() },
): Observation {
  const { text, isPart } = firstPart(body);
  const observer = new Observer(text, isPart, looking);
  const isRead = observer.run();
  if (isPart && !isRead && observer.isBegun) observer.cutOff();
  else if (!isRead) return { paths: [], uneven: [], stopped: [{ why: 'unreadable', path: [] }] };
  return observer.observation();
}

function firstPart(body: string | Uint8Array): { readonly text: string; readonly isPart: boolean } {
  const isPart = body.length > longestWhole;
  if (typeof body === 'string') return { text: isPart ? body.slice(0, looked) : body, isPart };
  // What is no UTF-8 becomes �; a character that the cut has parted is left out.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return { text: decoder.decode(isPart ? body.subarray(0, looked) : body, { stream: isPart }), isPart };
}

interface Frame {
  readonly node: SeenNode;
  readonly isList: boolean;
  /** Of objects: tells which of them had a key. */
  readonly object: number;
  count: number;
  /** A value has been read, and no comma since. */
  after: boolean;
}

class Observer {
  private readonly reader: JsonReader;
  private readonly looking: Looking;
  private readonly root = new SeenNode(null, null);
  private readonly frames: Frame[] = [];
  private readonly stops = new Map<string, Stopped>();
  private paths = 1;
  private objects = 0;
  private judged = 0;
  private readonly isPart: boolean;

  constructor(text: string, isPart: boolean, looking: Looking) {
    this.isPart = isPart;
    this.reader = new JsonReader(text);
    this.looking = looking;
  }

  get isBegun(): boolean {
    return this.root.isSeen && this.reader.ended;
  }

  /** False where the text is not JSON, or ends before its end. */
  run(): boolean {
    if (!this.value(this.root)) return false;
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      if (!(frame.after ? this.afterValue(frame) : this.next(frame))) return false;
    }
    return Number.isNaN(this.reader.next());
  }

  private next(frame: Frame): boolean {
    const { reader } = this;
    const close = frame.isList ? mark.closeList : mark.closeObject;
    if (frame.count === 0 && reader.next() === close) return this.close(frame);
    frame.after = true;
    frame.count += 1;
    if (frame.isList) return this.value(this.itemsOf(frame.node));
    if (reader.next() !== mark.quote) return false;
    const key = reader.string();
    if (key === null || reader.next() !== mark.colon) return false;
    reader.at += 1;
    return this.value(this.childOf(frame, key));
  }

  private afterValue(frame: Frame): boolean {
    const { reader } = this;
    const code = reader.next();
    if (code === (frame.isList ? mark.closeList : mark.closeObject)) return this.close(frame);
    if (code !== mark.comma) return false;
    reader.at += 1;
    frame.after = false;
    if (!frame.isList || frame.count < mostItems) return true;
    this.stop('items', frame.node);
    frame.node.note('array');
    this.frames.pop();
    return reader.skipRest();
  }

  private close({ node, isList, count }: Frame): boolean {
    this.reader.at += 1;
    this.frames.pop();
    if (!isList) return true;
    node.note(count === 0 ? 'empty-array' : 'array');
    if (count > 0) node.noteItems(count);
    return true;
  }

  /** Reads a value, of a container its bracket; null = where no path is left for it. */
  private value(node: SeenNode | null): boolean {
    const { reader } = this;
    const code = reader.next();
    if (code === mark.openObject || code === mark.openList) return this.open(node, code === mark.openList);
    if (code === mark.quote) {
      const text = reader.string();
      if (text !== null && node !== null) this.text(node, text);
      return text !== null;
    }
    const kind = reader.plain();
    if (this.isPart && reader.at === reader.text.length) {
      // More digits may have followed.
      reader.ended = true;
      return false;
    }
    if (kind !== null) node?.note(kind);
    return kind !== null;
  }

  private text(node: SeenNode, text: string): void {
    if (this.looking.isCover?.(text) === true) {
      node.isCovered = true;
      return;
    }
    this.looking.meet?.(text, node.keys);
    node.noteText(text, (value) => mayBeValue(value) && this.isImpersonal(node));
    if (node.values === null && (node.tells || mayBeSomebody(text))) this.looking.words.add(text);
  }

  /** Asked once of a path, before its first value. */
  private isImpersonal(node: SeenNode): boolean {
    if (node.values?.size !== 0) return true;
    node.personal ||= this.looking.isPersonal(node.keys);
    // The user may call a field personal, or import it, at any time: what is known of it does not end with that.
    node.untold ||= node.personal;
    return !node.personal;
  }

  private open(node: SeenNode | null, isList: boolean): boolean {
    const { reader, frames } = this;
    reader.at += 1;
    if (node === null) return reader.skipRest();
    if (!isList) node.note('object');
    if (frames.length >= deepest) {
      this.stop('depth', node);
      if (isList) node.note(reader.next() === mark.closeList ? 'empty-array' : 'array');
      return reader.skipRest();
    }
    this.objects += 1;
    if (!isList) node.objects += 1;
    frames.push({ node, isList, object: this.objects, count: 0, after: false });
    return true;
  }

  private itemsOf(node: SeenNode): SeenNode | null {
    if (node.items === null && this.hasPathFor(node)) node.items = new SeenNode(node, 'items');
    return node.items;
  }

  private childOf({ node, object }: Frame, key: string): SeenNode | null {
    const child = node.children.get(key) ?? this.newChild(node, key);
    if (child !== null && child.object !== object) {
      child.object = object;
      child.hadBy += 1;
    }
    return child;
  }

  private newChild(node: SeenNode, key: string): SeenNode | null {
    if (this.judged >= mostJudged) {
      this.stop('paths', node);
      return this.anyKeyOf(node);
    }
    this.judged += 1;
    // `owners: {"ramesh": …}`: the same few people may be in each answer, so that no count tells them from fields.
    const trust = node.whose && keyTrust(key) === 'unvouched' ? 'data' : keyTrust(key);
    if (trust === 'data') this.looking.words.add(key);
    if (trust === 'data' || (trust === 'unvouched' && node.isMap)) return this.anyKeyOf(node);
    if (trust === 'unvouched' && node.unvouched.length >= mostUnvouched) {
      node.isMap = true;
      this.fold(node, node.unvouched);
      return node.anyKey;
    }
    if (!this.hasPathFor(node)) return null;
    const child = new SeenNode(node, { key });
    node.children.set(key, child);
    if (trust === 'unvouched') node.unvouched.push(key);
    return child;
  }

  private anyKeyOf(node: SeenNode): SeenNode | null {
    if (node.anyKey === null && this.hasPathFor(node)) node.anyKey = new SeenNode(node, 'any-key');
    return node.anyKey;
  }

  /** Keys of it are data after all. None of them is open, for another key of their object is read, or nothing. */
  private fold(node: SeenNode, keys: readonly string[]): void {
    if (keys.length === 0) return;
    const any = node.anyKey ?? new SeenNode(node, 'any-key');
    if (node.anyKey === null) this.paths += 1;
    node.anyKey = any;
    for (const key of keys) {
      const child = node.children.get(key);
      node.children.delete(key);
      if (child !== undefined) this.paths -= any.take(child);
    }
    node.unvouched = node.unvouched.filter((key) => !keys.includes(key));
  }

  private hasPathFor(node: SeenNode): boolean {
    if (this.paths < mostPathsSeen) {
      this.paths += 1;
      return true;
    }
    this.stop('paths', node);
    return false;
  }

  private stop(why: Stopped['why'], node: SeenNode): void {
    if (this.stops.size >= mostStops && [...this.stops.values()].some((one) => one.why === why)) return;
    const path = node.path;
    this.stops.set(`${why} ${JSON.stringify(path)}`, { why, path });
  }

  /** The text is only the first part: what is open is not known whole. */
  cutOff(): void {
    const { frames } = this;
    this.stop('size', frames.at(-1)?.node ?? this.root);
    for (const { node, isList, object, count } of frames) {
      if (isList && count > 0) node.note('array');
      if (isList) continue;
      node.objects -= 1;
      for (const child of node.children.values()) if (child.object === object) child.hadBy -= 1;
    }
  }

  /** Once all words of the body are known: what is somebody's becomes any-key, or is no value. */
  private withoutPeople(node: SeenNode): SeenNode {
    const { words } = this.looking;
    this.fold(
      node,
      node.unvouched.filter((key) => words.has(key)),
    );
    // Another call may have the same word as a state: what is an enumeration does not end with it.
    for (const value of node.values ?? []) {
      if (!words.has(value)) continue;
      node.values?.delete(value);
      node.untold = true;
    }
    return node;
  }

  observation(): Observation {
    const paths: PathSeen[] = [];
    const uneven: Path[] = [];
    const visit = (node: SeenNode): void => {
      const seen = this.withoutPeople(node).seen();
      // Of a list whose first item has not begun, or a key whose value was cut off, nothing is known.
      if (seen.kinds.length === 0 && !node.isCovered) return;
      paths.push(seen);
      for (const child of node.children.values()) {
        if (child.hadBy > 0 && child.hadBy < node.objects) uneven.push(child.path);
        visit(child);
      }
      if (node.anyKey !== null) visit(node.anyKey);
      if (node.items !== null) visit(node.items);
    };
    visit(this.root);
    return { paths, uneven, stopped: [...this.stops.values()] };
  }
}
