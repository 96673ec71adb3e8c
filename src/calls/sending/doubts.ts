import { withoutMark } from '../../contract/byteOrderMark.ts';
import { namesInJson, unknownField } from '../../contract/emptyFields.ts';
import { fieldText } from '../../contract/fieldValues.ts';
import { short } from '../../contract/findings.ts';
import { hintsFor } from '../../contract/hints.ts';
import { isJsonRecord, parseWithNumbers } from '../../contract/jsonNumbers.ts';
import { repeatedKey } from '../../contract/readings.ts';
import { sandboxAmount } from '../../contract/sandboxField.ts';
import type { Operation, RequestField } from '../../contract/shapes.ts';
import type { Phrase } from '../../contract/words.ts';

/** Unknown names that are said: many would push everything else out of the question. */
const mostUnknown = 3;

/**
 * Names that are none of the operation's fields, a key that is there twice, what is required and missing or empty, and what looks wrong in the values that would leave, a line for each
 * field, so that nobody pays for a slip; of a list how many entries and the first, by its place. It says what a batch's review says beside a masked row, and
 * no more of the value.
 * @param body as it would leave; of what is no JSON object nothing is said
 * @param bills see hintsFor; where nothing is billed, a sandbox may answer, which knows a field more
 */
export function doubtsOf(operation: Operation, body: string, bills: boolean): readonly Phrase[] {
  const root = rootOf(body);
  return [
    ...namesDoubted(operation, body, bills),
    ...kindsDoubted(operation, root),
    ...oddValues(operation, root, bills),
  ];
}

/** The fields are assumed, and JSON is where others are tried: it warns, and whoever knows better sends. */
function namesDoubted(operation: Operation, body: string, bills: boolean): readonly Phrase[] {
  const { unknown, missing, empty } = namesInJson(operation, body);
  const others = unknown.filter((name) => bills || name !== sandboxAmount);
  const twice = repeatedKey(withoutMark(body));
  // Whoever wrote the body may not be who is asked: a name makes no lines of its own.
  const shown = (name: string): string => short(name).replace(/\s+/g, ' ');
  return [
    ...others.slice(0, mostUnknown).map((name) => unknownField(shown(name), operation)),
    ...(twice === null
      ? []
      : [
          {
            text: '{0} appears more than once; which of them the service reads is not documented.',
            args: [shown(twice)],
          },
        ]),
    ...missing.map((name) => ({ text: '{0} is missing, and is required.', args: [name] })),
    ...empty.map((name) => ({ text: '{0} is empty, and is required.', args: [name] })),
  ];
}

/** One value where a list belongs, or the other way round: what the service makes of it is not documented. */
function kindsDoubted(operation: Operation, root: unknown): readonly Phrase[] {
  return operation.requestFields.flatMap((field): readonly Phrase[] => {
    const value = valueAt(root, field);
    // Of what is not there, or empty, it is said already.
    if (value === undefined || value === null || value === '') return [];
    if (field.type === 'string-list')
      return Array.isArray(value) ? [] : [{ text: '{0} is not a list.', args: [field.name] }];
    const isOne = !Array.isArray(value) && !isJsonRecord(value);
    return isOne ? [] : [{ text: '{0} is a list or an object, and not one value.', args: [field.name] }];
  });
}

function oddValues(operation: Operation, root: unknown, bills: boolean): readonly Phrase[] {
  const isOne = operation.requestFields.length === 1;
  return hintsFor(operation, typedValues(operation, root), bills).flatMap(
    ({ field, kind, what }): readonly Phrase[] => {
      if (kind === 'ok') return [];
      return [
        isOne
          ? { text: 'Looks wrong: {0}', args: [what] }
          : { text: '{0} looks wrong: {1}', args: [field, what] },
      ];
    },
  );
}

/** Undefined for what is no JSON: it is sent on purpose, and was said. */
function rootOf(body: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  return parseWithNumbers(body, parsed);
}

/** The texts of the fields that a form could show, whatever else the body holds. */
function typedValues(operation: Operation, root: unknown): Readonly<Record<string, string>> {
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
