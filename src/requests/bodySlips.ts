import { repeatedField } from '../contract/draft.ts';
import { emptyInJson } from '../contract/emptyFields.ts';
import type { Operation } from '../contract/shapes.ts';
import type { Phrase } from '../contract/words.ts';
import { readTree } from './bodyTree.ts';
import { unknownFields } from './findings.ts';

/** Unknown names that are said; the next ones follow when these are put right. */
const mostSaid = 3;

export interface BodySlip {
  /** Name of the field that `what` does not name itself, or null. */
  readonly field: string | null;
  readonly what: Phrase;
}

/**
 * What is odd about the names in the JSON body of a form, which its values do not show: names that nobody knows of, one
 * that is there twice, and required ones that hold nothing. Nothing of a text that is no JSON.
 */
export function bodySlips(text: string, operation: Operation): readonly BodySlip[] {
  const tree = readTree(text);
  if (!tree.ok || tree.root.type !== 'object') return [];
  const unknown = unknownFields(tree.root, operation).map(({ what }) => ({ field: null, what }));
  const twice = repeatedField(text);
  const empty = emptyInJson(operation, text).map((field) => ({ field, what: { text: 'It is empty.' } }));
  return [...unknown.slice(0, mostSaid), ...(twice === null ? [] : [{ field: null, what: twice }]), ...empty];
}
