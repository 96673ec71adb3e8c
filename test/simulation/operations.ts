import { operationById } from '../../src/contract/operations.ts';
import type { Operation } from '../../src/contract/shapes.ts';
import type { OperationId } from '../../src/contract/words.ts';

const corrected = new Map<string, Operation>();

/** The operation with the user's corrections of its request fields. @param version 0 = none */
export function operationFor(id: OperationId, version: number): Operation {
  const documented = operationById(id);
  if (version === 0) return documented;
  const key = `${id} ${version}`;
  let found = corrected.get(key);
  if (found === undefined) {
    const requestFields = documented.requestFields.map((field, index) => {
      if (index > 0) return field;
      const name = `${field.name}_${version}`;
      return { ...field, name, path: [name], assumed: 'stated-by-user' as const };
    });
    found = { ...documented, requestFields };
    corrected.set(key, found);
  }
  return found;
}
