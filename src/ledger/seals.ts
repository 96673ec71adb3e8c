import type { LedgerProblem } from '../calls/ledgerProblems.ts';
import { detailOf } from './faults.ts';
import type { SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';

/**
 * Whether a key that sealed older orders is gone. Said once for each key: the file remembers that it was said.
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
      text: 'The key that seals orders could not be read ({0}): requests, answers and notes stay closed until it can, and nothing can be sent.',
      args: [detailOf(error)],
    };
  }
  if (lost.length === 0) return null;
  if (mayWrite) {
    await store.write(() => {
      for (const id of lost) store.sql('UPDATE seals SET told = 1 WHERE id = ?').run(id);
    });
  }
  return {
    text: 'The key that sealed older orders is gone. Their time, environment, operation, codes, billing, order ids and masked inputs can still be read; their requests, answers and notes cannot. New orders are sealed with a new key.',
    offer: 'keep-key',
  };
}
