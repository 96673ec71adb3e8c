import type { JsonType } from './documented.ts';
import { headComment } from './heads.ts';
import { commentText, inherited, keyText, literalText, type TypeNames, valueName } from './names.ts';
import type { ShapeNode, ShapeTree } from './tree.ts';
import { evidenceLine, grouped } from './typescript.ts';

type Side = ShapeTree['side'];

const scalars: Readonly<Record<Exclude<JsonType, 'object' | 'array' | 'string'>, string>> = {
  integer: 'integer',
  number: 'z.number()',
  boolean: 'z.boolean()',
  null: 'z.null()',
};

function objectText(node: ShapeNode, side: Side, indent: string): string {
  const deeper = `${indent}  `;
  const lines: string[] = [];
  const checks: string[] = [];
  for (const [key, child] of node.keys) {
    const comment = `${deeper}// ${evidenceLine(child, side)}`;
    if (key === '__proto__') {
      lines.push(`${deeper}// zod leaves the key __proto__ out, so that it is not checked.`, comment);
    } else if (inherited.has(key)) {
      lines.push(`${deeper}// "${key}" is checked below.`, comment);
      checks.push(`.refine(own(${literalText(key)}, ${zodType(child, side, indent)}, ${child.required}))`);
    } else {
      const optional = child.required ? '' : '.optional()';
      lines.push(comment, `${deeper}${keyText(key, 'object')}: ${zodType(child, side, deeper)}${optional},`);
    }
  }
  if (node.anyKey !== null) lines.push(`${deeper}// Any other key: ${evidenceLine(node.anyKey, side)}`);
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
  const { anyKey } = node;
  if (anyKey === null || anyKey.types.length === 0) return `z.looseObject(${body})${checks.join('')}`;
  return `z.object(${body}).catchall(${zodType(anyKey, side, indent)})`;
}

function textOf({ choices }: ShapeNode): string {
  if (choices === null || choices.length === 0) return 'z.string()';
  const values = choices.map(literalText).join(', ');
  return choices.length === 1 ? `z.literal(${values})` : `z.enum([${values}])`;
}

/** The schema of what stands at a node; lines after the first start with `indent`. */
function zodType(node: ShapeNode, side: Side, indent: string): string {
  if (node.only !== null) {
    const { value } = node.only;
    return `z.literal(${typeof value === 'string' ? literalText(value) : String(value)})`;
  }
  const parts = node.types.map((type) => {
    if (type === 'object') return objectText(node, side, indent);
    if (type === 'array') {
      return `z.array(${node.items === null ? 'z.unknown()' : zodType(node.items, side, indent)})`;
    }
    return type === 'string' ? textOf(node) : scalars[type];
  });
  if (parts.length === 0) return 'z.unknown()';
  return parts.length === 1 ? (parts[0] ?? '') : `z.union([${parts.join(', ')}])`;
}

const integerHelper = `/** Not z.int(): it refuses whole numbers of more than 15 digits. */
const integer = z.number().refine(Number.isInteger, 'Not a whole number');
`;

const ownHelper = `/** Of a key that every object inherits: zod would read the inherited one where there is no own. */
const own =
  (key: string, schema: z.ZodType, required: boolean) =>
  (object: object): boolean =>
    Object.hasOwn(object, key) ? schema.safeParse(Reflect.get(object, key)).success : !required;
`;

/** zod 4 schemas of what was learned, each with its type: one for each code, and one for all codes of an operation. */
export function zodText(trees: readonly ShapeTree[], names: TypeNames): string {
  const schemas = trees.map((tree) => {
    const name = names.of(tree);
    const comment = headComment(tree).map((line) => ` * ${commentText(line)}\n`);
    const schema = zodType(tree.root, tree.side, '');
    return `/**\n${comment.join('')} */\nexport const ${valueName(name)} = ${schema};\nexport type ${name} = z.infer<typeof ${valueName(name)}>;\n`;
  });
  const unions = grouped(trees).map((group) => {
    const [{ operation, side }] = group;
    const name = names.union(operation.id, side);
    const members = group.map((tree) => `  ${valueName(names.of(tree))},\n`).join('');
    return `export const ${valueName(name)} = z.union([\n${members}]);\nexport type ${name} = z.infer<typeof ${valueName(name)}>;\n`;
  });
  const text = [...schemas, ...unions].join('\n');
  const helpers = [
    ...(/\binteger\b(?=[,)\].;])/.test(text) ? [integerHelper] : []),
    ...(text.includes('.refine(own(') ? [ownHelper] : []),
  ];
  return ["import * as z from 'zod';\n", ...helpers, text].join('\n');
}
