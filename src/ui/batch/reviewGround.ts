import { type Environment, identityOf, mayBill, placeOf } from '../../calls/environments/environments.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { settings } from '../base/both/settings.ts';
import type { RuntimeServices } from '../base/services.ts';
import type { Origin } from './chooseRows.ts';
import { startedFor } from './startedFor.ts';

/** What a review was made for; another one of these makes another review. */
export interface Ground {
  readonly operation: Operation;
  readonly environment: Environment;
  /** Equal for grounds on which the same rows are judged alike. */
  readonly stamp: string;
}

/** As it is now for rows from there. */
export function groundFor(services: RuntimeServices, origin: Origin, id: OperationId): Ground {
  const operation = services.operation(id);
  const { environments } = services;
  const home = origin.kind === 'batch' ? startedFor(environments, origin) : undefined;
  const environment = home ?? environments.current();
  const stamp = JSON.stringify([
    home === undefined,
    operation.requestFields,
    identityOf(environment),
    placeOf(environment),
    environment.baseUrl,
    mayBill(environment),
    settings.batchEmailChunk(),
  ]);
  return { operation, environment, stamp };
}
