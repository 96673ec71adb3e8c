import type { DatabaseSync } from 'node:sqlite';
import { isDamaged } from '../../calls/ports/damaged.ts';
import { orderId } from '../../calls/ports/ids.ts';
import type { Resolution } from '../../calls/ports/ports.ts';
import { pastedOf, wordsOf } from '../events.ts';
import type { SealingKeys } from '../sealing.ts';
import { written } from '../written.ts';
import type { TransferMeans } from './means.ts';
import type { Row } from './reseal.ts';
import { type BackupKeys, sealingKeys, takeAnswer } from './takeAnswer.ts';

/** Null where nothing opens it: it must not keep the other orders out. */
async function resolutionOf(sealing: SealingKeys, id: string, event: Row): Promise<Resolution | null> {
  const note = await wordsOf(sealing, id, 'resolved', event);
  const pasted = await pastedOf(sealing, id, event);
  if (note === null || isDamaged(note) || isDamaged(pasted)) return null;
  return { at: Number(event.at), outcome: written(event.outcome), note, pasted };
}

/**
 * What was recorded of an order that is open here, later than anything that was recorded of it here: of what the service left open
 * the recorded answer may be the only one there is. See Records.take. @param row of `orders` in the copy
 */
async function takeRecord(
  { store, record }: TransferMeans,
  copy: DatabaseSync,
  row: Row,
  keys: BackupKeys,
): Promise<boolean> {
  const id = orderId(String(row.id));
  const open = store.sql(
    'SELECT 1 FROM orders WHERE id = ? AND draft_id = ? AND begun_at = ? AND attention = 1',
  );
  const found = await store.read(() => open.get(id, String(row.draft_id), Number(row.begun_at)));
  if (found === undefined) return false;
  const events = copy
    .prepare(`SELECT * FROM events WHERE seq = ? AND kind = 'resolved' ORDER BY at, id`)
    .all(Number(row.seq));
  const sealing = sealingKeys(keys);
  const recorded: Resolution[] = [];
  for (const event of events) {
    const resolution = await resolutionOf(sealing, id, event);
    if (resolution !== null) recorded.push(resolution);
  }
  return recorded.length > 0 && (await record(id, recorded));
}

/** What became of an order since an older backup brought it here. False where there was nothing to take. */
export async function takeLate(
  means: TransferMeans,
  copy: DatabaseSync,
  row: Row,
  keys: BackupKeys,
): Promise<boolean> {
  const isAnswered = await takeAnswer(means, copy, row, keys);
  return (await takeRecord(means, copy, row, keys)) || isAnswered;
}
