import { enough, inputsOfKinds, kindsOf } from './confidence.ts';
import { mostSparse } from './enumerations.ts';
import type { Unmet } from './facts.ts';
import { keyTrust } from './keys.ts';
import type {
  Drift,
  DriftGrade,
  Kind,
  LearnedPath,
  LearnedShape,
  Observation,
  Path,
  PathSeen,
} from './model.ts';
import { pathText } from './path.ts';

/** For an enumeration also so many inputs for each value known: of k values as likely, none is then left to be met. */
const inputsPerValue = 20;

const nothingUnmet: Unmet = { keys: new Set(), values: new Set() };

/**
 * What an answer departs in from what was learned before it; `[]` where too little is known. Says nothing of keys that are data,
 * of what stands below a part that is new itself, nor where either was not looked through to its end. A key that may be
 * somebody's stands as any-key.
 * @param known before this answer was learned
 * @param unmet of the lesson that this answer taught: tells a new key from one that is known but has no name yet
 */
export function driftOf(
  observation: Observation,
  known: LearnedShape,
  unmet: Unmet = nothingUnmet,
): readonly Drift[] {
  if (known.seen.inputs < enough) return [];
  const drifts = new DriftFinder(observation, known, unmet);
  return [...drifts.missing(), ...drifts.found()];
}

class DriftFinder {
  private readonly observation: Observation;
  private readonly unmet: Unmet;
  private readonly known: ReadonlyMap<string, LearnedPath>;
  private readonly seen: ReadonlyMap<string, PathSeen>;
  private readonly uneven: ReadonlySet<string>;
  /** Enough inputs were looked at whole. */
  private readonly isWhole: boolean;

  constructor(observation: Observation, known: LearnedShape, unmet: Unmet) {
    this.observation = observation;
    this.unmet = unmet;
    this.known = new Map(known.paths.map((path) => [pathText(path.path), path]));
    this.seen = new Map(observation.paths.map((path) => [pathText(path.path), path]));
    this.uneven = new Set(observation.uneven.map(pathText));
    const stopped = Math.max(0, ...known.stopped.map(({ inputs }) => inputs));
    this.isWhole = known.seen.inputs - stopped >= enough;
  }

  /** Fields that were never missing, and are. */
  *missing(): Iterable<Drift> {
    for (const [text, { path, missing, of }] of this.known) {
      const key = path.at(-1);
      if (typeof key !== 'object' || missing !== null || of < enough) continue;
      if (this.seen.has(text) && !this.uneven.has(text)) continue;
      const above = path.slice(0, -1);
      if (!has(this.seen.get(pathText(above)), 'object') || this.isCut(above)) continue;
      // Of an object with very many keys the unvouched ones are not told apart.
      if (keyTrust(key.key) !== 'vouched' && this.seen.has(pathText([...above, 'any-key']))) continue;
      yield { grade: 'breaking', path, what: { kind: 'missing' }, inputs: of };
    }
  }

  /** Kinds, values and fields that were never there. */
  *found(): Iterable<Drift> {
    for (const [text, seen] of this.seen) {
      const known = this.known.get(text);
      if (known === undefined) yield* this.newField(text, seen);
      else {
        yield* newKinds(seen, known);
        if (this.unmet.values.has(text) && isKnownEnumeration(known)) {
          const inputs = known.seen.inputs;
          yield { grade: 'notable', path: known.path, what: { kind: 'new-value' }, inputs };
        }
      }
    }
  }

  private *newField(text: string, { path, kinds }: PathSeen): Iterable<Drift> {
    const last = path.at(-1);
    const above = path.slice(0, -1);
    if (last === undefined || last === 'items' || above.includes('any-key') || !this.isWhole) return;
    const inputs = this.known.get(pathText(above))?.kinds.object?.inputs ?? 0;
    if (inputs < enough) return;
    const any = this.known.get(pathText([...above, 'any-key']));
    const isPlain = last !== 'any-key' && keyTrust(last.key) === 'vouched';
    if (any !== undefined && (isMap(any) || !(isPlain || this.unmet.keys.has(text)))) return;
    const shown: Path = isPlain ? path : [...above, 'any-key'];
    yield { grade: 'new', path: shown, what: { kind: 'new-field', found: kinds }, inputs };
  }

  /** Whether an object of this answer was not looked at whole. */
  private isCut(object: Path): boolean {
    const text = pathText(object);
    return this.observation.stopped.some(({ why, path }) => {
      if (why === 'paths' || why === 'unreadable') return true;
      if (why === 'depth') return pathText(path) === text;
      return why === 'size' && pathText(path.slice(0, object.length)) === text;
    });
  }
}

/** Keys that are data, or so many that come and go that they are. */
function isMap({ unnamed }: LearnedPath): boolean {
  return unnamed === undefined || unnamed > mostSparse;
}

function has(seen: PathSeen | undefined, kind: Kind): boolean {
  return seen?.kinds.includes(kind) === true;
}

function isKnownEnumeration({ values, otherValues, untold = 0, seen }: LearnedPath): boolean {
  // What inputs did not tell may be just what is met now.
  if (values === null || (otherValues + untold) * 50 > seen.inputs) return false;
  return seen.inputs >= Math.max(enough, inputsPerValue * (values.length + otherValues));
}

function* newKinds({ kinds: found }: PathSeen, learned: LearnedPath): Iterable<Drift> {
  const inputs = inputsOfKinds(learned);
  if (inputs < enough) return;
  const known = kindsOf(learned);
  for (const kind of found) {
    // Whoever reads a number reads a whole one.
    if (known.includes(kind) || (kind === 'integer' && known.includes('number'))) continue;
    const grade = gradeOf(kind, known);
    yield { grade, path: learned.path, what: { kind: 'new-kind', found: kind, known }, inputs };
  }
}

const emptyOf: Partial<Record<Kind, Kind>> = { 'empty-string': 'string', 'empty-array': 'array' };

/** Notable: null, a text or list that is empty or filled for the first time, the first value where all were null. */
function gradeOf(found: Kind, known: readonly Kind[]): DriftGrade {
  const typeOf = (kind: Kind): Kind => emptyOf[kind] ?? kind;
  const types: readonly Kind[] = known.map(typeOf).filter((kind) => kind !== 'null');
  return found === 'null' || types.length === 0 || types.includes(typeOf(found)) ? 'notable' : 'breaking';
}
