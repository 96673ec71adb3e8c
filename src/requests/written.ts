import { createScanner, type Node } from 'jsonc-parser';
import type { OperationId, Phrase } from '../contract/words.ts';
import { type Property, propertiesOf, readTree } from './bodyTree.ts';
import { readRequestFile } from './requestFile.ts';

/** A request as it is written into a file. */
export interface WrittenRequest {
  readonly operation: OperationId;
  readonly name?: string;
  readonly note?: string;
  /** JSON, as printTree makes it. */
  readonly body: string;
}

/** Two spaces and names in a fixed order, so that git shows what changed. No newline at the end. */
function printRequest({ operation, name, note, body }: WrittenRequest): string {
  const entries: [string, string][] = [['operation', JSON.stringify(operation)]];
  if (name !== undefined) entries.push(['name', JSON.stringify(name)]);
  if (note !== undefined) entries.push(['note', JSON.stringify(note)]);
  // Line breaks stand between values only: JSON strings hold none.
  entries.push(['body', body.replaceAll('\n', '\n  ')]);
  return `{\n${entries.map(([key, value]) => `  "${key}": ${value}`).join(',\n')}\n}`;
}

/** A request file of its own. */
export function printRequestFile(request: WrittenRequest): string {
  return `${printRequest(request)}\n`;
}

export type Appended =
  | {
      readonly ok: true;
      readonly text: string;
      /** Where the added request begins. */
      readonly at: number;
    }
  | {
      readonly ok: false;
      /** A whole sentence without the file's name. */
      readonly why: Phrase;
    };

/**
 * A request file with one more request at its end. What stands there stays as it is written, comments included; a file
 * that is one request becomes a list of two.
 */
export function appendRequest(text: string, request: WrittenRequest): Appended {
  const reading = readRequestFile(text);
  if (!reading.ok) return { ok: false, why: reading.why };
  const tree = readTree(text.replace(/^\ufeff/, ' '));
  if (!tree.ok) {
    return {
      ok: false,
      why: { text: 'It is not valid JSON after its first requests: fix that first.', args: [] },
    };
  }
  const listed = reading.listed ? text : asList(text, tree.root);
  const again = readTree(listed.replace(/^\ufeff/, ' '));
  const list = again.ok
    ? propertiesOf(again.root).findLast(({ key }) => key === 'requests')?.value
    : undefined;
  if (list === undefined) return { ok: false, why: { text: 'Its requests are not a list.', args: [] } };
  return inserted(listed, list, request);
}

/** Without one of an object's properties, and the comma that goes with it. The comments around them stay. */
function without(text: string, properties: readonly Property[], gone: Property): string {
  const commaBehind = ({ value }: Property): number => {
    const scanner = createScanner(text, true);
    scanner.setPosition(value.offset + value.length);
    scanner.scan();
    return text.charAt(scanner.getTokenOffset()) === ',' ? scanner.getTokenOffset() : -1;
  };
  const { keyNode, value } = gone;
  const end = value.offset + value.length;
  const comma = commaBehind(gone);
  if (comma !== -1) {
    const between = text.slice(end, comma).trim() === '' ? '' : text.slice(end, comma);
    return text.slice(0, keyNode.offset) + between + text.slice(comma + 1).trimStart();
  }
  const before = properties[properties.indexOf(gone) - 1];
  const last = before === undefined ? keyNode.offset : commaBehind(before);
  const head = text.slice(0, last) + text.slice(last + 1, keyNode.offset);
  // What may be a comment goes on to the end of its line.
  return (/^[ \t]*\r?\n/.test(text.slice(end)) ? head.trimEnd() : head) + text.slice(end);
}

/** A file that is one request, as a list that holds it. */
function asList(text: string, root: Node): string {
  const properties = propertiesOf(root);
  const schema = properties.find(({ key }) => key === '$schema');
  const bare = schema === undefined ? text : without(text, properties, schema);
  const tree = readTree(bare.replace(/^\ufeff/, ' '));
  if (!tree.ok) return text;
  const { offset, length } = tree.root;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const own = bare.slice(offset, offset + length).replaceAll('\n', '\n    ');
  const top = schema === undefined ? '' : `${newline}  "$schema": ${JSON.stringify(schema.value.value)},`;
  const wrapped = `{${top}${newline}  "requests": [${newline}    ${own}${newline}  ]${newline}}`;
  return bare.slice(0, offset) + wrapped + bare.slice(offset + length);
}

function inserted(text: string, list: Node, request: WrittenRequest): Appended {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const last = list.children?.at(-1);
  const indent = last === undefined ? '    ' : indentAt(text, last.offset);
  const added = printRequest(request).replaceAll('\n', `${newline}${indent}`);
  const place = last === undefined ? list.offset + 1 : last.offset + last.length;
  const before = last === undefined ? `${newline}${indent}` : `,${newline}${indent}`;
  const after = last === undefined ? `${newline}  ` : '';
  return {
    ok: true,
    text: text.slice(0, place) + before + added + after + text.slice(place),
    at: place + before.length,
  };
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
