import type { OperationId } from '../../contract/words.ts';
import { identityOf } from '../environments/environments.ts';
import type { Obstacle } from '../guard/obstacles.ts';
import type { Check } from './look.ts';
import type { Destination } from './ports.ts';

/** What was confirmed in this session: operations at a place with a key, and budget warnings that were read. */
export class Confirmations {
  readonly #confirmed = new Set<string>();

  remember(operation: OperationId, to: Destination, check: Pick<Check, 'obstacles'>): void {
    this.#confirmed.add(placeKey(operation, to));
    for (const one of check.obstacles) {
      if (one.kind === 'budget-warning') this.#confirmed.add(warningKey(to, one));
    }
  }

  /** Whether an earlier confirmation answers the question: only where nothing new stands in the way. */
  answer(operation: OperationId, to: Destination, check: Pick<Check, 'obstacles' | 'warning'>): boolean {
    if (check.warning !== null || !this.#confirmed.has(placeKey(operation, to))) return false;
    return check.obstacles.every(
      (one) => one.kind === 'budget-warning' && this.#confirmed.has(warningKey(to, one)),
    );
  }
}

function placeKey(operation: OperationId, { environment, baseUrl, key }: Destination): string {
  const own = key.kind === 'present' ? key.key : key.kind;
  return JSON.stringify(['call', operation, identityOf(environment), environment.kind, baseUrl, own]);
}

function warningKey({ environment }: Destination, { id }: Obstacle): string {
  return JSON.stringify(['warning', identityOf(environment), id]);
}
