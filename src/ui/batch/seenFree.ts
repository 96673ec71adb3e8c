import { type KeptChoices, withoutWrong } from '../../calls/batch/reviewChoices.ts';
import type { OperationId } from '../../contract/words.ts';
import { ColumnMemory } from '../base/both/columnMemory.ts';
import type { Services } from '../base/services.ts';
import type { Origin } from './chooseRows.ts';

/**
 * Which files were looked over where nothing bills. A review that its user closed is forgotten; opened anew where it bills,
 * rows that were in order for a sandbox alone would all look wrong, and be taken for meant. Kept as keyed hashes.
 */
export class SeenFree {
  readonly #memory: ColumnMemory;

  constructor({ memory, ledger }: Pick<Services, 'memory' | 'ledger'>) {
    this.#memory = new ColumnMemory(memory, ledger, 'batchesLookedOverFree');
  }

  /** What was chosen of these rows, as far as it holds here. Where nothing bills, the file is remembered. */
  async holding(
    origin: Origin,
    operation: OperationId,
    bills: boolean,
    choices: KeptChoices,
  ): Promise<KeptChoices> {
    // Rows of an earlier batch go where it was started for, and nowhere else.
    if (origin.kind === 'batch') return choices;
    if (bills) {
      const seen = await this.#memory.recall(operation, origin.uri);
      return seen === undefined ? choices : withoutWrong(choices);
    }
    await this.#memory.remember(operation, origin.uri, {});
    return choices;
  }
}
