/** How a batch that this window runs goes on, as it was told last. */
export interface RunProgress {
  readonly ended: number;
  readonly total: number;
  readonly isPaused: boolean;
  /** What it does, in a few words. */
  readonly status: string;
  /** How fast it is and how long it will take; none while it is paused. */
  readonly pace: readonly string[];
}
