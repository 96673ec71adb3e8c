import { comparedBody } from '../../contract/comparedBody.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { isJsonRecord, parseWithNumbers } from '../../contract/jsonNumbers.ts';
import { operationById } from '../../contract/operations.ts';
import type { Operation } from '../../contract/shapes.ts';
import type { OperationId } from '../../contract/words.ts';
import { fingerprintKey, fingerprintOf } from '../fingerprint.ts';
import type { SealingKey } from '../sealing.ts';

/** Of a request with more values no print is looked for: there would be too many ways to lay them out. */
const mostValues = 4;
/** Characters: a form has fewer. */
const longest = 20_000;
/** No field stands deeper. */
const deepest = 10;

type Fields = Readonly<Record<string, string>>;

export interface Printed {
  readonly operation: OperationId;
  readonly request: string;
  /** What the order was found by beside its own prints, made with the key `from`. */
  readonly prints: ReadonlySet<string>;
}

/**
 * An order that was made under names which its user gave the fields has the print of the same under the names that we assume
 * (calls/inputs/compared.ts). Prints are keyed, and neither those names nor what they stood for is kept: each way to lay its values
 * out is tried, and the one that its print proves is printed anew.
 */
export function assumedPrints(
  { operation, request, prints }: Printed,
  from: SealingKey,
  to: SealingKey,
): string[] {
  if (prints.size === 0 || request.length > longest) return [];
  const assumed = operationById(operation);
  const [old, anew] = [fingerprintKey(from.key), fingerprintKey(to.key)];
  const found = new Set<string>();
  for (const fields of layouts(assumed, valuesOf(request))) {
    const body = new TextEncoder().encode(comparedBody(assumed, bodyFromFields(assumed, fields)));
    if (prints.has(fingerprintOf(old, operation, body))) found.add(fingerprintOf(anew, operation, body));
  }
  return [...found];
}

/** As they would be typed: a list one entry a line. */
function valuesOf(request: string): readonly string[] {
  const values: string[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) values.push(value.filter((one) => typeof one === 'string').join('\n'));
    else if (!isJsonRecord(value)) values.push(String(value));
    else if (depth < deepest) for (const inner of Object.values(value)) walk(inner, depth + 1);
  };
  walk(parseWithNumbers(request), 0);
  return values;
}

/** Every way in which some of the values stand in fields, each in one. */
function* layouts({ requestFields, chooser }: Operation, values: readonly string[]): Generator<Fields> {
  if (values.length > mostValues) return;
  const names = requestFields.map(({ name }) => name);
  // The kind of an identifier may have been said by the name of its field alone.
  const kinds = [...(chooser?.kinds.keys() ?? [])];
  function* from(at: number, left: readonly string[], fields: Fields): Generator<Fields> {
    const name = names[at];
    if (name === undefined) return yield fields;
    yield* from(at + 1, left, fields);
    for (const [index, value] of left.entries())
      yield* from(at + 1, left.toSpliced(index, 1), { ...fields, [name]: value });
    if (name !== chooser?.by) return;
    for (const kind of kinds) yield* from(at + 1, left, { ...fields, [name]: kind });
  }
  yield* from(0, values, {});
}
