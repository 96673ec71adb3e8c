import { plain } from '../../contract/words.ts';
import type { JsonType } from './documented.ts';
import { headComment } from './heads.ts';
import { commentText, inherited, keyText, literalText, type TypeNames } from './names.ts';
import type { ShapeNode, ShapeTree } from './tree.ts';
import { lineParts } from './words.ts';

const english = { say: plain, counts: true } as const;

/** A comment's line above a key: what came and how often, and what the documents say. */
export function evidenceLine(node: ShapeNode, side: ShapeTree['side']): string {
  return commentText(lineParts(node, side, english).join(' · '));
}

type Side = ShapeTree['side'];

const scalars: Readonly<Record<Exclude<JsonType, 'object' | 'array' | 'string'>, string>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The values that are documented or were seen; where they may not be all, as a hint that leaves room for any other text. */
function textType({ choices, documented, learned }: ShapeNode): string {
  if (choices !== null && choices.length > 0) return choices.map(literalText).join(' | ');
  const seen = learned?.values?.map(({ value }) => value) ?? [];
  const said = documented?.values?.filter((value) => typeof value === 'string') ?? [];
  const shown = [...new Set([...said, ...seen])].sort();
  // A fixed message is a sentence for people, not a value to compare with.
  if (shown.length === 0 || shown.some((value) => value.includes(' '))) return 'string';
  return [...shown.map(literalText), '(string & {})'].join(' | ');
}

function propertyLines(node: ShapeNode, side: Side, indent: string): readonly string[] {
  const named = [...node.keys].flatMap(([key, child]) => {
    // To TypeScript every object has these, so that none could lack them but for this type.
    const type = inherited.has(key) && !child.required ? 'unknown' : typeText(child, side, indent);
    return [
      `${indent}/** ${evidenceLine(child, side)} */`,
      `${indent}readonly ${keyText(key, 'type')}${child.required ? '' : '?'}: ${type};`,
    ];
  });
  if (node.anyKey === null) return named;
  const line = `${indent}/** Any other key: ${evidenceLine(node.anyKey, side)} */`;
  // Beside named keys of other types nothing narrower holds for all of them.
  const type =
    named.length === 0 && node.anyKey.types.length > 0 ? typeText(node.anyKey, side, indent) : 'unknown';
  return [...named, line, `${indent}readonly [key: string]: ${type};`];
}

function objectType(node: ShapeNode, side: Side, indent: string): string {
  const lines = propertyLines(node, side, `${indent}  `);
  if (lines.length === 0) return 'Readonly<Record<string, unknown>>';
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function listType({ items }: ShapeNode, side: Side, indent: string): string {
  if (items === null || items.told.length === 0) return 'readonly unknown[]';
  const item = typeText(items, side, indent);
  return items.told.length > 1 || item.includes(' | ') || item.startsWith('readonly ')
    ? `readonly (${item})[]`
    : `readonly ${item}[]`;
}

/** The type of what stands at a node; lines after the first start with `indent`. */
export function typeText(node: ShapeNode, side: Side, indent: string): string {
  if (node.only !== null) {
    const { value } = node.only;
    return typeof value === 'string' ? literalText(value) : String(value);
  }
  if (node.told.length === 0) return 'unknown';
  const parts = node.told.map((type) => {
    if (type === 'object') return objectType(node, side, indent);
    if (type === 'array') return listType(node, side, indent);
    return type === 'string' ? textType(node) : scalars[type];
  });
  return parts.join(' | ');
}

/** TypeScript of what was learned: a type for each code, and one for all codes of an operation. */
export function typescriptText(trees: readonly ShapeTree[], names: TypeNames): string {
  const types = trees.map((tree) => {
    const comment = headComment(tree).map((line) => ` * ${commentText(line)}\n`);
    const text = typeText(tree.root, tree.side, '');
    return `/**\n${comment.join('')} */\nexport type ${names.of(tree)} = ${text};\n`;
  });
  return [...types, ...unionTexts(trees, names)].join('\n');
}

/** Trees of one operation and side each. */
export function grouped(trees: readonly ShapeTree[]): readonly (readonly [ShapeTree, ...ShapeTree[]])[] {
  const groups = Object.groupBy(trees, ({ operation, side }) => `${operation.id} ${side}`);
  return Object.values(groups).flatMap((group) => {
    const [first, ...others] = group ?? [];
    return first === undefined ? [] : [[first, ...others] as const];
  });
}

function unionTexts(trees: readonly ShapeTree[], names: TypeNames): readonly string[] {
  return grouped(trees).map((group) => {
    const [{ operation, side }] = group;
    const what = side === 'answer' ? 'Answers' : 'Requests';
    const members = group.map((tree) => `\n  | ${names.of(tree)}`).join('');
    return `/** ${what} of ${operation.title} under the codes seen; others may come. */\nexport type ${names.union(operation.id, side)} =${members};\n`;
  });
}
