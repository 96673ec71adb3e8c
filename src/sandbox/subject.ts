import { isRecord } from '../contract/record.ts';
import type { RequestField } from '../contract/shapes.ts';
import type { OperationId } from '../contract/words.ts';
import { emulations } from './emulation.ts';
import { type SandboxInput, stringsIn } from './input.ts';

function valueAt(input: SandboxInput, path: readonly string[]): unknown {
  let value: unknown = input.fields;
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** The string a lookup is about: the field it is expected in if it is there, else the first string anywhere. */
export function subjectOf(operation: OperationId, input: SandboxInput): string {
  const { subject } = emulations[operation];
  const kept = input.expected.find(({ check }) => subject !== null && check === subject.check);
  const field = kept ?? input.expected[0];
  const named = field === undefined ? undefined : valueAt(input, field.path);
  return typeof named === 'string' ? named : (input.strings[0] ?? '');
}

function isFilled({ type }: RequestField, value: unknown): boolean {
  return ((type === 'number' || type === 'boolean') && typeof value === type) || stringsIn(value).length > 0;
}

/**
 * Why the service would reject the input, or null. No request payload is documented, so the sandbox has a rule of its
 * own: an object that uses any of the expected fields must fill all required ones; an object that uses none is
 * accepted if it holds any string. Its subject must look like what the operation asks about.
 */
export function rejection(operation: OperationId, input: SandboxInput): string | null {
  const { expected } = input;
  if (expected.some((field) => valueAt(input, field.path) !== undefined)) {
    const empty = expected.find((field) => field.required && !isFilled(field, valueAt(input, field.path)));
    if (empty !== undefined) return `the expected field ${empty.name} is missing or empty`;
  } else if (input.strings.length === 0) {
    return 'no field holds a string';
  }
  const { subject } = emulations[operation];
  const bare = subjectOf(operation, input).replace(/[\s-]/g, '').toUpperCase();
  return subject === null || subject.isOne(bare) ? null : subject.refusal;
}
