import type { KeepAadhaar } from '../calls/aadhaarPorts.ts';
import type { Clock, NewId } from '../calls/ports.ts';
import type { SealingKeys } from './sealing.ts';

export interface LedgerOptions {
  /** Created if missing, readable by its owner only. */
  readonly folder: string;
  readonly sealing: SealingKeys;
  readonly now: Clock;
  /** Ms since this computer booted, sleep included. Without it nobody notices that the clock was set. */
  readonly uptime?: Clock;
  /** Name of this computer; by default the system's. */
  readonly machine?: string;
  readonly newId: NewId;
  /** How long full Aadhaar numbers are kept, read at each use; `untilSettled` without it. */
  readonly keepAadhaar?: () => KeepAadhaar;
  /** How often other windows' changes are looked for. */
  readonly pollMs?: number;
}
