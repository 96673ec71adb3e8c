import type { Operation } from '../../contract/shapes.ts';
import type { OperationId, Phrase } from '../../contract/words.ts';
import type { Environment } from '../environments/environments.ts';
import type { Choice } from '../guard/choices.ts';
import type { Obstacle, TwinShare } from '../guard/obstacles.ts';
import type { Preflight } from '../guard/preflight.ts';
import type { KeyState } from '../keys/key.ts';
import type { KeepPolicy } from '../ports/keepingPorts.ts';
import type { Clock, Ledger, NewId, SealedAnswer, Transport } from '../ports/ports.ts';

/** The embedded sandbox while it runs. */
export interface EmbeddedService {
  readonly url: string;
  readonly key: string;
  /** Simulated price of a call in paise. */
  readonly pricePaise: (operation: OperationId) => number;
}

/** Where a call would go now: the environment, its key and, if it is the embedded one, the running sandbox. */
export interface Destination {
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly key: KeyState;
  readonly sandbox: EmbeddedService | null;
  /** SendingKeys.revision before the key was read. */
  readonly keyRevision: number;
}

/** What the user has set, read at each use; a reading never waits, so that it can be made inside a transaction. */
export interface SendingSettings {
  /** The environment this window has chosen. */
  current(): Environment;
  /** By identity, whatever it is called meanwhile. */
  environment(identity: string): Environment | undefined;
  /** As documented, with the user's request fields. */
  operation(id: OperationId): Operation;
  /** What a live call asks about, the sandbox asks about, too. */
  rehearsesGuard(): boolean;
  /** A confirmation holds for the rest of the session. */
  asksOnce(): boolean;
  /** Calls go through a proxy whose own certificate is not checked. */
  looseProxy(): boolean;
  deadlineMs(): number;
  connectTimeoutMs(): number;
  maxResponseBytes(): number;
  keepPolicy(): KeepPolicy;
}

export interface SendingKeys {
  /** Reads the environment's key afresh. */
  state(environment: Environment, embeddedKey: string): Promise<KeyState>;
  /** Another number once any key was set, replaced or removed, as far as this window can know; never waits. */
  revision(): number;
}

/** Everything a question before a call shows. Nobody but the user answers it. */
export interface Question {
  readonly operation: Operation;
  readonly to: Destination;
  /** What would leave, masked. */
  readonly shownInput: string;
  readonly check: Preflight;
  /** Those the user has not passed yet. */
  readonly obstacles: readonly Obstacle[];
  /** What looks wrong in the values that would leave. */
  readonly doubts: readonly Phrase[];
  /** What else to know about this call: variables it reads, its size, who started it. */
  readonly notes: readonly Phrase[];
  /** See Asker: a form's own Send asks, which no plain Enter presses that could still be held. */
  readonly proven: boolean;
  /** What can be answered, the safest first. */
  readonly choices: readonly Choice[];
}

/** What a question is made of, for who shows it. */
export type { Choice, Obstacle, TwinShare };

/** Choices that send nothing: an order to look at, or a repair. */
export type Elsewhere = Extract<Choice, { kind: 'open-order' | 'repair' | 'change-budget' }>;

export interface SendingLog {
  info(text: string): void;
  warn(text: string, detail: string): void;
}

/** What the core reaches the world through. Nothing of it decides. */
export interface SendingPorts {
  readonly settings: SendingSettings;
  readonly keys: SendingKeys;
  readonly embedded: () => Promise<EmbeddedService>;
  readonly ledger: () => Promise<Ledger>;
  readonly transport: () => Promise<Transport>;
  /** A modal question; undefined = given up. */
  readonly ask: (question: Question) => Promise<Choice | undefined>;
  /** Waits where the user sees it and can end it, by the clock. @returns false when the user ended it */
  readonly wait: (title: string, until: number) => Promise<boolean>;
  readonly goElsewhere: (
    choice: Elsewhere,
    environment: Environment,
    operation: OperationId,
  ) => Promise<void>;
  /** An answer that could not be written can at least be saved where the user says. */
  readonly offerToSave: (answer: SealedAnswer, why: Phrase) => Promise<void>;
  /** Runs `work` once after so many ms, unless stopped. @returns the way to stop it */
  readonly later: (ms: number, work: () => void) => () => void;
  /** Lets others in this process go on. */
  readonly turn: () => Promise<void>;
  readonly now: Clock;
  readonly newId: NewId;
  /** This window's run, from activation until it closes. */
  readonly session: string;
  /** Name of the machine calls leave from. */
  readonly machine: string;
  readonly log: SendingLog;
}
