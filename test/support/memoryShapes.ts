import { createHmac, hash } from 'node:crypto';
import type { OperationId } from '../../src/contract/words.ts';
import { aggregate, type FactSet, type ShapeHead } from '../../src/shapes/aggregate.ts';
import { driftOf } from '../../src/shapes/drift.ts';
import { learnPlace, type StoredPlace } from '../../src/shapes/enumerations.ts';
import { type Lesson, lessonOf, type RangeFact, united } from '../../src/shapes/facts.ts';
import type { Drift, LearnedShape, Observation, Observed } from '../../src/shapes/model.ts';
import { Tally } from '../../src/shapes/tally.ts';

/** What was asked: a fingerprint stands for an input, as in the ledger. */
export interface Asked {
  readonly operation: OperationId;
  readonly place: string;
  readonly input: string;
  /** Ms since the epoch. */
  readonly at: number;
}

type MutableSet = { -readonly [Key in keyof FactSet]: FactSet[Key] };

class Shape {
  readonly sets = new Map<string, MutableSet>();
  readonly setOf = new Map<string, string>();
  readonly ranges = new Map<string, RangeFact>();
  readonly places = new Map<string, StoredPlace>();
  tally = new Tally(this.places);
}

/** Does what the ledger does with what calls teach, in memory: the reference that the ledger's own tables are held against. */
export class MemoryShapes {
  private readonly shapes = new Map<string, Shape>();
  private readonly key: string;

  constructor(key = 'a key of this test') {
    this.key = key;
  }

  /** Learns from one call; what its answer departs in from what was known before. */
  learn(asked: Asked, { code, request, answer, retryAfter }: Observed): readonly Drift[] {
    if (request !== null) this.learnSide(asked, 'request', code, request, null);
    return answer === null ? [] : this.learnSide(asked, 'answer', code, answer, retryAfter);
  }

  /** What an answer would depart in, without learning from it. */
  drifts({ operation, place }: Asked, { code, answer }: Observed): readonly Drift[] {
    return answer === null
      ? []
      : this.compared({ operation, place, side: 'answer', code }, answer, null).drifts;
  }

  private compared(
    head: ShapeHead,
    seen: Observation,
    retryAfter: Observed['retryAfter'],
  ): { readonly shape: Shape; readonly lesson: Lesson; readonly drifts: readonly Drift[] } {
    const name = JSON.stringify([head.operation, head.place, head.side, head.code]);
    const shape = this.shapes.get(name) ?? new Shape();
    this.shapes.set(name, shape);
    const knowing = {
      print: (text: string) =>
        createHmac('sha256', this.key).update(`${name}\n${text}`).digest('base64url').slice(0, 16),
      place: (text: string) => shape.places.get(text),
    };
    const lesson = lessonOf(seen, knowing, retryAfter);
    const known = shape.tally.shape(head, shape.ranges.values(), shape.places);
    return { shape, lesson, drifts: head.side === 'answer' ? driftOf(seen, known, lesson.unmet) : [] };
  }

  private learnSide(
    { operation, place, input, at }: Asked,
    side: LearnedShape['side'],
    code: string,
    seen: Observation,
    retryAfter: Observed['retryAfter'],
  ): readonly Drift[] {
    const { shape, lesson, drifts } = this.compared({ operation, place, side, code }, seen, retryAfter);
    const before = shape.setOf.get(input);
    this.move(shape, input, before, lesson.facts, at);
    for (const range of lesson.ranges) {
      const old = shape.ranges.get(`${range.what} ${range.at}`) ?? range;
      const least = Math.min(old.least, range.least);
      shape.ranges.set(`${range.what} ${range.at}`, {
        ...range,
        least,
        most: Math.max(old.most, range.most),
      });
    }
    for (const [text, place] of lesson.places) {
      shape.places.set(text, learnPlace(shape.places.get(text), place, { fresh: before === undefined, at }));
    }
    if (!shape.tally.isNamedAs(shape.places)) {
      shape.tally = new Tally(shape.places);
      for (const set of shape.sets.values()) shape.tally.add(set);
    }
    return drifts;
  }

  private move(
    shape: Shape,
    input: string,
    before: string | undefined,
    facts: readonly string[],
    at: number,
  ): void {
    const old = before === undefined ? undefined : shape.sets.get(before);
    const now = old === undefined ? facts : united(old.facts, facts);
    const name = hash('sha256', now.join('\n'));
    const set = shape.sets.get(name) ?? { facts: now, inputs: 0, since: at, last: at };
    shape.sets.set(name, set);
    set.last = at;
    if (name === before) return;
    if (old !== undefined) {
      old.inputs -= 1;
      shape.tally.add({ ...old, inputs: -1 });
    }
    set.inputs += 1;
    shape.tally.add({ facts: now, inputs: 1, since: at, last: at });
    shape.setOf.set(input, name);
  }

  all(asOf?: number): readonly LearnedShape[] {
    return [...this.shapes].map(([name, { sets, ranges, places }]) => {
      const [operation, place, side, code] = JSON.parse(name);
      return aggregate(
        { operation, place, side, code },
        { sets: sets.values(), ranges: ranges.values(), places },
        asOf,
      );
    });
  }

  /** Everything that would lie in the database, as one text. */
  stored(): string {
    const shapes = [...this.shapes].map(([name, { sets, ranges, places, setOf }]) => [
      name,
      [...new Set([...sets.values()].flatMap(({ facts }) => facts))],
      [...sets.values()].map(({ inputs, since, last }) => [inputs, since, last]),
      [...ranges.values()],
      [...places],
      [...setOf],
    ]);
    return JSON.stringify(shapes);
  }
}
