import type { ImportedField } from '../calls/ports/importPorts.ts';
import { checkByName } from '../contract/checkNames.ts';
import { mostChoices } from '../contract/choices.ts';
import { mask } from '../contract/masking.ts';
import { maskKindByName } from '../contract/personalNames.ts';
import { maskKindByLook, maskPersonalText } from '../contract/personalText.ts';
import { isRecord } from '../contract/record.ts';
import { knownField } from '../contract/requestField.ts';
import { importedChoices, valuesOfEach } from './choices.ts';
import { type Gathered, note, shownPath } from './gather.ts';
import type { Node, Resolve } from './nodes.ts';
import { asTaken, asWritten } from './yaml.ts';

const deepest = 8;
/** Schemas looked at for one body: one that refers to itself in many places would never end. */
const mostSchemas = 2000;
/** A default with more entries, or a longer one, is no start for a form. */
const mostEntries = 1000;
const mostChars = 10_000;

/** Puts the fields that a schema of a request body describes into `gathered`. */
export function gatherSchema(schema: unknown, resolve: Resolve, gathered: Gathered): void {
  new Walk(resolve, gathered).body(schema);
}

interface Shape {
  readonly type: string | null;
  /** What the form needs of the schema, its own words before those of its parts. */
  readonly node: Node;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** It may be of another schema than the one that was taken: what this names is not all there may be. */
  readonly isOneOfSeveral: boolean;
}

class Walk {
  private readonly resolve: Resolve;
  private readonly gathered: Gathered;
  private left = mostSchemas;

  constructor(resolve: Resolve, gathered: Gathered) {
    this.resolve = resolve;
    this.gathered = gathered;
  }

  body(schema: unknown): void {
    const shape = this.shape(schema, [], 0);
    if (shape === null) return;
    if (shape.properties.size > 0) this.object(shape, [], true);
    else note(this.gathered, 'The body is not described as an object with fields; write it under JSON.');
  }

  private object({ properties, required }: Shape, above: readonly string[], needed: boolean): void {
    for (const [name, schema] of properties) {
      const path = [...above, name];
      const shape = this.shape(schema, path, 0);
      // What only answers hold is not sent.
      if (shape === null || shape.node.readOnly === true) continue;
      const isNeeded = needed && required.has(name);
      if (shape.properties.size === 0) this.value(shape, path, isNeeded);
      else if (path.length > deepest)
        note(this.gathered, '{0} is nested too deeply for the form.', shownPath(path));
      else this.object(shape, path, isNeeded);
    }
  }

  private value(shape: Shape, path: readonly string[], required: boolean): void {
    const type = this.fieldType(shape, path);
    if (type === null) {
      note(
        this.gathered,
        '{0} is an object or a list the form cannot hold; write it under JSON.',
        shownPath(path),
      );
      return;
    }
    const name = path.at(-1) ?? '';
    const start = defaultOf(shape.node.default, type);
    const isNamed = maskKindByName(name) !== null;
    const hidden = start !== null && (isNamed || maskKindByLook(start) !== null);
    if (hidden) note(this.gathered, 'The default of {0} looks personal and is left out.', shownPath(path));
    const choices = shape.isOneOfSeveral ? [] : this.choices(shape.node, type, path);
    const words = noteOf(shape.node, type, choices.length === 0 && !isNamed);
    this.gathered.add({
      name,
      ...(path.length > 1 ? { in: path.slice(0, -1) } : {}),
      type,
      required,
      ...(start === null || hidden ? {} : { default: start }),
      ...(choices.length === 0 ? {} : { choices }),
      ...(words === '' ? {} : { note: words }),
      ...checkOf(name, type, choices),
      // As Export Observed Shapes marks a field that nobody has stated.
      ...(['assumed', 'observed'].includes(String(shape.node['x-request-field']))
        ? { confirmed: false }
        : {}),
    });
  }

  private choices(node: Node, type: ImportedField['type'], path: readonly string[]): readonly string[] {
    const found = importedChoices(node, type, path.at(-1) ?? '');
    if (found.kind === 'taken') return found.choices;
    if (found.why === 'personal') {
      note(this.gathered, 'The choices of {0} look personal and are left out.', shownPath(path));
    } else {
      note(
        this.gathered,
        'The choices of {0} cannot be offered: more than {1}, too long, or not all of its type.',
        shownPath(path),
        mostChoices,
      );
    }
    return [];
  }

  private fieldType({ type, node }: Shape, path: readonly string[]): ImportedField['type'] | null {
    switch (type) {
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'array': {
        const items = this.shape(node.items ?? {}, path, 0);
        return items !== null && items.properties.size === 0 && (items.type ?? 'string') === 'string'
          ? 'string-list'
          : null;
      }
      case 'object':
        return null;
      default:
        return 'string';
    }
  }

  /** A schema with its references followed and its parts put together; null = nothing to go by, which is noted. */
  private shape(schema: unknown, path: readonly string[], depth: number): Shape | null {
    this.left -= 1;
    if (!this.gathered.visit()) return null;
    const resolved = this.resolve(schema);
    const name = shownPath(path) || 'body';
    if (resolved.kind === 'outside') {
      note(this.gathered, '{0} is described in another file, which is not fetched.', name);
      return null;
    }
    if (resolved.kind === 'nothing' || depth > deepest || this.left < 0) {
      note(this.gathered, '{0} is not described, or refers to itself; it is left out.', name);
      return null;
    }
    const { node } = resolved;
    const parts = partsOf(node);
    const values = this.valuesOfSeveral(node);
    if (values === null) note(this.gathered, '{0} allows several types; the first is taken.', name);
    const shapes = parts.flatMap((part) => this.shape(part, path, depth + 1) ?? []);
    const own = isRecord(node.properties) ? node.properties : {};
    const needed = Array.isArray(node.required) ? node.required : [];
    return {
      type: typeOf(node) ?? shapes.find((one) => one.type !== null)?.type ?? typeOfValues(node),
      node: Object.assign({}, ...shapes.map((one) => one.node).reverse(), values ?? {}, usedOf(node)),
      properties: new Map([...this.each(shapes.flatMap((one) => [...one.properties])), ...this.entries(own)]),
      required: new Set([
        ...shapes.flatMap((one) => [...one.required]),
        ...this.each(needed).filter((one) => typeof one === 'string'),
      ]),
      isOneOfSeveral: values === null || shapes.some((one) => one.isOneOfSeveral),
    };
  }

