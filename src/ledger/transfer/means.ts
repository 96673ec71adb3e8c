import type { OrderId } from '../../calls/ports/ids.ts';
import type { Clock, Resolution, Settlement } from '../../calls/ports/ports.ts';
import type { FileNames } from '../fileNames.ts';
import type { Hashes } from '../hashes.ts';
import type { SealingKeys } from '../sealing.ts';
import type { Store } from '../store.ts';

export interface TransferMeans {
  readonly store: Store;
  readonly names: FileNames;
  readonly sealing: SealingKeys;
  readonly hashes: Hashes;
  readonly now: Clock;
  /** See Calls.settleOpen. */
  readonly settle: (id: OrderId, settlement: Settlement) => Promise<boolean>;
  /** See Records.take. */
  readonly record: (id: OrderId, resolutions: readonly Resolution[]) => Promise<boolean>;
  /** See LedgerOptions. */
  readonly passphraseCost: number | undefined;
  /** @throws when nothing can be written */
  readonly mustWrite: () => void;
  readonly changed: () => void;
}
