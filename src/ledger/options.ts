import type { KeepAadhaar } from '../calls/ports/aadhaarPorts.ts';
import type { InputReader } from '../calls/ports/inputReader.ts';
import type { Clock, NewId } from '../calls/ports/ports.ts';
import type { KeyHome } from './sealing.ts';

export interface LedgerOptions {
  /** Created if missing, readable by its owner only. */
  readonly folder: string;
  readonly sealing: KeyHome;
  /** See RingMeans; by default a new id. */
  readonly window?: string;
  /** How long another window is waited for; by default in real time. */
  readonly wait?: (ms: number) => Promise<void>;
  readonly now: Clock;
  /** What knows fields; asked for when something is erased, or learned from older orders. Without it nobody can tell what a draft holds: all are taken. */
  readonly inputs?: () => Promise<InputReader>;
  /** Ms since this computer booted, sleep included. Without it nobody notices that the clock was set. */
  readonly uptime?: Clock;
  /** Name of this computer; by default the system's. */
  readonly machine?: string;
  readonly newId: NewId;
  /** What a passphrase costs, see transfer/sealedFile.ts; tests alone take less than the default. */
  readonly passphraseCost?: number;
  /** How long full Aadhaar numbers are kept, read at each use; `untilSettled` without it. */
  readonly keepAadhaar?: () => KeepAadhaar;
  /** Told why something could not be learned of an answer that was settled all the same. */
  readonly notLearned?: (error: unknown) => void;
  /** See OpenOptions; without it a file is brought to this version on the caller's thread, however large. */
  readonly schema?: string;
  /** Told once of each part of the file that is damaged, by ids of our own. */
  readonly damaged?: (what: string) => void;
  /** How often other windows' changes are looked for. */
  readonly pollMs?: number;
}
