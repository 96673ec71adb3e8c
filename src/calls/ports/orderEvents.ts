/** `no-result` = billed, and no result came. `still-open` only notes that somebody asked. */
export const recordedOutcomes = [
  ...(['verified', 'negative', 'no-result', 'not-billed'] as const),
  ...(['refunded', 'still-open'] as const),
] as const;

/** What a user records about an order the service left open. */
export interface Resolution {
  readonly at: number;
  readonly outcome: (typeof recordedOutcomes)[number];
  readonly note: string;
  /** JSON the user pasted, as pasted; kept sealed beside the original answer. */
  readonly pasted: Uint8Array | null;
}

/** What of an event cannot be read, see damaged.ts; it is empty, or null, in the event itself. */
interface DamagedWords {
  readonly note: boolean;
  readonly pasted: boolean;
}

/** One thing that happened to an order, oldest first: its timeline. */
export type OrderEvent =
  | { readonly kind: 'begun' | 'settled' | 'lost'; readonly at: number }
  /** From the answer's timing, when it is kept. */
  | { readonly kind: 'sent' | 'first-byte'; readonly at: number }
  | { readonly kind: 'noted'; readonly at: number; readonly text: string; readonly damaged?: DamagedWords }
  | {
      readonly kind: 'resolved';
      readonly at: number;
      readonly resolution: Resolution;
      readonly damaged?: DamagedWords;
    }
  | { readonly kind: 'payloads-erased' | 'aadhaar-reduced'; readonly at: number };
