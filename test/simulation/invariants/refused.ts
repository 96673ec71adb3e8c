import { batchId, draftOfBatch } from '../../../src/calls/ports/ids.ts';
import { LedgerRefusal, type NewOrder } from '../../../src/calls/ports/ports.ts';
import { sendings } from '../plans.ts';
import type { World } from '../world.ts';

/** Nobody tries to begin what nobody wished for. */
export function checkTried(world: World, { draftId, id }: NewOrder): void {
  if (!world.trace.wishes.has(draftId))
    world.breach('one-wish', `order ${id} was to begin for a draft that nobody made: ${draftId}`);
}

/** What the ledger gives as its reason is so. */
export function checkRefused(world: World, { draftId, batch }: NewOrder, error: unknown): void {
  if (!(error instanceof LedgerRefusal)) return;
  const isSent = world.trace.drafts.has(draftId);
  if (error.reason === 'same-draft' && !isSent)
    world.breach('held-back', `draft ${draftId} is refused as sent, and never was`);
  if (error.reason !== 'row-gone' || isSent || batch === null) return;
  const plan = world.trace.plans.get(batch.id);
  if (plan === undefined || plan.gone || plan.mayBeGone || !plan.started) return;
  const waits = plan.rows.some(
    (row) =>
      row.call === batch.row &&
      !row.left &&
      row.undecided === null &&
      draftOfBatch(batchId(batch.id), batch.row, row.again) === draftId &&
      sendings(world, batch.id, batch.row) <= row.again,
  );
  if (waits) world.breach('held-back', `draft ${draftId} is refused as gone, and its rows wait`);
}

/** A hash stands for one key at one place: it tells accounts apart, and keys of two places have nothing in common. */
export function checkHash(world: World, place: string, key: string | null, hash: string): void {
  if (key === null) return;
  const whose = `${key} at ${place}`;
  const known = world.trace.hashed.get(hash) ?? whose;
  if (known !== whose) world.breach('key', `the hash of ${whose} is that of ${known}`);
  world.trace.hashed.set(hash, whose);
}