  /** Of a choice between schemas their values in place of the first one's; null where they are more than values. */
  private valuesOfSeveral({ oneOf, anyOf }: Node): Node | null {
    const lists = [oneOf, anyOf].filter((one) => choicesBetween(one).length > 1);
    const [several] = lists;
    if (several === undefined) return {};
    if (lists.length > 1 || !Array.isArray(several) || several.length > mostBetween) return null;
    const nodes = choicesBetween(several).map((one) => this.resolve(one));
    const values = valuesOfEach(nodes.map((one) => (one.kind === 'node' ? one.node : null)));
    return values === null ? null : { enum: values, const: undefined };
  }

  /** The items of a list, as many as may still be read. */
  private each<T>(list: readonly T[]): readonly T[] {
    const end = list.findIndex(() => !this.gathered.visit());
    return end === -1 ? list : list.slice(0, end);
  }

  private entries(node: Node): readonly (readonly [string, unknown])[] {
    return this.each(Object.keys(node)).map((name) => [name, node[name]]);
  }
}

const used = ['readOnly', 'default', 'description', 'enum', 'const', 'items', 'x-request-field', 'x-choices'];

function usedOf(node: Node): Node {
  return Object.fromEntries(
    used.filter((name) => Object.hasOwn(node, name)).map((name) => [name, node[name]]),
  );
}

/** Schemas of a choice between schemas that are looked at. */
const mostBetween = 50;

/** What a oneOf or anyOf lets stand there but null. */
function choicesBetween(list: unknown): readonly unknown[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostBetween).filter((one) => !isRecord(one) || one.type !== 'null');
}

/** Everything of allOf, and the first of a choice that is not null. */
function partsOf({ allOf, oneOf, anyOf }: Node): readonly unknown[] {
  const all = Array.isArray(allOf) ? allOf : [];
  return [...all, ...[oneOf, anyOf].flatMap((list) => choicesBetween(list).slice(0, 1))];
}

/** OpenAPI 3.1 lists types, with null among them. */
function typeOf({ type }: Node): string | null {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const found = types.find((one) => typeof one === 'string' && one !== 'null');
  return typeof found === 'string' ? found : null;
}

/** Numbers or truths that are all there may be; anything else can be written as a text. */
function typeOfValues({ enum: choices, const: only }: Node): 'number' | 'boolean' | null {
  const values: readonly unknown[] = Array.isArray(choices) ? choices.slice(0, 50) : [only];
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof asTaken(value)));
  const [type] = types;
  return types.size === 1 && (type === 'number' || type === 'boolean') ? type : null;
}

/**
 * What can be written in a line as it was: a list or an object among what should be texts may, by aliases, be of any size; a
 * number too large to be exact is another by now.
 */
function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'number'
    ? !Number.isInteger(value) || Number.isSafeInteger(value)
    : ['string', 'boolean'].includes(typeof value);
}

/** Of a longer text no more is looked at: an alias may repeat it in each field. */
const mostLooked = 1000;

/**
 * The beginning of a text in one line. Covered before it is cut: half a number or address looks like nothing personal, so that
 * of a long text that is mostly blank, whose cut could be seen, nothing is taken.
 */
function briefly(value: string | number | boolean, most: number): string {
  const text = String(value);
  const line = text.slice(0, mostLooked).replace(/\s+/g, ' ').trim();
  const covered = maskPersonalText(line, mask);
  if (text.length > mostLooked && covered.length < mostLooked / 2) return '';
  return covered.length > most ? `${covered.slice(0, most)}…` : covered;
}

function defaultOf(value: unknown, type: ImportedField['type']): string | null {
  const given: unknown = type === 'string-list' ? value : [value];
  if (!Array.isArray(given) || given.length > mostEntries) return null;
  const entries = given.map((one) => asWritten(one, type));
  if (!entries.every(isScalar)) return null;
  // An alias may repeat one long text in each entry and in each field.
  const chars = entries.map((entry) => String(entry).length).reduce((sum, length) => sum + length, 0);
  return chars === 0 || chars > mostChars ? null : entries.join('\n');
}

/** By its name: a schema has no value to go by. What we know by its name brings its own. */
function checkOf(
  name: string,
  type: ImportedField['type'],
  choices: readonly string[],
): Pick<ImportedField, 'check'> {
  if (type !== 'string' || choices.length > 0 || knownField(name) !== undefined) return {};
  const check = checkByName(name);
  return check === null ? {} : { check };
}

/** The description's own words, and its choices where they are not offered, short; an example among them may be personal. */
function noteOf(node: Node, type: ImportedField['type'], withChoices: boolean): string {
  const words = typeof node.description === 'string' ? briefly(node.description, 160) : '';
  const choices =
    withChoices && Array.isArray(node.enum)
      ? node.enum
          .slice(0, 12)
          .map((one) => asWritten(one, type))
          .filter(isScalar)
          .map((one) => briefly(one, 100))
          .join(' | ')
      : '';
  return [words, choices]
    .filter((one) => one !== '')
    .join(': ')
    .slice(0, 400);
}
