import { isRecord } from '../contract/record.ts';
import { sandboxAmount } from '../contract/sandboxField.ts';
import type { RequestField } from '../contract/shapes.ts';

/** A request body as the sandbox understands it. */
export interface SandboxInput {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Every string in it that is not blank, at any depth, in the order written. */
  readonly strings: readonly string[];
  /** The optional field `sandbox_amount`: milliseconds, bytes or levels for the faults that have a size. */
  readonly amount: number | null;
  /** What the requests of the operation are taken to hold: the assumed fields, or the user's. */
  readonly expected: readonly RequestField[];
}

export type InputReading =
  | { readonly ok: true; readonly input: SandboxInput }
  | { readonly ok: false; readonly why: string };

/** Every string of a value that is not blank. Walks without recursion: a body may be nested as deep as a megabyte allows. */
export function stringsIn(root: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.trim() !== '') found.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value).reverse()) waiting.push(inner);
    }
  }
  return found;
}

/** Reads the bytes of a body; `why` is one sentence without anything from the body in it. */
export function readInput(body: Uint8Array, expected: readonly RequestField[]): InputReading {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { ok: false, why: 'the body is not JSON in UTF-8' };
  }
  if (!isRecord(value)) return { ok: false, why: 'the body is not a JSON object' };
  const amount = value[sandboxAmount];
  return {
    ok: true,
    input: {
      fields: value,
      strings: stringsIn(value),
      amount: typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : null,
      expected,
    },
  };
}
