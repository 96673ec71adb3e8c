import type { DocumentedCode } from './documentedCodes.ts';
import { fault, finding, listOf, pathsOf, short, typeOf } from './findings.ts';
import { isRecord } from './record.ts';
import type { Operation, ResultField } from './shapes.ts';
import type { Deviation } from './words.ts';

const inResult = 'data.result.';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Departures of `data.result` from the listed fields (docs/service.md, "Resources and fields"): missing, of another
 * type than seen, new, filled although the lookup found nothing. For operations whose result is not shown, that there
 * is one is a finding. Nothing is said of a result that is not an object, or of what is missing where the provider did
 * not run the lookup to its end.
 */
export function resultDeviations(
  operation: Operation,
  envelope: Fields,
  row: DocumentedCode | undefined,
): readonly Deviation[] {
  const result = isRecord(envelope.data) ? envelope.data.result : undefined;
  if (!isRecord(result)) return [];
  if (operation.resultGroups === null) return undocumentedResult(result);
  const fields = operation.resultGroups.flatMap((group) => group.fields);
  const there = fields.filter((field) => at(result, field.name) !== undefined);
  const found: Deviation[] = [];
  const missing = fields.filter((field) => !there.includes(field)).map((field) => field.name);
  const promised = hasResult(row);
  if (missing.length > 0 && promised) {
    found.push(
      fault(
        { path: pathsOf(missing, inResult), found: 'missing' },
        'Documented result fields are missing: {0}.',
        listOf(missing),
      ),
    );
  }
  for (const field of there) {
    const value = at(result, field.name);
    if (value !== null || promised) found.push(...typeDeviation(field, value));
  }
  const added = namesIn(result).filter((name) => !fields.some((field) => field.name === name));
  if (added.length > 0)
    found.push(
      finding(
        { path: pathsOf(added, inResult) },
        'Result fields that are not documented: {0}.',
        listOf(added),
      ),
    );
  if (row?.charged === true && row.http === 422) found.push(...filledNegative(operation, result, there));
  return found;
}

/** Whether the documents promise the result's fields for a code: those of the codes with status SUCCESS. */
export function hasResult(row: DocumentedCode | undefined): boolean {
  return row?.status === 'SUCCESS';
}

function undocumentedResult(result: Fields): Deviation[] {
  const names = Object.keys(result);
  if (names.length === 0) return [];
  return [
    finding(
      { path: pathsOf(names, inResult) },
      'The result fields of this operation are not documented; these came: {0}.',
      listOf(names),
    ),
  ];
}

/** The value at `a` or `a.b`; undefined = missing. */
function at(result: Fields, name: string): unknown {
  const [outer = '', inner] = name.split('.');
  const value = Object.hasOwn(result, outer) ? result[outer] : undefined;
  if (inner === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, inner) ? value[inner] : undefined;
}

/** Names of a result; of response_metadata and the like, whose parts the documents list, the parts' paths. */
function namesIn(result: Fields): string[] {
  return Object.entries(result).flatMap(([name, value]) =>
    name === 'response_metadata' && isRecord(value)
      ? Object.keys(value).map((key) => `${name}.${key}`)
      : [name],
  );
}

function typeDeviation({ name, seen }: ResultField, value: unknown): Deviation[] {
  if (seen === 'unknown') {
    if (value === null) return [];
    return [
      finding(
        { path: inResult + short(name), found: typeOf(value) },
        '{0} is documented as nullable, its type not shown; here it is {1}.',
        name,
        typeOf(value),
      ),
    ];
  }
  if (typeOf(value) !== seen)
    return [
      fault(
        { path: inResult + short(name), expected: seen, found: typeOf(value) },
        'The documents show {0} as {1}; here it is {2}.',
        name,
        seen,
        typeOf(value),
      ),
    ];
  if (Array.isArray(value) && value.length > 0) {
    return [
      finding(
        { path: inResult + short(name), found: typeOf(value[0]) },
        '{0} has items, whose shape is not documented; the first is {1}.',
        name,
        typeOf(value[0]),
      ),
    ];
  }
  return [];
}

/** In a billed 422 all but what the request is echoed in is empty, false or null. */
function filledNegative(operation: Operation, result: Fields, there: readonly ResultField[]): Deviation[] {
  const echoed = operation.assumedFields
    .filter((field) => field.assumed === 'echoed')
    .map((field) => field.name);
  const filled = there.filter(({ name }) => {
    if (echoed.includes(name) || name.includes('.')) return false;
    const value = at(result, name);
    const empty =
      value === '' || value === false || value === null || (Array.isArray(value) && value.length === 0);
    return !empty;
  });
  if (filled.length === 0) return [];
  const names = listOf(filled.map((field) => short(field.name)));
  return [
    fault(
      {
        path: pathsOf(
          filled.map(({ name }) => name),
          inResult,
        ),
      },
      'The lookup came back without a result, but these fields are filled: {0}.',
      names,
    ),
  ];
}
