import { comparedBody } from '../../contract/comparedBody.ts';
import { bodyFromFields } from '../../contract/draft.ts';
import { startOf } from '../../contract/requestFields.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';

/** A body that may have been sent. */
export interface PossibleInput {
  readonly operation: Operation;
  readonly body: string;
}

/** Ways of dealing values out that are looked up: all there are for three of six fields, and each costs a query. */
const mostWays = 20;

/** Values dealt out to fields in their order, each way in which optional fields between them were left out. */
function* dealtOut(
  [field, ...others]: readonly RequestField[],
  values: readonly string[],
): Generator<Readonly<Record<string, string>>> {
  const [value, ...rest] = values;
  if (value === undefined) yield {};
  else if (field !== undefined && others.length >= rest.length) {
    for (const after of dealtOut(others, rest)) yield { [field.name]: value, ...after };
    if (!field.required) yield* dealtOut(others, values);
  }
}

/** What was typed as values of several fields: one after another, with commas, semicolons or line ends between them. */
function fieldsInOrder(operation: Operation, typed: string): Readonly<Record<string, string>>[] {
  const [first] = operation.requestFields;
  if (first === undefined) return [];
  const parts = typed
    .split(/[,;\n\t]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const whole = { [first.name]: typed };
  if (first.type === 'string-list') return [{ [first.name]: parts.join('\n') }];
  const found = [whole];
  if (parts.length < 2) return found;
  for (const fields of dealtOut(operation.requestFields, parts)) {
    if (found.push(fields) > mostWays) break;
  }
  return found;
}

/**
 * Bodies that a form would have made of a text: typed into its first field, or into those of its fields that were filled, in their order, or as JSON.
 * An order is found by them through its fingerprint, so the text must say what was sent, in whatever spelling; it is kept nowhere.
 * @param operations each with the fields it has now, and those it had before anybody corrected them
 */
export function possibleInputs(typed: string, operations: readonly Operation[]): readonly PossibleInput[] {
  if (typed.startsWith('{')) {
    return eachOnce(operations.map((operation) => ({ operation, body: typed })));
  }
  const all = operations.flatMap((operation) =>
    fieldsInOrder(operation, typed).map((fields) => ({
      operation,
      body: bodyFromFields(operation, { ...startOf(operation), ...fields }),
    })),
  );
  return eachOnce(all);
}

/** Each body once for each way in which its operation's fields read it. */
function eachOnce(all: readonly PossibleInput[]): readonly PossibleInput[] {
  const seen = new Set<string>();
  return all.filter(({ operation, body }) => {
    const key = JSON.stringify([operation.id, body, comparedBody(operation, body)]);
    return !seen.has(key) && seen.add(key);
  });
}
