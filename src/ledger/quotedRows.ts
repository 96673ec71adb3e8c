import { setImmediate as turn } from 'node:timers/promises';
import type { RowFields, RowInput } from '../calls/ports/batchPorts.ts';
import type { OperationId } from '../contract/words.ts';
import { asksByWord, type Forgotten, isUnquotable, type Opening, openText, quotes } from './forgotten.ts';
import type { Store } from './store.ts';
import { unsealed, written } from './written.ts';

/** Rows opened in one reading, some milliseconds; between two the host does other things. */
const step = 500;

const utf8 = new TextEncoder();

/** Whose seal ties a row's input to its place. */
export function inputOwner(batch: string, row: number): string {
  return `${batch}.${row}`;
}

export const inputColumn = 'batch_input';

type KeptRow = RowFields | readonly [fields: RowFields | null, own: readonly string[]];

const hasOwn = (kept: KeptRow): kept is Exclude<KeptRow, RowFields> => Array.isArray(kept);

/** The input of a row as it was sealed; before own columns were kept it was the fields alone. */
export function rowInputOf(bytes: Uint8Array): RowInput {
  const kept = unsealed<KeptRow>(bytes);
  return hasOwn(kept) ? { fields: kept[0], own: kept[1] } : { fields: kept, own: null };
}

/** Ids of rows of batches that hold what is to be forgotten in any of their cells, the user's own among them, or wait to be its very request. */
async function* rowsWith(store: Store, opening: Opening, forgotten: Forgotten): AsyncGenerator<number[]> {
  if (!isUnquotable(forgotten) || forgotten.words.size > 0) yield* rowsQuoting(store, opening, forgotten);
  const same = await store.read(() =>
    store
      .sql(
        `SELECT id FROM batch_rows WHERE fingerprint IN (SELECT value FROM json_each(?)) AND state IN ('waiting', 'undecided') AND order_ref IS NULL`,
      )
      .all(JSON.stringify([...forgotten.prints])),
  );
  yield same.map(({ id }) => Number(id));
}

async function* rowsQuoting(store: Store, opening: Opening, forgotten: Forgotten): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const rows = await store.read(() =>
      store
        .sql(
          `SELECT id, batch, row, state, seal_id, input, (SELECT operation FROM batches b WHERE b.id = batch) AS operation FROM batch_rows
           WHERE id > ? AND input IS NOT NULL ORDER BY id LIMIT ${step}`,
        )
        .all(after),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = Number(last.id);
    const hit = rows.filter(({ batch, row, state, seal_id, input, operation }) => {
      const text = openText(
        opening.keys,
        seal_id,
        inputOwner(String(batch), Number(row)),
        inputColumn,
        input,
      );
      if (text === null) return false;
      const { fields } = rowInputOf(utf8.encode(text));
      if (asksByWord(opening, forgotten, written<OperationId>(operation), fields ?? {}))
        return state !== 'sent';
      if (!quotes(opening.reader, text, forgotten)) return false;
      // A call under way that asks about it stays, as its order does; what stands beside what it asks goes.
      const asked = state === 'sent' ? JSON.stringify(fields) : '';
      return !quotes(opening.reader, asked, forgotten);
    });
    yield hit.map(({ id }) => Number(id));
    await turn();
  }
}

/** Rows that will never be sent once it is erased, as eraseRows has it. */
export async function countNeverSent(store: Store, opening: Opening, forgotten: Forgotten): Promise<number> {
  const found: number[] = [];
  for await (const ids of rowsWith(store, opening, forgotten)) found.push(...ids);
  const counted = await store.read(() =>
    store
      .sql(
        `SELECT count(*) AS n FROM batch_rows WHERE state IN ('waiting', 'undecided') AND order_ref IS NULL AND (batch, call) IN
           (SELECT batch, call FROM batch_rows WHERE id IN (SELECT value FROM json_each(?)) AND call IS NOT NULL)`,
      )
      .get(JSON.stringify(found)),
  );
  return Number(counted?.n);
}

/** Erases them, and what would have left with one that waits, which never leaves then. Returns how many. */
export async function eraseRowsWith(store: Store, opening: Opening, forgotten: Forgotten): Promise<number> {
  let erased = 0;
  for await (const ids of rowsWith(store, opening, forgotten))
    if (ids.length > 0) erased += await store.write(() => eraseRows(store, ids));
  return erased;
}

/** And what would have left with them: no call is made of less than was planned. */
function eraseRows(store: Store, ids: readonly number[]): number {
  const list = JSON.stringify(ids);
  // Of what repeats them nothing is kept but how it is shown.
  store
    .sql(
      `UPDATE batch_rows SET masked = '' WHERE (batch, same_as) IN
         (SELECT batch, row FROM batch_rows WHERE id IN (SELECT value FROM json_each(?)) AND state <> 'sent')`,
    )
    .run(list);
  const waiting = store
    .sql(
      `UPDATE batch_rows SET state = 'skipped', why = 'erased', masked = '', fingerprint = NULL, repeat_key = NULL, seal_id = NULL, input = NULL
       WHERE state IN ('waiting', 'undecided') AND order_ref IS NULL AND (batch, call) IN
         (SELECT batch, call FROM batch_rows WHERE id IN (SELECT value FROM json_each(?)) AND call IS NOT NULL)`,
    )
    .run(list);
  // What is no longer kept in full is not sent again: nothing of its call waits for a decision, and it ends as one.
  store
    .sql(
      `UPDATE batch_rows SET state = 'done', why = 'left-unknown' WHERE state = 'undecided' AND order_ref IS NOT NULL AND (batch, call) IN
         (SELECT batch, call FROM batch_rows WHERE id IN (SELECT value FROM json_each(?)) AND call IS NOT NULL AND input IS NOT NULL)`,
    )
    .run(list);
  // The order of such a row stays, for it asked about another input: what came of it is still so.
  const rest = store
    .sql(
      `UPDATE batch_rows SET why = CASE WHEN state = 'sent' THEN why WHEN order_ref IS NULL THEN 'erased' ELSE why END, masked = '', fingerprint = NULL, repeat_key = NULL, seal_id = NULL, input = NULL
       WHERE id IN (SELECT value FROM json_each(?)) AND input IS NOT NULL`,
    )
    .run(list);
  return Number(waiting.changes) + Number(rest.changes);
}
