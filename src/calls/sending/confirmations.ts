import type { OperationId } from '../../contract/words.ts';
import { identityOf } from '../environments/environments.ts';
import type { Obstacle } from '../guard/obstacles.ts';
import { localDay } from '../usage/periods.ts';
import type { Check } from './look.ts';
import type { Destination } from './ports.ts';

/** What was confirmed in this session: operations at a place with a key, and budget warnings that were read. */
export class Confirmations {
  readonly #confirmed = new Set<string>();

  remember(operation: OperationId, to: Destination, check: Pick<Check, 'obstacles' | 'context'>): void {
    this.#confirmed.add(placeKey(operation, to));
    for (const one of check.obstacles) {
      if (one.kind === 'budget-warning') this.#confirmed.add(warningKey(to, one, check.context));
    }
  }

  /** Whether an earlier confirmation answers the question: only where nothing new stands in the way. */
  answer(
    operation: OperationId,
    to: Destination,
    check: Pick<Check, 'obstacles' | 'warning' | 'context'>,
  ): boolean {
    if (check.warning !== null || !this.#confirmed.has(placeKey(operation, to))) return false;
    return check.obstacles.every(
      (one) => one.kind === 'budget-warning' && this.#confirmed.has(warningKey(to, one, check.context)),
    );
  }
}

function placeKey(operation: OperationId, { environment, baseUrl, key }: Destination): string {
  const own = key.kind === 'present' ? key.key : key.kind;
  return JSON.stringify(['call', operation, identityOf(environment), environment.kind, baseUrl, own]);
}

/** How much of a day says when a budget's period began; a session has one. */
const periodLength = { session: 0, month: 7, day: 10 } as const;

/** Read of this budget, in this day or month: a window stays open over night, and a budget is raised to be warned of later. */
function warningKey(
  { environment }: Destination,
  { id, period }: Extract<Obstacle, { kind: 'budget-warning' }>,
  { now }: Pick<Check['context'], 'now'>,
): string {
  const began = localDay(now).slice(0, periodLength[period]);
  return JSON.stringify(['warning', identityOf(environment), environment.budget, began, id]);
}
