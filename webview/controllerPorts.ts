import type { Client } from './client.ts';
import type { Model } from './model.ts';

export interface ControllerPorts {
  readonly client: Pick<Client, 'request'>;
  /** Ms since the epoch. */
  now(): number;
  /** Runs `run` once after `ms`; the result takes it back. */
  later(run: () => void, ms: number): () => void;
  changed(model: Model): void;
  /** Puts the focus on what holds a Send up: one of these fields, else the way past it. */
  focusEmpty(names: readonly string[]): void;
  /** Puts the focus where a form that opens has it. */
  focusFirst(): void;
}

/** How long after the last key a draft is saved and checked. */
export const QUIET_MS = 300;
/** A double click on Send must not hit the Cancel that takes its place. */
export const CANCEL_ARMED_AFTER_MS = 500;
