import { repeatedField } from '../contract/draft.ts';
import { emptyInJson, missingInJson } from '../contract/emptyFields.ts';
import type { Operation } from '../contract/shapes.ts';
import type { Phrase } from '../contract/words.ts';
import { readTree } from './bodyTree.ts';
import { unknownFields } from './findings.ts';

/** Unknown names that are said; the next ones follow when these are put right. */
const mostSaid = 3;

export interface BodySlip {
  /** Name of the required field that holds nothing or is not there, which `what` does not name itself; else null. */
  readonly field: string | null;
  readonly what: Phrase;
}

/**
 * What is odd about the names in the JSON body of a form, which its values do not show: names that nobody knows of, one
 * that is there twice, and required ones that hold nothing or are not there. Nothing of a text that is no JSON object.
 * @param bills see unknownFields
 */
export function bodySlips(text: string, operation: Operation, bills: boolean): readonly BodySlip[] {
  const tree = readTree(text);
  if (!tree.ok || tree.root.type !== 'object') return [];
  const unknown = unknownFields(tree.root, operation, bills).map(({ what }) => ({ field: null, what }));
  const twice = repeatedField(text);
  const empty = emptyInJson(operation, text).map((field) => ({ field, what: { text: 'It is empty.' } }));
  const missing = missingInJson(operation, text).map((field) => ({
    field,
    what: { text: 'It is missing, and is required.' },
  }));
  const doubled = twice === null ? [] : [{ field: null, what: twice }];
  return [...unknown.slice(0, mostSaid), ...doubled, ...empty, ...missing];
}
