import type { Node } from 'jsonc-parser';
import { besideChoices } from '../contract/choices.ts';
import { unknownField } from '../contract/emptyFields.ts';
import { type FieldTree, fieldTree } from '../contract/fieldTree.ts';
import { hasVerhoeffCheckDigit } from '../contract/hints.ts';
import { aadhaarGivenOut, panOfHolder } from '../contract/identifierPatterns.ts';
import { sandboxAmount } from '../contract/sandboxField.ts';
import type { Operation, RequestField } from '../contract/shapes.ts';
import type { OperationId, Phrase } from '../contract/words.ts';
import { propertiesOf, walk } from './bodyTree.ts';
import { asker, inputFor, noPlaceholder, onlyPlaceholder, partsOf } from './placeholders.ts';
import { type FileEntry, readRequestFile, type SavedRequest } from './requestFile.ts';
import { askingFor, fieldAt, wantedInputs } from './resolve.ts';

/** Something worth saying about a request file that is JSON of the right shape; the shape is the schema's to check. */
export interface FileFinding {
  readonly severity: 'warning' | 'information';
  readonly what: Phrase;
  readonly offset: number;
  readonly length: number;
  /** What the value could be replaced by, or null. */
  readonly replacement: string | null;
}

function at(
  { offset, length }: Node,
  severity: FileFinding['severity'],
  what: Phrase,
  replacement: string | null = null,
): FileFinding {
  return { severity, what, offset, length, replacement };
}

/**
 * Nothing for a file that cannot be read: the schema says what is wrong with it.
 * @param bills whether the environment that it would go to may bill
 */
export function findingsIn(
  text: string,
  operationOf: (id: OperationId) => Operation,
  isSet: (variable: string) => boolean,
  bills: boolean,
): readonly FileFinding[] {
  const reading = readRequestFile(text);
  if (!reading.ok) return [];
  const inRequests = reading.entries.flatMap((entry) => {
    if (!entry.reading.ok) return [];
    const { request } = entry.reading;
    const operation = operationOf(request.operation);
    return [...unknownFields(request.body, operation, bills), ...inStrings(request, operation, isSet)];
  });
  return [...repeatedNames(reading.entries), ...inRequests].sort((a, b) => a.offset - b.offset);
}

/** Names are how requests are told apart where one is picked from a list. */
function repeatedNames(entries: readonly FileEntry[]): readonly FileFinding[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name, nameNode }) => {
    const known = name?.trim().toLowerCase() ?? '';
    if (nameNode === null || known === '') return [];
    if (!seen.has(known)) {
      seen.add(known);
      return [];
    }
    return [at(nameNode, 'warning', { text: 'Another request in this file has the same name.', args: [] })];
  });
}

/** @param bills where nothing is billed, a sandbox may answer, which knows a field more */
export function unknownFields(body: Node, operation: Operation, bills: boolean): readonly FileFinding[] {
  // Of an operation whose fields the user took away nothing is known.
  if (operation.requestFields.length === 0) return [];
  const found: FileFinding[] = [];
  const look = (node: Node, tree: FieldTree, above: string): void => {
    for (const { key, keyNode, value } of propertiesOf(node)) {
      const known = tree.get(key);
      if (known instanceof Map) look(value, known, `${above}${key}.`);
      if (known !== undefined || (!bills && above === '' && key === sandboxAmount)) continue;
      const what = unknownField(`${above}${key}`.slice(0, 60), operation);
      found.push(at(keyNode, 'warning', what));
    }
  };
  look(body, fieldTree(operation.requestFields), '');
  return found;
}

function inStrings(
  request: SavedRequest,
  operation: Operation,
  isSet: (variable: string) => boolean,
): readonly FileFinding[] {
  const found: FileFinding[] = [];
  const nextFor = asker(new Set(wantedInputs(request, operation).map(({ label }) => inputFor(label))));
  walk(request.body, (node, place) => {
    if (node.type !== 'string' && node.type !== 'number') return true;
    const key = place.path.at(-1) ?? '';
    const field = fieldAt(operation, place);
    const label = field?.label ?? (key === '' ? 'body' : key);
    const personal = personalFinding(node, key, () => nextFor(label, askingFor(node, field)));
    if (personal !== null) found.push(personal);
    const beside = field === null ? null : choiceFinding(request.text, node, field);
    if (beside !== null) found.push(beside);
    if (node.type === 'string') found.push(...placeholderFindings(node, isSet));
    return true;
  });
  return found;
}

/** What is asked for or read elsewhere is not known here. */
function choiceFinding(file: string, node: Node, field: RequestField): FileFinding | null {
  const { type, value, offset, length } = node;
  // A long number by its digits.
  const text = type === 'string' ? String(value) : file.slice(offset, offset + length);
  if (text === '' || partsOf(text).some(({ kind }) => kind === 'input' || kind === 'env')) return null;
  const what = besideChoices(field, text);
  return what === null ? null : at(node, 'warning', what);
}

function placeholderFindings(node: Node, isSet: (variable: string) => boolean): readonly FileFinding[] {
  return partsOf(String(node.value)).flatMap((part) => {
    if (part.kind === 'unknown') return [at(node, 'warning', noPlaceholder(part.text.slice(0, 60)))];
    if (part.kind !== 'env' || isSet(part.name)) return [];
    const what = {
      text: 'The environment variable {0} is not set where this extension runs; this request cannot be sent until it is.',
      args: [part.name],
    };
    return [at(node, 'information', what)];
  });
}

const keyName = /^(?:.*[_-])?(?:api[_-]?key|authorization|auth[_-]?token|access[_-]?token|secret|password)$/i;

/** Only what is personal for certain or a key by its name: a warning that is often wrong is not read. */
function personalFinding(node: Node, key: string, ask: () => string): FileFinding | null {
  const only = onlyPlaceholder(partsOf(String(node.value)));
  const asked = only?.kind === 'input' ? only : null;
  const text = (asked === null ? String(node.value) : asked.start).trim();
  // What is asked for already keeps its label: elsewhere it may stand for the same value.
  const warned = (what: Phrase): FileFinding => {
    const placeholder = asked === null ? ask() : inputFor(asked.label, asked.asks);
    return at(node, 'warning', what, JSON.stringify(placeholder));
  };
  const digits = text.replace(/[\s-]/g, '');
  if (aadhaarGivenOut.test(digits) && hasVerhoeffCheckDigit(digits)) {
    return warned({ text: 'This looks like an Aadhaar number. Whoever gets this file can read it.' });
  }
  if (panOfHolder.test(text)) {
    return warned({ text: 'This looks like a PAN. Whoever gets this file can read it.' });
  }
  const isKey = /^bearer\s+\S{8,}$/i.test(text) || (keyName.test(key) && text.length >= 8);
  if (!isKey || /\$\{(?:input|number|text|env):/.test(text)) return null;
  return warned({
    text: 'This looks like a key. A request file needs none: the key of the environment is sent in a header.',
  });
}
