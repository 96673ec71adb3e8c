import type { ImportedField } from '../calls/ports/importPorts.ts';
import { readChoices } from '../contract/choices.ts';
import { maskKindByName } from '../contract/personalNames.ts';
import { maskKindByLook } from '../contract/personalText.ts';
import { isRecord } from '../contract/record.ts';
import type { Node } from './nodes.ts';
import { asWritten } from './yaml.ts';

/** More are read nowhere: an alias may repeat a long list in each field. */
const mostRead = 1000;

export type FoundChoices =
  /** None where the schema names none. */
  | { readonly kind: 'taken'; readonly choices: readonly string[] }
  /** They cannot be offered, or may be somebody's. */
  | { readonly kind: 'left'; readonly why: 'form' | 'personal' };

/** What a schema says that there may be: all values of an enumeration, or the only one; null = it does not say. */
function valuesOf({ const: only, enum: choices }: Node): readonly unknown[] | null {
  if (only !== undefined) return [only];
  return Array.isArray(choices) ? choices : null;
}

/** A choice between schemas that each name their values, as OpenAPI 3.1 gives each value a title, is a list of values. */
export function valuesOfEach(schemas: readonly unknown[]): readonly unknown[] | null {
  const each = schemas.map((one) => (isRecord(one) ? valuesOf(one) : null));
  const named = each.filter((one) => one !== null);
  return named.length === 0 || named.length < each.length ? null : named.flat();
}

/**
 * The choices of a text or a number; null among them only says that it may be left out. Our own export says what the user
 * stated beside what was seen, which is no list of all there may be.
 * @param name of the field: under one that says whose it is any value may be somebody's, as a default is
 */
export function importedChoices(node: Node, type: ImportedField['type'], name: string): FoundChoices {
  const isOurs = Object.hasOwn(node, 'x-request-field');
  const values = isOurs ? node['x-choices'] : valuesOf(node);
  if (!Array.isArray(values) || (type !== 'string' && type !== 'number'))
    return { kind: 'taken', choices: [] };
  const given = values
    .slice(0, mostRead)
    .filter((one) => one !== null)
    .map((one) => asWritten(one, type));
  // YAML without quotes makes truths of some texts.
  const choices = readChoices(
    given.map((one) => (typeof one === 'boolean' ? String(one) : one)),
    type,
  );
  if (choices === undefined) return { kind: 'left', why: 'form' };
  const isNamed = choices.length > 0 && maskKindByName(name) !== null;
  return isNamed || choices.some((one) => maskKindByLook(one) !== null)
    ? { kind: 'left', why: 'personal' }
    : { kind: 'taken', choices };
}
