import type { OperationId } from '../../../../src/contract/words.ts';
import type {
  Counted,
  Format,
  Kind,
  LearnedPath,
  LearnedShape,
  Path,
  Segment,
} from '../../../../src/shapes/model.ts';

/**
 * The shape that bodies teach, each of another input, told by the model's words alone: every key is named, and texts of at
 * most eight different values in ten bodies are an enumeration. So keys that the product's learner would not name are printed, too.
 */
export function learned(
  bodies: readonly unknown[],
  about: Partial<Pick<LearnedShape, 'operation' | 'side' | 'code' | 'stopped' | 'retryAfter'>> = {},
): LearnedShape {
  const nodes = new Map<string, Node>();
  for (const [input, body] of bodies.entries()) look(nodes, [], body, input);
  return {
    operation: 'email-bulk' satisfies OperationId,
    place: 'https://service.example',
    side: 'answer',
    code: 'OK',
    seen: counted(bodies.length),
    paths: [...nodes.values()].map((node) => pathOf(node, nodes)),
    stopped: [],
    retryAfter: {},
    ...about,
  };
}

const since = Date.UTC(2026, 10, 2);

function counted(inputs: number): Counted {
  return { inputs, since, last: since + inputs * 86_400_000 };
}

interface Node {
  readonly path: Path;
  readonly inputs: Set<number>;
  readonly missing: Set<number>;
  readonly kinds: Map<Kind, Set<number>>;
  readonly lengths: number[];
  readonly items: number[];
  readonly values: Map<string, Set<number>>;
  /** Keys that objects here had so far, and the inputs of objects here. */
  readonly keys: Set<string>;
  readonly objects: Set<number>;
}

function nodeAt(nodes: Map<string, Node>, path: Path): Node {
  const text = JSON.stringify(path);
  const found = nodes.get(text) ?? {
    path,
    inputs: new Set<number>(),
    missing: new Set<number>(),
    kinds: new Map<Kind, Set<number>>(),
    lengths: [],
    items: [],
    values: new Map<string, Set<number>>(),
    keys: new Set<string>(),
    objects: new Set<number>(),
  };
  nodes.set(text, found);
  return found;
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty-array' : 'array';
  if (typeof value === 'string') return value === '' ? 'empty-string' : 'string';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

function add<Key>(sets: Map<Key, Set<number>>, key: Key, input: number): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(input));
}

function look(nodes: Map<string, Node>, path: Path, value: unknown, input: number): void {
  const node = nodeAt(nodes, path);
  node.inputs.add(input);
  add(node.kinds, kindOf(value), input);
  if (typeof value === 'string' && value !== '') {
    node.lengths.push(value.length);
    add(node.values, value, input);
  }
  const below = (segment: Segment): Path => [...path, segment];
  if (Array.isArray(value)) {
    node.items.push(value.length);
    for (const item of value) look(nodes, below('items'), item, input);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of node.keys) {
      if (!Object.hasOwn(value, key)) nodeAt(nodes, below({ key })).missing.add(input);
    }
    for (const [key, inner] of Object.entries(value)) {
      const child = nodeAt(nodes, below({ key }));
      if (!node.keys.has(key)) for (const earlier of node.objects) child.missing.add(earlier);
      node.keys.add(key);
      look(nodes, below({ key }), inner, input);
    }
    node.objects.add(input);
  }
}

function range(ends: readonly number[]): LearnedPath['length'] {
  return ends.length === 0 ? null : { least: Math.min(...ends), most: Math.max(...ends) };
}

function pathOf(node: Node, nodes: ReadonlyMap<string, Node>): LearnedPath {
  const above = nodes.get(JSON.stringify(node.path.slice(0, -1)));
  const isKey = typeof node.path.at(-1) === 'object';
  const texts = node.values.size;
  const isEnumeration = texts > 1 && texts <= 8 && node.inputs.size >= 10;
  const kept = [...node.values].filter(([, inputs]) => inputs.size > 1);
  return {
    path: node.path,
    seen: counted(node.inputs.size),
    of: isKey ? (above?.objects.size ?? 0) : node.inputs.size,
    missing: node.missing.size === 0 ? null : counted(node.missing.size),
    kinds: Object.fromEntries([...node.kinds].map(([kind, inputs]) => [kind, counted(inputs.size)])),
    formats: Object.fromEntries(
      node.values.size === 0 ? [] : [['text' satisfies Format, counted(node.inputs.size)]],
    ),
    length: range(node.lengths),
    items: range(node.items),
    values: isEnumeration ? kept.map(([value, inputs]) => ({ value, seen: counted(inputs.size) })) : null,
    otherValues: isEnumeration ? texts - kept.length : 0,
  };
}
