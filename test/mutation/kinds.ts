/** What may be changed in a piece of code: each kind with how it changes what it meets. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';

export interface Change {
  readonly kind: KindName;
  /** Where the replaced text begins and ends, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** A node with the file it stands in and what is asked of both. */
export interface Place {
  readonly node: Node;
  readonly source: SourceFile;
  /** Texts that another test holds to the sources as they stand on disk: sentences for the user. */
  readonly sentences: ReadonlySet<string>;
}

type Made = readonly (readonly [node: Node, by: string])[];

const borders = swaps([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const equalities = swaps([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);
const logic = swaps([
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
]);
const arithmetic = swaps([
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
  [SyntaxKind.AsteriskToken, '/'],
  [SyntaxKind.SlashToken, '*'],
  [SyntaxKind.PercentToken, '*'],
  [SyntaxKind.AsteriskAsteriskToken, '*'],
  [SyntaxKind.PlusEqualsToken, '-='],
  [SyntaxKind.MinusEqualsToken, '+='],
  [SyntaxKind.AsteriskEqualsToken, '/='],
]);
const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
]);

/** What each kind makes of a node; nothing where it is not meant. */
export const kinds = {
  /** The condition of an `if`, a loop or a choice is negated, where no other kind does the same. */
  condition: ({ node, source }) => {
    const asked = conditionOf(node);
    if (asked === null || negatedElsewhere(asked)) return [];
    return [[asked, `!(${asked.getText(source)})`]];
  },
  /** `<` becomes `<=`. */
  border: ({ node }) => operator(node, borders),
  /** `===` becomes `!==`. */
  equality: ({ node }) => operator(node, equalities),
  /** `&&` becomes `||`. */
  logic: ({ node }) => operator(node, logic),
  /** `!a` becomes `a`. */
  not: ({ node, source }) => {
    const [operand] = children(node);
    const first = node.getText(source)[0];
    if (node.kind !== SyntaxKind.PrefixUnaryExpression || first !== '!' || operand === undefined) return [];
    return [[node, operand.getText(source)]];
  },
  /** `a ?? b` becomes `a`, and `b`. */
  fallback: ({ node, source }) => {
    const [left, token, right] = children(node);
    if (token?.kind !== SyntaxKind.QuestionQuestionToken || left === undefined || right === undefined)
      return [];
    return [left, right].map((side) => [node, `(${side.getText(source)})`] as const);
  },
  /** `a?.b` becomes `a.b`. */
  chain: ({ node, source }) => {
    if (node.kind !== SyntaxKind.QuestionDotToken) return [];
    const next = source.text[node.end];
    return [[node, next === '(' || next === '[' ? '' : '.']];
  },
  /** `+` becomes `-`, not between texts. */
  arithmetic: ({ node, source }) => {
    if (node.kind === SyntaxKind.BinaryExpression && joinsTexts(node)) return [];
    const text = node.getText(source);
    const unary =
      node.kind === SyntaxKind.PrefixUnaryExpression || node.kind === SyntaxKind.PostfixUnaryExpression;
    if (unary && text.startsWith('-') && !text.startsWith('--')) return [[node, text.slice(1)]];
    if (unary && /^(?:\+\+|--)|(?:\+\+|--)$/.test(text))
      return [[node, text.includes('++') ? text.replace('++', '--') : text.replace('--', '++')]];
    return operator(node, arithmetic);
  },
  /** `true` becomes `false`. */
  boolean: ({ node }) => {
    if (node.kind === SyntaxKind.TrueKeyword) return [[node, 'false']];
    return node.kind === SyntaxKind.FalseKeyword ? [[node, 'true']] : [];
  },
  /** `10` becomes `11`. */
  number: ({ node, source }) => {
    if (node.kind !== SyntaxKind.NumericLiteral || isName(node) || fillsGap(node)) return [];
    return [[node, String(Number(node.getText(source).replaceAll('_', '')) + 1)]];
  },
  /** A text becomes empty, an empty one does not stay so. Sentences are left alone. */
  text: ({ node, source, sentences }) => {
    if (node.kind === SyntaxKind.TemplateExpression) return [[node, "''"]];
    const plain =
      node.kind === SyntaxKind.StringLiteral || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral;
    if (!plain || isName(node) || fillsGap(node)) return [];
    const said = node.getText(source).slice(1, -1);
    if (sentences.has(said.replaceAll("\\'", "'"))) return [];
    return [[node, said === '' ? "'changed'" : "''"]];
  },
  /** What is returned becomes `undefined`. */
  returned: ({ node, source }) => {
    const value = returnedOf(node);
    return value === null || value.getText(source) === 'undefined' ? [] : [[value, '(undefined as never)']];
  },
  /** A call, an assignment or a throw that stands alone is taken out. */
  removed: ({ node }) => {
    if (node.kind !== SyntaxKind.ExpressionStatement && node.kind !== SyntaxKind.ThrowStatement) return [];
    const [said] = children(node);
    // Without it the class cannot be made at all.
    return said !== undefined && callsSuper(said) ? [] : [[node, ';']];
  },
  /** A list or an object is emptied. */
  emptied: ({ node }) => {
    if (children(node).length === 0) return [];
    // Parted, a pattern on the left of `=` takes nothing.
    if (node.kind === SyntaxKind.ArrayLiteralExpression) return [[node, '[]']];
    return node.kind === SyntaxKind.ObjectLiteralExpression ? [[node, '({})']] : [];
  },
  /** `some` becomes `every`; a `filter` is left out. */
  method: ({ node, source }) => {
    const [called] = children(node);
    if (node.kind !== SyntaxKind.CallExpression || called?.kind !== SyntaxKind.PropertyAccessExpression)
      return [];
    const [object, ...rest] = children(called);
    const name = rest.at(-1);
    if (object === undefined || name === undefined) return [];
    if (name.getText(source) === 'filter') return [[node, object.getText(source)]];
    const other = methods.get(name.getText(source));
    return other === undefined ? [] : [[name, other]];
  },
} as const satisfies Record<string, (place: Place) => Made>;

export type KindName = keyof typeof kinds;

/** All changes of one node, by all kinds. */
export function changesAt(place: Place): Change[] {
  const names = Object.keys(kinds) as KindName[];
  return names.flatMap((kind) =>
    kinds[kind](place).map(([node, by]) => ({
      kind,
      from: node.getStart(place.source),
      to: node.end,
      by,
    })),
  );
}

function swaps(pairs: readonly (readonly [SyntaxKind, string])[]): ReadonlyMap<SyntaxKind, string> {
  return new Map(pairs);
}

function children(node: Node): Node[] {
  const found: Node[] = [];
  node.forEachChild((child) => {
    found.push(child);
  });
  return found;
}

function operator(node: Node, by: ReadonlyMap<SyntaxKind, string>): Made {
  if (node.kind !== SyntaxKind.BinaryExpression) return [];
  const [, token] = children(node);
  const other = token === undefined ? undefined : by.get(token.kind);
  return token === undefined || other === undefined ? [] : [[token, other]];
}

function conditionOf(node: Node): Node | null {
  const all = children(node);
  const asks =
    node.kind === SyntaxKind.IfStatement ||
    node.kind === SyntaxKind.WhileStatement ||
    node.kind === SyntaxKind.ConditionalExpression;
  return asks ? (all[0] ?? null) : node.kind === SyntaxKind.DoStatement ? (all[1] ?? null) : null;
}

function negatedElsewhere(asked: Node): boolean {
  if (asked.kind === SyntaxKind.PrefixUnaryExpression) return true;
  if (asked.kind === SyntaxKind.TrueKeyword || asked.kind === SyntaxKind.FalseKeyword) return true;
  return operator(asked, equalities).length > 0;
}

function returnedOf(node: Node): Node | null {
  const all = children(node);
  if (node.kind === SyntaxKind.ReturnStatement) return all[0] ?? null;
  const last = all.at(-1);
  const arrow = node.kind === SyntaxKind.ArrowFunction && last !== undefined;
  return arrow && last.kind !== SyntaxKind.Block ? last : null;
}

function callsSuper(said: Node): boolean {
  return said.kind === SyntaxKind.CallExpression && children(said)[0]?.kind === SyntaxKind.SuperKeyword;
}

function joinsTexts(node: Node): boolean {
  return children(node).some(
    (side) =>
      side.kind === SyntaxKind.StringLiteral ||
      side.kind === SyntaxKind.TemplateExpression ||
      side.kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
      (side.kind === SyntaxKind.BinaryExpression && joinsTexts(side)),
  );
}

/** What a list is taken apart with where an item may be missing: written for the compiler, after a check of the whole. */
function fillsGap({ parent }: Node): boolean {
  return parent.kind === SyntaxKind.BindingElement && parent.parent.kind === SyntaxKind.ArrayBindingPattern;
}

/** The name of a property, which nobody reads as a text or a number. */
function isName(node: Node): boolean {
  const { parent } = node;
  const named =
    parent.kind === SyntaxKind.PropertyAssignment ||
    parent.kind === SyntaxKind.MethodDeclaration ||
    parent.kind === SyntaxKind.PropertyDeclaration;
  return named && children(parent)[0] === node;
}
