import type { RequestField } from '../contract/shapes.ts';
import type { OperationId } from '../contract/words.ts';

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

/** Walks without recursion: a body may be nested as deep as a megabyte allows. */
function stringsIn(root: unknown): string[] {
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  const amount = value.sandbox_amount;
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

/** The ordinary form and the BH series. Only a pattern: any state code passes. */
const registration = /^(?:[A-Z]{2}\d{1,2}[A-Z]{0,3}\d{4}|\d{2}BH\d{4}[A-Z]{1,2})$/;

function valueAt(input: SandboxInput, path: readonly string[]): unknown {
  let value: unknown = input.fields;
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** The string a lookup is about: the field it is expected in if it is there, else the first string anywhere. */
export function subjectOf(operation: OperationId, input: SandboxInput): string {
  const plate = input.expected.find(({ check }) => operation === 'rc-advanced' && check === 'registration');
  const field = plate ?? input.expected[0];
  const named = field === undefined ? undefined : valueAt(input, field.path);
  return typeof named === 'string' ? named : (input.strings[0] ?? '');
}

function isFilled({ type }: RequestField, value: unknown): boolean {
  return ((type === 'number' || type === 'boolean') && typeof value === type) || stringsIn(value).length > 0;
}

/**
 * Why the service would reject the input, or null. No request payload is documented, so the sandbox has a rule of its
 * own: an object that uses any of the expected fields must fill all required ones; an object that uses none is
 * accepted if it holds any string. A registration number must look like one.
 */
export function rejection(operation: OperationId, input: SandboxInput): string | null {
  const { expected } = input;
  if (expected.some((field) => valueAt(input, field.path) !== undefined)) {
    const empty = expected.find((field) => field.required && !isFilled(field, valueAt(input, field.path)));
    if (empty !== undefined) return `the expected field ${empty.name} is missing or empty`;
  } else if (input.strings.length === 0) {
    return 'no field holds a string';
  }
  const plate = subjectOf(operation, input).replace(/[\s-]/g, '').toUpperCase();
  if (operation === 'rc-advanced' && !registration.test(plate)) {
    return 'the registration number does not look like one';
  }
  return null;
}
