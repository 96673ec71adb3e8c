import { identifiersIn } from '../calls/inputs/recognise.ts';
import type { FoundOperation, ImportedField, ImportReading } from '../calls/ports/importPorts.ts';
import type { FieldCheck } from '../contract/fieldKinds.ts';
import { namesAadhaar } from '../contract/identifierPatterns.ts';
import { maskKindByName } from '../contract/personalNames.ts';
import { maskKindByLook } from '../contract/personalText.ts';
import { isRecord } from '../contract/record.ts';
import { knownField } from '../contract/requestField.ts';
import type { Phrase } from '../contract/words.ts';
import { type CurlParts, curlParts } from './curlWords.ts';
import { Gathered, leftOut, note, shownPath } from './gather.ts';
import { operationAt } from './match.ts';

/** Longer than any command a person copies; the parser's time grows with it. */
const maxChars = 200_000;
const deepest = 8;

function refusal(text: string): ImportReading {
  return { ok: false, why: { text } };
}

/**
 * The fields of the body that a cURL command sends, by name and type alone: no value, header or key of it is kept. That
 * something was sent does not make it required.
 */
export function readCurl(command: string): ImportReading {
  if (command.length > maxChars) return refusal('This is too long for a cURL command.');
  const parts = curlParts(command);
  if (parts === null) {
    return refusal(
      'This is not a cURL command: it must start with curl. Copy it whole, for a Unix shell or cmd.',
    );
  }
  if (parts.data.length === 0) {
    return refusal('The command sends no body (-d, --data-raw, --json …), so it shows no fields.');
  }
  if (parts.get) {
    return refusal('With -G the command sends its data in the URL and no body, so it shows no fields.');
  }
  if (parts.data.some(readsFile)) {
    return refusal(
      'The command reads its body from a file, which is not opened. Put the body itself into the command.',
    );
  }
  const sent = bodyOfCurl(parts.data);
  if (sent === null) {
    return refusal('The body of the command is neither a JSON object nor a form, so it shows no fields.');
  }
  const url = parts.url ?? '';
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split(/[?#]/, 1)[0] ?? '');
  const found: FoundOperation = {
    path,
    title: '',
    operation: operationAt(path),
    fields: () => {
      const gathered = new Gathered();
      for (const one of notesOf(parts, sent)) gathered.put(one);
      gatherObject(sent.value, [], gathered);
      return gathered.result();
    },
  };
  return { ok: true, found: [found] };
}

/** `@name` is a file for these; `--data-raw` and `--form-string` send it as it stands. */
function readsFile({ option, value }: CurlParts['data'][number]): boolean {
  switch (option) {
    case '--data':
    case '--data-binary':
    case '--json':
      return value.startsWith('@');
    case '--data-urlencode':
      return /^[^=]*@/.test(value);
    case '--form':
      return /^[^=]*=[@<]/.test(value);
    default:
      return false;
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface Sent {
  readonly value: Fields;
  readonly isForm: boolean;
}

/** As curl joins what it is given: parts of a form by `&`, JSON without anything. */
function bodyOfCurl(data: CurlParts['data']): Sent | null {
  if (data.every(({ option }) => option.startsWith('--form'))) {
    return { value: Object.fromEntries(data.map(({ value }) => pair(value))), isForm: true };
  }
  const isJson = data.every(({ option }) => option === '--json');
  const text = data.map(({ value }) => value).join(isJson ? '' : '&');
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { value, isForm: false } : null;
  } catch {
    if (!/^[^=&\s{["]+=/.test(text)) return null;
    return { value: Object.fromEntries(data.flatMap(pairsIn)), isForm: true };
  }
}

/** What curl encodes itself is one value, whatever stands in it, or one without a name. */
function pairsIn({ option, value }: CurlParts['data'][number]): readonly (readonly [string, string])[] {
  if (option !== '--data-urlencode') return [...new URLSearchParams(value)];
  return value.indexOf('=') > 0 ? [pair(value)] : [];
}

function pair(text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  return equals === -1 ? [text, ''] : [text.slice(0, equals), text.slice(equals + 1)];
}

function notesOf({ url, method }: CurlParts, { isForm }: Sent): readonly Phrase[] {
  const notes: Phrase[] = [];
  if (isForm) notes.push({ text: 'A form is sent as JSON, with the same names.' });
  if (method !== null && method !== 'POST') {
    notes.push({ text: 'The command does not use POST; the operations are documented with POST.' });
  }
  if (url?.includes('?') === true) {
    notes.push({ text: 'The command’s URL has a query; the explorer sends none.' });
  }
  return notes;
}

function gatherObject(value: Fields, above: readonly string[], gathered: Gathered): void {
  for (const [name, inner] of Object.entries(value)) {
    if (!gathered.visit()) return;
    const path = [...above, name];
    // What was sent may have somebody's name for a key; no programme's field has two words so.
    if (/\p{L}\s+\p{L}/u.test(name)) leftOut(gathered);
    else if (!isRecord(inner)) gatherValue(inner, path, gathered);
    else if (path.length > deepest) note(gathered, '{0} is nested too deeply for the form.', shownPath(path));
    else if (Object.keys(inner).length === 0)
      note(gathered, '{0} is an empty object, so its fields are unknown.', shownPath(path));
    else gatherObject(inner, path, gathered);
  }
}

function gatherValue(value: unknown, path: readonly string[], gathered: Gathered): void {
  const base = {
    name: path.at(-1) ?? '',
    ...(path.length > 1 ? { in: path.slice(0, -1) } : {}),
    required: false,
  };
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one === 'string')) {
      gathered.add({ ...base, type: 'string-list', ...looks(base.name, value[0] ?? '') });
    } else
      note(
        gathered,
        '{0} is an object or a list the form cannot hold; write it under JSON.',
        shownPath(path),
      );
  } else if (typeof value === 'number') gathered.add({ ...base, type: 'number' });
  else if (typeof value === 'boolean') gathered.add({ ...base, type: 'boolean' });
  else {
    if (value === null) note(gathered, '{0} is null; it is taken as a string.', shownPath(path));
    gathered.add({ ...base, type: 'string', ...looks(base.name, typeof value === 'string' ? value : '') });
  }
}

/** What a value is by its look: only the kind is kept. A name that says what it is goes before. */
function looks(name: string, value: string): Pick<ImportedField, 'check' | 'personal'> {
  // What stands in `number` another field says, and another call another: one command settles nothing.
  if (knownField(name)?.check === null) return {};
  const personal = maskKindByName(name) === null ? maskKindByLook(value) : null;
  const check = checkOf(name, value);
  return { ...(personal === null ? {} : { personal }), ...(check === null ? {} : { check }) };
}

/** Of the whole value: a sentence or an address of the web that mentions a number is no number. */
function checkOf(name: string, value: string): FieldCheck | null {
  if (value.length > 100) return null;
  const { addresses, pan, aadhaar, sureAadhaar, plate } = identifiersIn(value);
  const isWhole = (found: string | null): boolean => found !== null && bare(found) === bare(value);
  // Ids and times have twelve digits, too, and what is taken for a number of Aadhaar is kept no longer than one.
  if (isWhole(aadhaar)) return sureAadhaar || namesAadhaar.test(name) ? 'aadhaar' : null;
  if (addresses.length > 0 && isWhole(addresses.join(''))) return 'emails';
  if (isWhole(pan)) return 'pan';
  return isWhole(plate) ? 'registration' : null;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
