import type { LearnedInputs } from '../../calls/ports/shapePorts.ts';
import type { ShapeHead } from '../../shapes/aggregate.ts';
import type { LearnedShape } from '../../shapes/model.ts';
import { pathText } from '../../shapes/path.ts';
import { Tally } from '../../shapes/tally.ts';
import type { Store } from '../store.ts';
import { KnownShape } from './knownShape.ts';

/** A row of `learned`. */
export interface LearnedRow {
  readonly id: number;
  readonly head: ShapeHead;
}

/** By set how many of its inputs are printed, and how many of them count there: each once, with the set that says most of it. */
interface Printed {
  readonly all: ReadonlyMap<number, number>;
  readonly once: ReadonlyMap<number, number>;
}

function printedIn(store: Store, rows: readonly LearnedRow[]): Printed {
  const these = JSON.stringify(rows.map(({ id }) => id));
  const counted = (sql: string): ReadonlyMap<number, number> =>
    new Map(
      store
        .sql(sql)
        .all(these)
        .map((row) => [Number(row.fact_set), Number(row.inputs)]),
    );
  const printed = 'FROM fact_inputs i WHERE learned IN (SELECT value FROM json_each(?))';
  // Beside max() stands the row that has it.
  const fullest = `SELECT fact_set, max((SELECT length(ids) FROM fact_sets s WHERE s.id = i.fact_set)) ${printed} GROUP BY print`;
  return {
    all: counted(`SELECT fact_set, count(*) AS inputs ${printed} GROUP BY fact_set`),
    once: counted(`SELECT fact_set, count(*) AS inputs FROM (${fullest}) GROUP BY fact_set`),
  };
}

/** A shape of inputs that are printed, and one of those whose prints have gone. */
function parted(store: Store, { id, head }: LearnedRow, printed: Printed): readonly LearnedShape[] {
  const known = new KnownShape(store, head, id, 0);
  const [told, gone] = [new Tally(known.places), new Tally(known.places)];
  const rows = store.sql('SELECT id, ids, inputs, since, last FROM fact_sets WHERE learned = ?').all(id);
  for (const row of rows) {
    const [set, name] = [known.setOf(row), Number(row.id)];
    told.add({ ...set, inputs: printed.once.get(name) ?? 0 });
    gone.add({ ...set, inputs: Math.max(0, set.inputs - (printed.all.get(name) ?? 0)) });
  }
  return [told, gone].map((tally) => tally.shape(head, [], known.places));
}

class Sum {
  inputs = 0;
  readonly at = new Map<string, number>();

  add({ seen, paths }: LearnedShape): void {
    this.inputs += seen.inputs;
    for (const { path, seen: there } of paths) {
      this.at.set(pathText(path), (this.at.get(pathText(path)) ?? 0) + there.inputs);
    }
  }
}

/**
 * Different inputs over several shapes. Whose prints have gone with their orders cannot be told apart any more: of these so many
 * count as the shape has that has most, so that no input counts twice. Within a snapshot.
 */
export function inputsTogether(store: Store, rows: readonly LearnedRow[]): LearnedInputs {
  const printed = printedIn(store, rows);
  const sum = new Sum();
  const gone: LearnedShape[] = [];
  for (const row of rows) {
    const [told, rest] = parted(store, row, printed);
    if (told !== undefined) sum.add(told);
    if (rest !== undefined) gone.push(rest);
  }
  const most = new Map<string, number>();
  for (const { paths } of gone) {
    for (const { path, seen } of paths)
      most.set(pathText(path), Math.max(most.get(pathText(path)) ?? 0, seen.inputs));
  }
  for (const [path, inputs] of most) sum.at.set(path, (sum.at.get(path) ?? 0) + inputs);
  const all = Math.max(0, ...gone.map(({ seen }) => seen.inputs));
  return { inputs: sum.inputs + all, at: sum.at };
}
