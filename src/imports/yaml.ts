import {
  binaryTag,
  boolCoreTag,
  CORE_SCHEMA,
  floatCoreTag,
  intCoreTag,
  load,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  omapTag,
  pairsTag,
  type ScalarTagDefinition,
  setTag,
  timestampTag,
} from 'js-yaml';
import type { ImportedField } from '../calls/ports/importPorts.ts';

/** What YAML without quotes took for a number, a truth or a date, and would write otherwise: `01`, `1.0`, `True`. */
class Written {
  readonly value: unknown;
  readonly text: string;

  constructor(value: unknown, text: string) {
    this.value = value;
    this.text = text;
  }
}

/** What a field takes of a value in a list, or under a name of `kept`: a text as it was written. */
export function asWritten(one: unknown, type: ImportedField['type']): unknown {
  if (!(one instanceof Written)) return one;
  return type === 'number' || type === 'boolean' ? one.value : one.text;
}

/** What YAML took it for. */
export function asTaken(one: unknown): unknown {
  return one instanceof Written ? one.value : one;
}

const kept: readonly unknown[] = ['default', 'const'];

function keepingText(tag: ScalarTagDefinition): ScalarTagDefinition {
  const resolve: ScalarTagDefinition['resolve'] = (source, isExplicit, tagName) => {
    const value: unknown = tag.resolve(source, isExplicit, tagName);
    return value === NOT_RESOLVED || String(value) === source ? value : new Written(value, source);
  };
  return { ...tag, resolve };
}

/** A name is a text, whatever it looks like. */
function nameOf(key: unknown): unknown {
  return key instanceof Written ? key.text : key;
}

const map: typeof mapTag = {
  ...mapTag,
  has: (object, key) => mapTag.has(object, nameOf(key)),
  addPair: (object, key, value) =>
    mapTag.addPair(object, nameOf(key), kept.includes(key) ? value : asTaken(value)),
};

/** Merge keys are no part of YAML 1.2, yet hand-written descriptions have them: without them they would be fields called `<<`. */
const schema = CORE_SCHEMA.withTags(mergeTag, map, [boolCoreTag, intCoreTag, floatCoreTag].map(keepingText));

/** JSON is YAML. Aliases are one value in several places, not copies, so that a bomb stays as small as its text. */
export function parseYaml(text: string): unknown {
  try {
    return load(text, { schema });
  } catch {
    // Those of YAML 1.1, of which dates have no tag in the text.
    const older = [keepingText(timestampTag), binaryTag, omapTag, pairsTag, setTag];
    return load(text, { schema: schema.withTags(...older) });
  }
}
