import { setImmediate as turn } from 'node:timers/promises';
import type { OrderId } from '../calls/ports/ids.ts';
import type { InputReader } from '../calls/ports/inputReader.ts';
import { bodyWithoutReduced } from '../contract/aadhaar/reduced.ts';
import { bullets } from '../contract/masking.ts';
import { NamedValues } from '../contract/namedValues.ts';
import type { OperationId } from '../contract/words.ts';
import { keyUnreadable } from './faults.ts';
import { fingerprintKey } from './fingerprint.ts';
import { sealedColumns } from './payloads.ts';
import { ReducedInputs } from './reducedInputs.ts';
import { open, type SealingKeys } from './sealing.ts';
import type { Store } from './store.ts';
import { written } from './written.ts';

/** Requests opened at a time, some milliseconds; between two the host does other things. */
const step = 200;

/** What is to be forgotten: prints of whole inputs, and what tells them apart wherever it is quoted. */
export interface Forgotten {
  readonly prints: ReadonlySet<string>;
  readonly marks: NamedValues;
  /** The identifiers among the marks: a name is many people's. */
  readonly named: NamedValues;
  /** Keys of what is an identifier by its field alone; see asksByWord. */
  readonly words: ReadonlySet<string>;
  /** Parts of the masked inputs that show something of their own, in capitals. */
  readonly shown: ReadonlySet<string>;
  /** Of these, those of inputs of which nothing else is known. */
  readonly shownAlone: ReadonlySet<string>;
  /** Those of which a number is known by its print alone. */
  readonly reduced: Pick<ReducedInputs, 'size' | 'areIn'>;
}

/** Whether no text can quote it. */
export function isUnquotable({ marks, reduced }: Pick<Forgotten, 'marks' | 'reduced'>): boolean {
  return marks.size === 0 && reduced.size === 0;
}

/** What opens and compares without waiting, so that it can be done within a transaction. */
export interface Opening {
  readonly reader: InputReader;
  readonly keys: ReadonlyMap<string, Uint8Array>;
  /** Of fingerprints. */
  readonly printKey: Uint8Array;
}

/** Whether a text names one of these values, or holds a number of which a print alone is known. */
export function quotes(
  reader: InputReader,
  text: string,
  { marks, reduced }: Pick<Forgotten, 'marks' | 'reduced'>,
): boolean {
  if (reduced.size === 0 && !marks.mayBeIn(text)) return false;
  const folded = reader.folded(text);
  return marks.areIn(folded) || reduced.areIn(folded);
}

/** Whether what looks like no identifier stands in such a field of a request: anywhere else it is a word like others. */
export function asksByWord(
  { reader }: Pick<Opening, 'reader'>,
  { words }: Pick<Forgotten, 'words'>,
  ...said: Parameters<InputReader['words']>
): boolean {
  return words.size > 0 && reader.words(...said).some(({ key }) => words.has(key));
}

/** The text, or null for what nobody can open: its key is gone, or it was damaged since it was written. */
export function openText(
  keys: Opening['keys'],
  sealId: unknown,
  owner: string,
  column: string,
  body: unknown,
): string | null {
  const key = keys.get(String(sealId));
  if (key === undefined || !(body instanceof Uint8Array)) return null;
  try {
    return new TextDecoder().decode(open(key, owner, column, body));
  } catch {
    return null;
  }
}

/** @throws when the keys cannot be read: then nobody can tell what is kept, and nothing is erased */
export async function openingOf(store: Store, sealing: SealingKeys, reader: InputReader): Promise<Opening> {
  const seals = await store.read(() => store.sql('SELECT id FROM seals').all());
  const keys = new Map<string, Uint8Array>();
  try {
    for (const { id } of seals) {
      const key = await sealing.find(String(id));
      if (key !== null) keys.set(String(id), key);
    }
    const current = await sealing.current();
    keys.set(current.id, current.key);
    return { reader, keys, printKey: fingerprintKey(current.key) };
  } catch (error) {
    throw keyUnreadable(error);
  }
}

type Row = Readonly<Record<string, unknown>>;

/** A request without what is left of a number: four digits are many people's, and tell nobody apart. */
export function bodyTelling({ aadhaar_reduced_at }: Row, kept: string): string {
  return aadhaar_reduced_at === null ? kept : bodyWithoutReduced(kept);
}

/** What a masked input shows of values, each by itself: not that there is one, how many there are, or how long it all is. */
export function shownParts({ masked_input }: Row): readonly string[] {
  const parts = String(masked_input).toUpperCase().split(' · ');
  return parts.filter((part) => part.includes(bullets) && part !== bullets);
}

/** What is known of the inputs of these orders. @param others prints of inputs besides */
export async function forgottenOf(
  store: Store,
  opening: Opening,
  ids: readonly OrderId[],
  others: readonly string[],
): Promise<Forgotten> {
  const found = new Found(opening, others);
  for (let start = 0; start < ids.length; start += step) {
    const rows = await store.read(() =>
      store
        .sql(
          `SELECT id, operation, fingerprint, masked_input, aadhaar_reduced_at, request_seal, request_body FROM orders LEFT JOIN payloads USING (seq)
           WHERE id IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(ids.slice(start, start + step))),
    );
    for (const row of rows) found.take(row);
    await turn();
  }
  return found.forgotten();
}

/** What is known so far. */
class Found {
  readonly #opening: Opening;
  readonly #prints: Set<string>;
  readonly #marks = new Set<string>();
  readonly #named = new Set<string>();
  readonly #words = new Set<string>();
  readonly #reduced: ReducedInputs;
  /** By what tells one input from another; one order of it may be kept, and another not. */
  readonly #shown = new Map<string, readonly string[]>();
  readonly #known = new Set<string>();

  constructor(opening: Opening, others: readonly string[]) {
    this.#opening = opening;
    this.#prints = new Set(others);
    this.#reduced = new ReducedInputs(opening.printKey);
  }

  take(row: Row): void {
    const input = String(row.fingerprint ?? row.id);
    this.#shown.set(input, [...(this.#shown.get(input) ?? []), ...shownParts(row)]);
    if (typeof row.fingerprint === 'string') this.#prints.add(row.fingerprint);
    const { reader, keys } = this.#opening;
    const kept = openText(keys, row.request_seal, String(row.id), sealedColumns.request, row.request_body);
    if (kept === null) return;
    const body = bodyTelling(row, kept);
    const operation = written<OperationId>(row.operation);
    const names = reader.names(operation, body);
    const words = reader.words(operation, body);
    const hasWord = (one: string): boolean => words.some(({ value }) => value === one);
    const inNotes = new Set(words.filter(({ isNumber }) => isNumber).map(({ value }) => value));
    for (const { key } of words) this.#words.add(key);
    for (const mark of reader.marks(operation, body))
      if (!hasWord(mark) || inNotes.has(mark)) this.#marks.add(mark);
    for (const name of names) if (!hasWord(name)) this.#named.add(name);
    const isReduced = row.aadhaar_reduced_at !== null && typeof row.fingerprint === 'string';
    const isTold = isReduced && this.#reduced.add({ operation, body: kept, print: String(row.fingerprint) });
    if (names.length > 0 || isTold) this.#known.add(input);
  }

  forgotten(): Forgotten {
    const alone = [...this.#shown].filter(([input]) => !this.#known.has(input));
    return {
      prints: this.#prints,
      marks: new NamedValues(this.#marks),
      named: new NamedValues(this.#named),
      words: this.#words,
      shown: new Set([...this.#shown.values()].flat()),
      shownAlone: new Set(alone.flatMap(([, parts]) => parts)),
      reduced: this.#reduced,
    };
  }
}
