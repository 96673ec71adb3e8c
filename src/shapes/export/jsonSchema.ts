import { isClosed } from '../../contract/choices.ts';
import { openChoices } from '../../contract/openChoices.ts';
import type { Counted, LearnedPath } from '../model.ts';
import { headComment, sandboxTaught } from './heads.ts';
import type { TypeNames } from './names.ts';
import type { ShapeNode, ShapeTree } from './tree.ts';
import { grouped } from './typescript.ts';
import { dayOf } from './words.ts';

/** A schema, or any other object of a JSON document. */
export type Json = { readonly [key: string]: unknown };

/** Entries as an object, whatever the keys are: `__proto__` becomes a key like any other. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Json {
  return Object.fromEntries(entries);
}

function inputsOf(counts: Readonly<Record<string, Counted | undefined>>): Json {
  const entries = Object.entries(counts).map(([name, counted]) => [name, counted?.inputs ?? 0] as const);
  return objectOf(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The evidence, in words for programs: how often, since when, what it looked like. */
function observed(learned: LearnedPath): Json {
  const { seen, of, missing, kinds, formats, length, items, values, otherValues } = learned;
  return {
    inputs: seen.inputs,
    of,
    since: dayOf(seen.since),
    last: dayOf(seen.last),
    ...(missing === null ? {} : { missing: missing.inputs }),
    kinds: inputsOf(kinds),
    ...(Object.keys(formats).length === 0 ? {} : { formats: inputsOf(formats) }),
    ...(length === null ? {} : { length }),
    ...(items === null ? {} : { items }),
    ...(values === null
      ? {}
      : {
          values: objectOf(
            [...values]
              .sort((a, b) => (a.value < b.value ? -1 : 1))
              .map(({ value, seen: { inputs } }) => [value, inputs] as const),
          ),
          otherValues,
        }),
  };
}

/** What is documented, or that it is not; of a request nothing is, so that a field says where its name comes from. */
function documentedPart({ documented, field }: ShapeNode, side: ShapeTree['side']): Json {
  if (side === 'request') {
    // Seen alone: it was sent once, perhaps to a sandbox, which takes anything.
    const origin =
      field === null ? 'observed' : field.assumed === 'stated-by-user' ? 'stated-by-user' : 'assumed';
    const choices = field?.choices === undefined ? null : openChoices(field);
    return {
      'x-documented': false,
      'x-request-field': origin,
      ...(choices === null ? {} : { 'x-choices': choices }),
    };
  }
  if (documented === null) return { 'x-documented': false };
  const { types, presence, values, othersMay } = documented;
  const type = types.length === 0 ? 'nullable, else not shown' : types.join();
  return {
    'x-documented': {
      type,
      presence,
      ...(values === null ? {} : { values, ...(othersMay ? { otherValues: 'not shown' } : {}) }),
    },
  };
}

/** Of a number that never came its choices, as the user stated them; null where one has more digits than a program reads. */
function statedNumbers({ field, learned }: ShapeNode): readonly number[] | null {
  if (field === null || learned !== null || field.type !== 'number' || !isClosed(field)) return null;
  const choices = openChoices(field);
  if (choices === null) return null;
  const numbers = choices.map(Number);
  return numbers.every((one, at) => String(one) === choices[at]) ? numbers : null;
}

function typePart(node: ShapeNode): Json {
  const { types, only } = node;
  const choices = node.choices ?? statedNumbers(node);
  if (only !== null) return { const: only.value };
  if (types.length === 0) return {};
  const type = types.length === 1 ? types[0] : types;
  if (choices === null || choices.length === 0) return { type };
  return { type, enum: types.includes('null') ? [...choices, null] : choices };
}

/** A schema of JSON Schema 2020-12, with what is documented and what was observed as annotations (`x-`). */
function schemaOf(node: ShapeNode, side: ShapeTree['side']): Json {
  const { anyKey, items } = node;
  // Tools make addresses of keys, which half a character does not survive; such a key is not told of.
  const keys = new Map([...node.keys].filter(([key]) => key.isWellFormed()));
  const required = [...keys].flatMap(([key, child]) => (child.required ? [key] : []));
  return {
    ...typePart(node),
    ...(node.learned === null ? {} : { 'x-observed': observed(node.learned) }),
    ...documentedPart(node, side),
    ...(keys.size > 0
      ? { properties: objectOf([...keys].map(([key, child]) => [key, schemaOf(child, side)] as const)) }
      : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(anyKey !== null ? { additionalProperties: schemaOf(anyKey, side) } : {}),
    ...(items !== null ? { items: schemaOf(items, side) } : {}),
  };
}

/** The schema of a tree with its head. */
export function rootSchema(tree: ShapeTree): Json {
  const [title, ...description] = headComment(tree);
  return { title, description: description.join(' '), ...schemaOf(tree.root, tree.side) };
}

/** By type name: a schema for each code, and one for all codes of an operation. */
function schemasByName(trees: readonly ShapeTree[], names: TypeNames, refBase: string): Json {
  const unions = grouped(trees).map((group) => {
    const [{ operation, side }] = group;
    const anyOf = group.map((tree) => ({ $ref: refBase + names.of(tree) }));
    return [names.union(operation.id, side), { anyOf }] as const;
  });
  return objectOf([...trees.map((tree) => [names.of(tree), rootSchema(tree)] as const), ...unions]);
}

const annotations =
  'x-observed: what came, with the number of different inputs (of = those whose body could have had it) and days in UTC. x-documented: what the documents say; false = nothing. Formats and lengths are told, not demanded.';

/** One document: the definitions of all that was learned; of one shape alone its schema itself. @param simulated a sandbox answered */
export function jsonSchemaText(trees: readonly ShapeTree[], names: TypeNames, simulated: boolean): string {
  const [only, ...others] = trees;
  const $comment = simulated ? `${sandboxTaught} ${annotations}` : annotations;
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $comment };
  const whole =
    only !== undefined && others.length === 0
      ? { ...head, ...rootSchema(only) }
      : { ...head, $defs: schemasByName(trees, names, '#/$defs/') };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
