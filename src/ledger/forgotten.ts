import { setImmediate as turn } from 'node:timers/promises';
import type { OrderId } from '../calls/ports/ids.ts';
import type { InputReader } from '../calls/ports/inputReader.ts';
import { bodyWithoutReduced } from '../contract/aadhaar/reduced.ts';
import { bullets } from '../contract/masking.ts';
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
  readonly marks: ReadonlySet<string>;
  /** The identifiers among the marks: a name is many people's. */
  readonly named: ReadonlySet<string>;
  /** Parts of the masked inputs that show something of their own, in capitals. */
  readonly shown: ReadonlySet<string>;
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

/** So many searches through a text take as long as one that looks each place of it up. */
const searchesAPlace = 50;

/** Whether a text, folded, holds what is to be forgotten. Of many orders there are more marks than can be searched one by one. */
export function quotes(folded: string, { marks, reduced }: Pick<Forgotten, 'marks' | 'reduced'>): boolean {
  return quotesMark(folded, marks) || reduced.areIn(folded);
}

function quotesMark(folded: string, marks: Forgotten['marks']): boolean {
  const lengths = new Set([...marks].map((mark) => mark.length));
  if (marks.size <= lengths.size * searchesAPlace) {
    for (const mark of marks) if (folded.includes(mark)) return true;
    return false;
  }
  for (const length of lengths) {
    for (let at = 0; at + length <= folded.length; at += 1) {
      if (marks.has(folded.slice(at, at + length))) return true;
    }
  }
  return false;
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
  { reader, keys, printKey }: Opening,
  ids: readonly OrderId[],
  others: readonly string[],
): Promise<Forgotten> {
  const prints = new Set(others);
  const marks = new Set<string>();
  const named = new Set<string>();
  const shown = new Set<string>();
  const reduced = new ReducedInputs(printKey);
  for (let start = 0; start < ids.length; start += step) {
    const rows = await store.read(() =>
      store
        .sql(
          `SELECT id, operation, fingerprint, masked_input, aadhaar_reduced_at, request_seal, request_body FROM orders LEFT JOIN payloads USING (seq)
           WHERE id IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(ids.slice(start, start + step))),
    );
    for (const row of rows) {
      if (typeof row.fingerprint === 'string') prints.add(row.fingerprint);
      for (const part of shownParts(row)) shown.add(part);
      const kept = openText(keys, row.request_seal, String(row.id), sealedColumns.request, row.request_body);
      if (kept === null) continue;
      const body = bodyTelling(row, kept);
      const operation = written<OperationId>(row.operation);
      const names = new Set(reader.names(operation, body));
      for (const mark of reader.marks(operation, body)) {
        marks.add(mark);
        if (names.has(mark)) named.add(mark);
      }
      if (row.aadhaar_reduced_at !== null && typeof row.fingerprint === 'string') {
        reduced.add({ operation, body: kept, print: row.fingerprint });
      }
    }
    await turn();
  }
  return { prints, marks, named, shown, reduced };
}
