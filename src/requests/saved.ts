import type { Node } from 'jsonc-parser';
import { holdsReduced, withoutReduced } from '../contract/aadhaar/reduced.ts';
import { entriesAsLines } from '../contract/entries.ts';
import { requestMaskAt } from '../contract/masking.ts';
import { OwnInput } from '../contract/ownInput.ts';
import { maskKindByLook } from '../contract/personalText.ts';
import type { Operation } from '../contract/shapes.ts';
import { type BodyPlace, printTree, propertiesOf, readTree } from './bodyTree.ts';
import { asker, literally } from './placeholders.ts';
import { askingFor, fieldAt } from './resolve.ts';
import type { WrittenRequest } from './written.ts';

/** A request as it goes into a request file, in both forms. */
export interface SavedForms {
  readonly withValues: WrittenRequest;
  /** Every personal value asked for instead. */
  readonly withPlaceholders: WrittenRequest;
  /** False when both are the same. */
  readonly personal: boolean;
}

/** What its own name says, or that of anything around it: as it is masked on the screen. */
function isNamedPersonal(operation: Operation, path: readonly string[]): boolean {
  return path.some((_, at) => requestMaskAt(operation, path.slice(0, at + 1)) !== undefined);
}

function isPersonal(node: Node, operation: Operation, path: readonly string[], own: OwnInput): boolean {
  const tells = (text: string): boolean => maskKindByLook(text) !== null || own.kindIn(text) !== null;
  if (node.type === 'null' || node.type === 'boolean' || node.value === '') return false;
  // A file asks for values alone, so where a key is a datum it asks for the whole.
  if (node.type === 'object') return propertiesOf(node).some(({ key }) => !own.isField(key) && tells(key));
  const byPath = isNamedPersonal(operation, path);
  if (node.type === 'array') return byPath && (node.children ?? []).length > 0;
  return byPath || tells(String(node.value));
}

/** Whether a list comes back from what is typed for it: `entriesAsLines` parts that, and makes texts of it. */
function isOneAnswer({ children = [] }: Node): boolean {
  return children.every(
    ({ type, value }) => type === 'string' && value !== '' && entriesAsLines(value) === value,
  );
}

/** A value's label: its field's, else its key. A list's entries are told apart by their number. */
function labelAt(operation: Operation, place: BodyPlace): string {
  return fieldAt(operation, place)?.label ?? place.path.at(-1) ?? 'body';
}

/**
 * Null when the body is not JSON.
 * @param reduced what is left of an Aadhaar number in it is no value to send: both forms ask for it
 */
export function requestFileForms(operation: Operation, body: string, reduced = false): SavedForms | null {
  const tree = readTree(body);
  if (!tree.ok) return null;
  const own = new OwnInput(operation, body, true);
  const used = new Set<string>();
  const nextFor = asker(used);
  const nextLeft = asker(new Set());
  const literal = (node: Node): string | null =>
    node.type === 'string' && literally(node.value) !== node.value
      ? JSON.stringify(literally(node.value))
      : null;
  const whole = printTree(body, tree.root, (node, place) => {
    if (!reduced || node.type !== 'string' || !holdsReduced(node.value)) return literal(node);
    const ask = (): string => nextLeft(labelAt(operation, place));
    return JSON.stringify(withoutReduced(literally(node.value), ask));
  });
  const hidden = printTree(body, tree.root, (node, place) => {
    // What is left of a number looks like nothing personal, and is no value to send.
    const isLeft = reduced && node.type === 'string' && holdsReduced(node.value);
    if (!isLeft && !isPersonal(node, operation, place.path, own)) return literal(node);
    // Entry by entry unless the field is a list, which one answer fills.
    const field = fieldAt(operation, place);
    if (node.type === 'array' && !(field?.type === 'string-list' && isOneAnswer(node))) return null;
    // Sent as something else it would be another input, for which nothing was paid yet; of what is left it is not known what it was.
    return JSON.stringify(nextFor(labelAt(operation, place), isLeft ? 'input' : askingFor(node, field)));
  });
  const { id } = operation;
  return {
    withValues: { operation: id, body: whole },
    withPlaceholders: { operation: id, body: hidden },
    personal: used.size > 0,
  };
}
