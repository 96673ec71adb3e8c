import { isAllNumbers, mostChoices, readChoices } from './choices.ts';
import { type FieldCheck, fieldChecks, fieldTypes } from './fieldKinds.ts';
import { operations } from './operations.ts';
import { maskKindByName } from './personalNames.ts';
import { isRecord } from './record.ts';
import type { MaskKind, RequestField } from './shapes.ts';
import type { Phrase } from './words.ts';

/** Objects a field may stand in. */
const deepest = 8;
/** Characters of a field's name with those of its objects. */
const longestName = 200;
const longestText = 500;

const maskKinds: readonly MaskKind[] = ['last4', 'first2last2', 'email', 'all'];

const checkMasks: Readonly<Record<FieldCheck, MaskKind>> = {
  registration: 'first2last2',
  aadhaar: 'last4',
  pan: 'first2last2',
  mobile: 'last4',
  emails: 'email',
};

type Raw = Readonly<Record<string, unknown>>;

export function isRequestField(value: RequestField | Phrase): value is RequestField {
  return 'path' in value;
}

/** One entry of the setting, or one sentence about why it cannot be used. `place` names it in the sentence. */
export function readField(raw: unknown, place: string): RequestField | Phrase {
  if (!isRecord(raw))
    return { text: 'Request field {0} is left out: it is not an object with a name.', args: [place] };
  if (raw.name === undefined)
    return { text: 'Request field {0} is left out: it has no name.', args: [place] };
  const path = readPath(raw);
  if (path === null) {
    return {
      text: 'Request field {0} is left out: its “name” must be a string and its “in” a list of at most {1} strings, together {2} characters at most, without line breaks.',
      args: [place, deepest, longestName],
    };
  }
  const known = knownField(path.at(-1) ?? '');
  const type =
    raw.type === undefined
      ? (known?.type ?? (isAllNumbers(raw.choices) ? 'number' : 'string'))
      : fieldTypes.find((one) => one === raw.type);
  if (type === undefined) {
    return {
      text: 'Request field {0} is left out: its {1} is not one of {2}.',
      args: [place, 'type', fieldTypes.join(', ')],
    };
  }
  const start = readDefault(raw.default);
  if (start === undefined) {
    return {
      text: 'Request field {0} is left out: its default is not a string, number, boolean or list of strings; write a long number as a string.',
      args: [place],
    };
  }
  const choices = readChoices(raw.choices, type);
  if (choices === undefined) {
    return {
      text: 'Request field {0} is left out: its choices must be a list of at most {1} strings or numbers in one line each, and its type string, or number where all are numbers.',
      args: [place, mostChoices],
    };
  }
  const check =
    raw.check === undefined ? (known?.check ?? null) : fieldChecks.find((one) => one === raw.check);
  const mask = readMask(raw.personal, known, check ?? null, path, type === 'boolean' || choices.length > 0);
  if (check === undefined || mask === undefined) {
    return {
      text: 'Request field {0} is left out: its {1} is not one of {2}.',
      args:
        check === undefined
          ? [place, 'check', fieldChecks.join(', ')]
          : [place, 'personal', [...maskKinds, 'none'].join(', ')],
    };
  }
  const isUnsaid = (raw.personal ?? known ?? check ?? maskByName(path)) === null;
  return {
    name: path.join('.'),
    path,
    label: shortText(raw.label) ?? known?.label ?? path.at(-1) ?? '',
    type,
    required: raw.required === true,
    default: start,
    assumed: raw.confirmed === true ? 'stated-by-user' : (known?.assumed ?? 'plain'),
    mask,
    check,
    ...(choices.length === 0 ? {} : { choices, ...(isUnsaid ? { maskUnsaid: true } : {}) }),
    example: choices[0] ?? exampleOf(type, known, check),
    note: shortText(raw.note) ?? '',
  };
}

/** The assumed field that a corrected one is by its name, whichever operation assumes it: no two assume one of a name. */
export function knownField(name: string): RequestField | undefined {
  return operations.flatMap(({ requestFields }) => requestFields).find((field) => field.name === name);
}

function isName(value: unknown): value is string {
  // A control character has no place in a label; of `__proto__` JavaScript makes something else than a key.
  return typeof value === 'string' && value !== '' && value !== '__proto__' && !/[\p{Cc}\p{Cs}]/u.test(value);
}

function readPath({ name, in: outer }: Raw): readonly string[] | null {
  const above: readonly unknown[] | null = outer === undefined ? [] : Array.isArray(outer) ? outer : null;
  if (above === null || above.length > deepest) return null;
  const path = [...above, name].filter(isName);
  return path.length === above.length + 1 && path.join('.').length <= longestName ? path : null;
}

/** As it would be typed; null = none, undefined = unusable. A number too large to be exact is another by now. */
function readDefault(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  }
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.length === 0 ? null : readDefault(value.join('\n'));
  }
  return typeof value === 'string' && value.length <= 10_000 ? value : undefined;
}

function maskByName(path: readonly string[]): MaskKind | null {
  return maskKindByName(path.at(-1) ?? '');
}

/**
 * Undefined = unusable. What nobody said anything of is hidden: a text may be anybody's name.
 * @param isPlain whether its values are few and known: true and false, and choices, which stand in the settings in clear
 */
function readMask(
  said: unknown,
  known: RequestField | undefined,
  check: FieldCheck | null,
  path: readonly string[],
  isPlain: boolean,
): MaskKind | null | undefined {
  if (said === 'none') return null;
  if (said !== undefined) return maskKinds.find((kind) => kind === said);
  if (known !== undefined) return known.mask;
  if (check !== null) return checkMasks[check];
  return maskByName(path) ?? (isPlain ? null : 'all');
}

function shortText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  if (text === '') return null;
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

function exampleOf(
  type: RequestField['type'],
  known: RequestField | undefined,
  check: FieldCheck | null,
): string {
  if (type === 'number') return '0';
  if (type === 'boolean') return 'true';
  const checked = operations
    .flatMap(({ requestFields }) => requestFields)
    .find((field) => check !== null && field.check === check);
  return known?.example ?? checked?.example ?? 'text';
}
