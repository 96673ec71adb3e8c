import type { NewBatch, OwnColumn, ResultsTarget } from '../calls/ports/batchPorts.ts';
import { type Damaged, isDamaged } from '../calls/ports/damaged.ts';
import type { BatchId } from '../calls/ports/ids.ts';
import type { RequestField } from '../contract/shapes.ts';
import type { RecordMeans } from './recording.ts';
import { openedOr } from './sealing.ts';
import { unsealed } from './written.ts';

export const planColumn = 'batch_words';

/** What of a batch is sealed: names and paths of the user's files may be personal. */
export interface BatchPlan {
  readonly source: string;
  readonly results: ResultsTarget | null;
  /** Absent in batches planned before it was kept, and so are the fields. */
  readonly baseUrl?: string;
  readonly fields?: readonly RequestField[];
  readonly columns?: readonly OwnColumn[] | null;
}

export function newPlan({ source, baseUrl, fields, columns = null }: NewBatch): BatchPlan {
  return { source, results: null, baseUrl, fields, columns };
}

/** Of a batch of which nobody can read what it was planned with. */
export const nameless: BatchPlan = { source: '', results: null };

/** Without its key a batch has no names any more, and nothing of it can be sent. */
export async function openPlan(
  { store, sealing, damages }: RecordMeans,
  batch: BatchId,
): Promise<BatchPlan | Damaged> {
  const row = await store.read(() => store.sql('SELECT seal_id, words FROM batches WHERE id = ?').get(batch));
  if (row === undefined) throw new Error('there is no such batch');
  const key = await sealing.find(String(row.seal_id));
  if (key === null) return nameless;
  const words = openedOr(key, batch, planColumn, row.words);
  if (!isDamaged(words)) return unsealed(words);
  damages.met('batch', batch);
  return words;
}

/**
 * For what is to leave: without the fields and the address that were planned it might leave as something else.
 * @throws where they are damaged
 */
export function wholePlan(plan: BatchPlan | Damaged): BatchPlan {
  if (!isDamaged(plan)) return plan;
  throw new Error('what this batch was planned with is damaged in the file, so its rows cannot be sent');
}
