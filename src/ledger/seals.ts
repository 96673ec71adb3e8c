import type { LedgerProblem } from '../calls/ports/ledgerProblems.ts';
import { detailOf } from './faults.ts';
import type { SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';

/** Whether any live order's request or answer was sealed with one of these; rows of millions are looked at only here. */
function sealedLive(store: Store, ids: readonly string[]): boolean {
  return (
    store
      .sql(
        `SELECT 1 FROM payloads JOIN orders USING (seq) WHERE kind = 'live' AND (request_seal IN (SELECT value FROM json_each(?1))
           OR answer_seal IN (SELECT value FROM json_each(?1))) LIMIT 1`,
      )
      .get(JSON.stringify(ids)) !== undefined
  );
}

/**
 * Whether this has to be said. The first time in any case; where keys never last, again only when a key was lost that had
 * sealed what was paid for.
 */
function isNews(store: Store, lost: readonly string[]): boolean {
  return store.sql('SELECT 1 FROM seals WHERE told = 1').get() === undefined || sealedLive(store, lost);
}

/**
 * Whether a key that sealed older orders is gone. Said once for each key at most: the file remembers that it was said.
 * @returns the sentence, or null
 */
export async function lostKey(
  store: Store,
  sealing: SealingKeys,
  mayWrite: boolean,
): Promise<LedgerProblem | null> {
  const untold = await store.read(() => store.sql('SELECT id FROM seals WHERE told = 0').all());
  const lost: string[] = [];
  try {
    for (const row of untold) {
      if ((await sealing.find(String(row.id))) === null) lost.push(String(row.id));
    }
  } catch (error) {
    return {
      text: 'The key that seals orders could not be read ({0}). Until it can, requests, answers and notes stay closed and nothing can be sent. Unlock the secret storage of this computer.',
      args: [detailOf(error)],
    };
  }
  if (lost.length === 0) return null;
  const news = await store.read(() => isNews(store, lost));
  if (mayWrite) {
    await store.write(() => {
      for (const id of lost) store.sql('UPDATE seals SET told = 1 WHERE id = ?').run(id);
    });
  }
  if (!news) return null;
  return {
    text: 'The key that sealed older orders is gone: the secret storage of this computer no longer has it. Lost: their requests, answers and notes, and the warning when the same input is sent again. Kept: their time, environment, operation, codes, billing, order ids, masked inputs, and what was spent. New orders are sealed with a new key; it lasts if this computer has a keyring, or if it is kept in a file.',
    offer: 'keep-key',
  };
}
