import { emptyInJson } from '../../contract/emptyFields.ts';
import { fieldText } from '../../contract/fieldValues.ts';
import { hintsFor } from '../../contract/hints.ts';
import { isJsonRecord, parseWithNumbers } from '../../contract/jsonNumbers.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';

/**
 * What is required and empty, and what looks wrong in the values that would leave, a line for each field, so that nobody pays for a slip; of a list how many
 * entries and the first, by its place. It says what a batch's review says beside a masked row, and no more of the value.
 * @param body as it would leave; of what is no JSON object nothing is said
 * @param bills see hintsFor
 */
export function doubtsOf(operation: Operation, body: string, bills: boolean): readonly Phrase[] {
  const typed = typedValues(operation, body);
  const isOne = operation.requestFields.length === 1;
  // One that is not there is no slip: the fields are assumed, and JSON is where others are tried.
  const empty = emptyInJson(operation, body).map((name) => ({
    text: '{0} is empty, and is required.',
    args: [name],
  }));
  const odd = hintsFor(operation, typed, bills).flatMap(({ field, kind, what }): readonly Phrase[] => {
    if (kind === 'ok') return [];
    return [
      isOne
        ? { text: 'Looks wrong: {0}', args: [what] }
        : { text: '{0} looks wrong: {1}', args: [field, what] },
    ];
  });
  return [...empty, ...odd];
}

/** The texts of the fields that a form could show, whatever else the body holds. */
function typedValues(operation: Operation, body: string): Readonly<Record<string, string>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // What is no JSON is sent on purpose, and was said.
    return {};
  }
  const root = parseWithNumbers(body, parsed);
  return Object.fromEntries(
    operation.requestFields.flatMap((field) => {
      const text = fieldText(field, valueAt(root, field));
      return typeof text === 'string' ? [[field.name, text]] : [];
    }),
  );
}

function valueAt(root: unknown, { path }: RequestField): unknown {
  let value = root;
  for (const key of path) {
    if (!isJsonRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
